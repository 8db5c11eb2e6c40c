// SPDX-License-Identifier: BSL-1.0
// expect: ?
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr cx::array<double, 2> w{1.0, 2.0};
inline constexpr auto f = [](auto x) { return x * w; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 2>{});
