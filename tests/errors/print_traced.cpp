// SPDX-License-Identifier: BSL-1.0
// expect: [constax] a traced value of type f64[3] has no numbers to print: a program is recorded; return the value, or print cx::asarray(x) where it is constant
#include <constax/constax.hpp>

#include <iostream>

namespace cx = constax;

void print() { std::cout << cx::linspace<3>(0.0, 1.0); }
