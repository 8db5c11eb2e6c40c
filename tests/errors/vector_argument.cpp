// SPDX-License-Identifier: BSL-1.0
// expect: [constax] argument 1 has a std::vector or std::map in it, whose length is known at run time, in a program whose types are known at compile time; use a std::array, a std::tuple or a struct, or cx::ndarray for its elements (constax/runtime.hpp)
#include <constax/constax.hpp>
#include <vector>

namespace cx = constax;

auto f(double x, std::pair<std::vector<cx::array<double, 3>>, double> const& w) {
  return cx::jit([](auto y, auto v) { return y * v.second; })(x, w);
}
