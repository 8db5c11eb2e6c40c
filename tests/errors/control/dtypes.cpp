// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto y) { return x * cx::astype<double>(y); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<float, 3>{});
