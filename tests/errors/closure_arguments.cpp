// SPDX-License-Identifier: BSL-1.0
// expect: [constax] the traced function cannot be called with 2 arguments, what it has captured by cx::closure counted; its parameters are other ones
#include <constax/constax.hpp>

namespace cx = constax;

auto g(double x) {
  return cx::closure([](auto k, auto l, auto y) { return k * l * y; }, 2.0)(x);
}
