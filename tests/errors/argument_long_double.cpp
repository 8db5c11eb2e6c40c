// SPDX-License-Identifier: BSL-1.0
// expect: ?
#include <constax/constax.hpp>

namespace cx = constax;

auto at(long double x) {
  return cx::jit([](auto y) { return y * y; })(x);
}
