// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) {
  auto kept = x;
  auto const slope = cx::grad([&](auto y) {
    return x * y;
  })(x);
  return kept + slope;
};
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
