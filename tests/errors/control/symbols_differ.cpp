// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr cx::dim<"n"> n;
inline constexpr auto f = [](auto x, auto y) { return x * y; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, n>{}, cx::spec<double, n>{});
