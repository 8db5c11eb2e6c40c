// SPDX-License-Identifier: BSL-1.0
// expect: ?
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::jacfwd([](auto x) { return cx::astype<double>(x); });
auto const j = cx::make_jaxpr(f)(cx::spec<int, 3>{});
