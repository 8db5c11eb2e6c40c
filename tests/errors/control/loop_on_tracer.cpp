// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) {
  for (int i = 0; i < 10; ++i) x = cx::where(x < 10.0, x * 2.0, x);
  return x;
};
auto const j = cx::make_jaxpr(f)(cx::spec<float>{});
