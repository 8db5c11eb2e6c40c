// SPDX-License-Identifier: BSL-1.0
// expect: [constax] elements are float, double, cx::bfloat16, cx::float16, bool, keys, and integers of 8, 32 or 64 bits; convert others
#include <constax/constax.hpp>

namespace cx = constax;

cx::array<short, 3> const x{1, 2, 3};
auto const y = cx::jit([](auto v) { return v + v; })(x);
