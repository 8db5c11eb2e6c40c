// SPDX-License-Identifier: BSL-1.0
// expect: [constax] reshape: what decides a shape is part of a type here, and the value of a plain integer is not; write cx::reshape<2, 3>(x)
#include <constax/constax.hpp>

namespace cx = constax;

void f(cx::array<double, 6> const& x) { (void)cx::reshape(x, 2, 3); }
