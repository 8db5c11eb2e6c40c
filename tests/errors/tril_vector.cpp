// SPDX-License-Identifier: BSL-1.0
// expect: [constax] tril, triu, diagonal and trace need two axes, of lengths that are numbers or equal, an operand has type f64[3]
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::tril(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
