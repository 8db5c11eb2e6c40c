// SPDX-License-Identifier: BSL-1.0
// expect: [constax] an axis given as a plain integer, or in braces, cannot decide the shape of the result
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) {
  return cx::moveaxis(x, 0, 1); // here
};
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 4>{});
