// SPDX-License-Identifier: BSL-1.0
// expect: [constax] jvp: primals and tangents have different structures, 2 and 1 leaves
#include <constax/constax.hpp>

namespace cx = constax;

double slope(double x) {
  return cx::jvp([](auto y, auto z) { return y * z; }, std::tuple{x, x}, std::tuple{x}).second;
}
