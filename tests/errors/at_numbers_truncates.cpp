// SPDX-License-Identifier: BSL-1.0
// expect: [constax] a floating-point number meets an array of dtype i32: the number would be truncated; convert the array, cx::astype<double>(x)
#include <constax/constax.hpp>

namespace cx = constax;

cx::array<int, 3> const x{1, 2, 3};
auto const y = x.at(1).set(1.5); // here
