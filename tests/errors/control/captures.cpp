// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

double scaled(double x) {
  double const w = x + 1;
  return cx::jit(cx::closure([](auto v, auto y) { return v * y; }, w))(x);
}
