// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

double slope(double x) {
  double const w = x + 1;
  return cx::grad(cx::closure([](auto v, auto y) { return v * y * y; }, w))(x);
}
