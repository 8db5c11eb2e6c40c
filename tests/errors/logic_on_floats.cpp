// SPDX-License-Identifier: BSL-1.0
// expect: ?
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return x & x; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
