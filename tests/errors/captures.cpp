// SPDX-License-Identifier: BSL-1.0
// expect: ?
#include <constax/constax.hpp>

namespace cx = constax;

double scaled(double x) {
  double const w = x + 1;
  return cx::jit([w](auto y) { return w * y; })(x);
}
