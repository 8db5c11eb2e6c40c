// SPDX-License-Identifier: BSL-1.0
// expect: [constax] the expression is f64[2,3], the array that it becomes is f64[3]; they must be the same
#include <constax/constax.hpp>

namespace cx = constax;

void g(cx::array<double, 3>& y, cx::array<double, 2, 3> const& x) { y *= x; }
