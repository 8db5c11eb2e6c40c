// SPDX-License-Identifier: BSL-1.0
#include <constax/runtime.hpp>
#include <cstdio>

namespace cx = constax;
inline constexpr auto f = [](auto x) { return cx::sum(x * x * x); };

int main() {
  cx::ndarray const slope = cx::grad(f)(cx::ndarray{1.0, 2.0});
  std::printf("%g %g\n", slope.data<double>()[0], slope.data<double>()[1]);
  return cx::has_strips() && slope == cx::ndarray{3.0, 12.0} ? 0 : 1;
}
