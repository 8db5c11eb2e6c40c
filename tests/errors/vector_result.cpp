// SPDX-License-Identifier: BSL-1.0
// expect: [constax] the result of the traced function has a std::vector or std::map in it, whose length is known at run time, in a program whose types are known at compile time
#include <constax/constax.hpp>
#include <vector>

namespace cx = constax;

auto f(double x) {
  return cx::jit([](auto y) { return std::vector{y, 2.0 * y}; })(x);
}
