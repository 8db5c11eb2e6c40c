// SPDX-License-Identifier: BSL-1.0
// expect: [constax] neg: does not accept an operand of type bool[3]; operands must be numbers
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return -x; };
auto const j = cx::make_jaxpr(f)(cx::spec<bool, 3>{});
