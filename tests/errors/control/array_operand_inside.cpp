// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto w) { return x * w; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 2>{}, cx::spec<double, 2>{});
