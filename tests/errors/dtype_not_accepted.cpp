// SPDX-License-Identifier: BSL-1.0
// expect: [constax] sin: does not accept an operand of type i32[3]; operands must be floating-point
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::sin(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<int, 3>{});
