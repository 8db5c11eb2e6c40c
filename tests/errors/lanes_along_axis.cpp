// SPDX-License-Identifier: BSL-1.0
// expect: [constax] lanes_along: loops have at most 8 axes
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::lanes_along<8>([](auto x) { return x * 2.0; });
