// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

auto at(float x) {
  return cx::jit([](auto y) { return y * y; })(x);
}
