// SPDX-License-Identifier: BSL-1.0
// expect: [constax] jacfwd: derivatives are taken in floating-point arguments, argument 0 has a leaf of type i32[3]; convert it with cx::astype, or leave it out of cx::argnums
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::jacfwd([](auto x) { return cx::astype<double>(x); });
auto const j = cx::make_jaxpr(f)(cx::spec<int, 3>{});
