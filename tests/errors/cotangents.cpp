// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vjp: a pullback takes one cotangent, a tree like the result; it is called with 2
#include <constax/constax.hpp>

namespace cx = constax;

auto f() {
  auto const [y, back] = cx::vjp([](auto x) { return std::tuple{x, x * x}; }, 3.0);
  return back(1.0, 0.0);
}
