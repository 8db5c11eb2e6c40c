// SPDX-License-Identifier: BSL-1.0
// expect: [constax] map: no form of it takes these arguments; it is called like this: cx::map(f, xs)
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) {
  return cx::map(x, [](auto row) { return 2.0 * row; }); // here
};
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
