// SPDX-License-Identifier: BSL-1.0
// expect: [constax] jvp: the tangent of a primal of type f64[3] has type f32[3]; they must be the same
#include <constax/constax.hpp>

namespace cx = constax;

double slope(cx::array<double, 3> const& x, cx::array<float, 3> const& dx) {
  return cx::jvp([](auto y) { return cx::sum(y); }, x, dx).second;
}
