// SPDX-License-Identifier: BSL-1.0
// expect: cx::fori_loop of `for`
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto n) {
  auto s = n;
  for (int i = 0; i < n; ++i) // here
    s = s + i;
  return s;
};
auto const r = cx::jit(f)(5);
