// SPDX-License-Identifier: BSL-1.0
// expect: [constax] concatenate: no form of it takes these arguments; it is called like this: cx::concatenate(x, y), cx::concatenate(x, y, 0_c) of arrays
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) {
  return cx::concatenate(x, 1.0); // here
};
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
