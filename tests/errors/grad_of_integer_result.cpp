// SPDX-License-Identifier: BSL-1.0
// expect: [constax] grad: the function must return a scalar of floating-point dtype, its result is i32[], which has no derivative
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::grad([](auto x) { return cx::astype<int>(x); });
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
