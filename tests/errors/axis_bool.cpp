// SPDX-License-Identifier: BSL-1.0
// expect: [constax] sum: no form of it takes these arguments; it is called like this: cx::sum(x), cx::sum(x, 0_c)
// A bool is no axis.
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) {
  return cx::sum(x, true); // here
};
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 4>{});
