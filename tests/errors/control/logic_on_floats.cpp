// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return (x > 0) & (x < 1.0); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
