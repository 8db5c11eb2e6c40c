// SPDX-License-Identifier: BSL-1.0
// expect: [constax] a std::vector or std::map of traced values has a length that is known at run time, the types of its elements are known at compile time; make it a std::array, a std::tuple or a struct, or hold cx::dynamic_tracer in it
#include <constax/constax.hpp>
#include <vector>

namespace cx = constax;

auto f(double x) {
  return cx::jit([](auto y) { return cx::fori_loop(0, 3, [](auto, auto c) { return c; }, std::vector{y, y}); })(x);
}
