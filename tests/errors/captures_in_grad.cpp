// SPDX-License-Identifier: BSL-1.0
// expect: ?
#include <constax/constax.hpp>

namespace cx = constax;

double slope(double x) {
  double const w = x + 1;
  return cx::grad([w](auto y) { return w * y * y; })(x);
}
