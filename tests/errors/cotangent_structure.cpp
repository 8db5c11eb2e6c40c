// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vjp: the result is std::pair(*, std::pair(*, *)) and the cotangent is std::tuple(*, *, *); they must have one structure
#include <constax/constax.hpp>

namespace cx = constax;

auto f() {
  auto const [y, back] = cx::vjp([](auto x) { return std::pair{x, std::pair{x * x, 2.0 * x}}; }, 3.0);
  return back(std::tuple{1.0, 0.0, 0.5});
}
