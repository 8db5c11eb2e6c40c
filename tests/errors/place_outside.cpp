// SPDX-License-Identifier: BSL-1.0
// expect: [constax] index: 7 lies outside of axis 0 of length 4 of an array f64[4]; indices are from -4 to 3
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

cx::array<double, 4> const x{1, 2, 3, 4};
double const y = x(7_c); // here
