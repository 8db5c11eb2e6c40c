// SPDX-License-Identifier: BSL-1.0
// expect: [constax] and: does not accept an operand of type f64[3]; operands must be integers or bool
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return x & x; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
