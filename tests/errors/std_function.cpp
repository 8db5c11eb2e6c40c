// SPDX-License-Identifier: BSL-1.0
// expect: In a traced function, call cx::sin, not std::sin
#include <constax/constax.hpp>
#include <cmath>

namespace cx = constax;

auto g(double x) {
  return cx::grad([](auto y) { return std::sin(y); })(x);
}
