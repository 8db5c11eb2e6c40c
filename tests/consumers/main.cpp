// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>
#include <cstdio>

namespace cx = constax;
inline constexpr auto f = [](auto x) { return x * x * x; };

int main() {
  const double slope = cx::grad(f)(2.0);
  std::printf("%g\n", slope);
  return slope == 12.0 ? 0 : 1;
}
