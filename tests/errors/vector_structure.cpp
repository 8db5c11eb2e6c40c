// SPDX-License-Identifier: BSL-1.0
// expect: [constax] cond: the result of on_false is std::pair(*, *) and of on_true is std::vector(*...); they must have one structure
#include <constax/runtime.hpp>

namespace cx = constax;

auto f(cx::ndarray const& x) {
  return cx::jit([](auto y) {
    return cx::cond(y > 0.0, [](auto z) { return std::vector{z, z}; }, [](auto z) { return std::pair{z, z}; }, y);
  })(x);
}
