// SPDX-License-Identifier: BSL-1.0
// expect: [constax] add: shapes f64[3] and f64[4] do not broadcast; reshape one of them, or name equal symbols
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto y) {
  auto const z = x * 2.0;
  return cx::sum(z + y); // here
};
auto const r = cx::grad(f)(cx::array<double, 3>{}, cx::array<double, 4>{});
