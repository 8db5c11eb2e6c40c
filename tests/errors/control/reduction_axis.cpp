// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::sum(x, -2_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 4>{});
