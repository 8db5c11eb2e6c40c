// SPDX-License-Identifier: BSL-1.0
// expect: [constax] argument 0 has a std::vector or std::map in it, whose length is known at run time, in a program whose types are known at compile time
#include <constax/constax.hpp>
#include <vector>

namespace cx = constax;

inline constexpr auto total = [](auto const& xs) { return xs[0] * xs[1]; };
auto f(double x) {
  return cx::jit([](auto y) { return cx::grad(total)(std::vector{y, y}); })(x);
}
