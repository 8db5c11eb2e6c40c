// SPDX-License-Identifier: BSL-1.0
// expect: [constax] interp: no form of it takes these arguments; it is called like this: cx::interp(x, xp, fp)
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) {
  return cx::interp(x); // here
};
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
