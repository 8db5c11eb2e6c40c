// SPDX-License-Identifier: BSL-1.0
// expect: [constax] slice: index 3 is out of bounds on axis 0 of an operand of type f64[3]
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) {
  auto s = x[0];
  for (int i = 1; i < 4; ++i) s = s + x[i];
  return s;
};
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
