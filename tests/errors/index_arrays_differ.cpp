// SPDX-License-Identifier: BSL-1.0
// expect: [constax] index: arrays of indices of types i32[3] i32[2] do not broadcast to one shape; reshape one of them
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x, auto i, auto j) { return x(i, j); }; // here
auto const j = cx::make_jaxpr(f)(cx::spec<double, 4, 4>{}, cx::spec<int, 3>{}, cx::spec<int, 2>{});
