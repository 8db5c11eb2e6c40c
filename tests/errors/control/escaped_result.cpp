// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) {
  auto kept = x;
  auto const rows = cx::vmap([&](auto y) { return kept * y; })(cx::stack(x, x));
  return rows;
};
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
