// SPDX-License-Identifier: BSL-1.0
// expect: [constax] slice: index 3 is out of bounds on axis 0 of an operand of type f64[3]
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) {
  for (int i = 0; i < 4; ++i) x = x.at(i).set(0.0);
  return x;
};
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
