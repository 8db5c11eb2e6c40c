// SPDX-License-Identifier: BSL-1.0
// expect: [constax] grad: the function must return a scalar, its result is i32[]; sum it, or use cx::jacrev
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::grad([](auto x) { return cx::astype<int>(x); });
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
