// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto i) { return cx::where(i == 0, x[0], x[1]); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<int>{});
