// SPDX-License-Identifier: BSL-1.0
// expect: ?
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) {
  if (x > 0) return 2.0 * x;
  return x;
};
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
