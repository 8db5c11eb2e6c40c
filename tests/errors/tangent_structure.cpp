// SPDX-License-Identifier: BSL-1.0
// expect: [constax] jvp: the primals are std::tuple(std::tuple(*, *, *)) and the tangents are std::tuple(std::pair(*, std::pair(*, *))); they must have one structure
#include <constax/constax.hpp>

namespace cx = constax;

double slope(double x) {
  auto const f = [](auto p) { return std::get<0>(p) * std::get<1>(p) * std::get<2>(p); };
  return cx::jvp(f, std::make_tuple(std::tuple{x, 2.0, 3.0}), std::make_tuple(std::pair{1.0, std::pair{0.0, 0.5}})).second; // here
}
