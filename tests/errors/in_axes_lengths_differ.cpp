// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vmap: the mapped axes have different lengths: axis 0 of f32[10,4], in argument 0, has length 10, and axis 1 of f32[10,2], in argument 1, has length 2
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto u) { return cx::sum(x) + cx::sum(u); };
auto const r = cx::vmap(f, cx::in_axes<0, 1>)(cx::array<float, 10, 4>{}, cx::array<float, 10, 2>{}); // here
