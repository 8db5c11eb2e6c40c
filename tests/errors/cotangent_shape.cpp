// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vjp: the cotangent of a result of type f64[n] has type f64[3]; they must be the same
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr cx::dim<"n"> n;
auto f(cx::view<double const, n> x) {
  auto const [y, back] = cx::vjp([](auto v) { return v * v; }, x);
  return back(cx::array<double, 3>{1, 2, 3});
}
