// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vjp: the cotangent of a result of type f64[] has type i32[]; they must be the same
#include <constax/constax.hpp>

namespace cx = constax;

auto f() {
  auto const [y, back] = cx::vjp([](auto x) { return x * x; }, 3.0);
  return back(1);
}
