// SPDX-License-Identifier: BSL-1.0
// expect: [constax] x[i] += v: what x[i] gives is a value of its own, and x would stay as it is; make a new one, y = x.at(i).add(v)
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) {
  x[0] += 1.0; // here
  return x;
};
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
