// SPDX-License-Identifier: BSL-1.0
// expect: [constax] grad: argument 1 is the constant 3, a part of the program, which has no derivative; leave it out of cx::argnums
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

auto f(double x) { return cx::grad([](auto y, auto n) { return cx::pow(y, n); }, cx::argnums<0, 1>)(x, 3_c); }
