// SPDX-License-Identifier: BSL-1.0
// expect: [constax] jvp: the primals are std::tuple(*) and the tangents are std::tuple(*, *); they must have one structure
#include <constax/constax.hpp>

namespace cx = constax;

double slope(double x) {
  auto const [y, dy, aux] = cx::jvp([](auto z) { return std::pair{z * z, z}; }, x, std::tuple{x, x}, cx::has_aux);
  return dy;
}
