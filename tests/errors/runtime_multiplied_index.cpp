// SPDX-License-Identifier: BSL-1.0
// expect: [constax] x[i] *= v: what x[i] gives is a value of its own, and x would stay as it is; make a new one, y = x.at(i).mul(v)
#include <constax/runtime.hpp>

namespace cx = constax;
using namespace cx::literals;

void f(cx::ndarray x) {
  x[0] *= 2.0; // here
}
