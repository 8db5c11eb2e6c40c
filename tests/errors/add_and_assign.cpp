// SPDX-License-Identifier: BSL-1.0
// expect: [constax] add and assign: the result has type f64[3], the variable has type f64[]; a traced variable keeps its type: assign the result to a new one
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto y) {
  auto s = cx::sum(x);
  s += y;
  return s;
};
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double, 3>{});
