// SPDX-License-Identifier: BSL-1.0
// expect: [constax] partition: index 7 is out of bounds on axis 0 of an operand of type f64[4]
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) {
  return cx::partition(x, 7_c); // here
};
auto const j = cx::make_jaxpr(f)(cx::spec<double, 4>{});
