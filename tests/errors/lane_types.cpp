// SPDX-License-Identifier: BSL-1.0
// expect: [constax] lane: not an element type; float, double, bool, and integers of 8, 32, 64 bits are
// expect: [constax] lane: the width is a power of two, at most the bytes of a register
#include <constax/lane/lane.hpp>

namespace cx = constax;

using no_short = cx::lane<short, 2>;
using no_three = cx::lane<double, 3>;
inline constexpr auto n = sizeof(no_short) + sizeof(no_three);
