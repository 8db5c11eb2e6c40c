// SPDX-License-Identifier: BSL-1.0
// expect: [constax] cumulative functions take an axis and cx::reverse
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::cumsum(x, 0_c, 1_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 3>{});
