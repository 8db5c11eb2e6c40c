// SPDX-License-Identifier: BSL-1.0
// expect: [constax] grad: derivatives are taken in floating-point arguments, argument 0 has a leaf of type i32[]
#include <constax/constax.hpp>

namespace cx = constax;

void f() { (void)cx::grad([](auto x) { return x * x; })(3); }
