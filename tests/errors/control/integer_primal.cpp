// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::grad([](auto x, auto i) { return cx::sum(x * cx::astype<double>(i)); });
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<int, 3>{});
