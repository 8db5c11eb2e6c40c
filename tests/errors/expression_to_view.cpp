// SPDX-License-Identifier: BSL-1.0
// expect: [constax] the expression is f64[3], the view that it is written to is f64[4]; they must be the same
#include <constax/constax.hpp>

namespace cx = constax;

void g(cx::view<double, 4, cx::strided> v, cx::array<double, 3> const& x) { v = x * 2.0; }
