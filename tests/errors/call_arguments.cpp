// SPDX-License-Identifier: BSL-1.0
// expect: [constax] the traced function cannot be called with 1 argument, what it has captured by cx::closure counted; its parameters are other ones
#include <constax/constax.hpp>

namespace cx = constax;

auto g(double x) { return cx::grad([](auto y, auto z) { return y * z; })(x); }
