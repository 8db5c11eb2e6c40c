// SPDX-License-Identifier: BSL-1.0
// expect: [constax] select_n: does not accept an operand of type f64[]; the predicate must be bool
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto c, auto x) { return cx::where(c, x, 0.0); };
auto const j = cx::make_jaxpr(f)(cx::spec<double>{}, cx::spec<double>{});
