// SPDX-License-Identifier: BSL-1.0
// expect: [constax] associative_scan: the only option is cx::reverse
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::associative_scan([](auto a, auto b) { return a + b; }, x, cx::keepdims); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
