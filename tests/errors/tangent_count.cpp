// SPDX-License-Identifier: BSL-1.0
// expect: [constax] jvp: the primals are std::tuple(*, *) and the tangents are std::tuple(*); they must have one structure
#include <constax/constax.hpp>

namespace cx = constax;

double slope(double x) {
  return cx::jvp([](auto y, auto z) { return y * z; }, std::tuple{x, x}, std::tuple{x}).second;
}
