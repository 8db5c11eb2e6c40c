// SPDX-License-Identifier: BSL-1.0
// Compiled with -fno-exceptions -fno-rtti.
#include <constax/constax.hpp>

namespace cx = constax;
inline constexpr auto f = [](auto x) { return x * x * x; };

int main() {
  const double slope = cx::grad(f)(2.0);
  return slope == 12.0 ? 0 : 1;
}
