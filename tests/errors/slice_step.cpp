// SPDX-License-Identifier: BSL-1.0
// expect: [constax] slice: the step cannot be 0
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return x[cx::slice(0_c, cx::end, 0_c)]; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
