// SPDX-License-Identifier: BSL-1.0
// expect: [constax] cond: on_false cannot be called with the 1 operand behind the branches; all branches take all operands
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) {
  return cx::cond(x > 0.0, [](auto a) { return a; }, [] { return 1.0; }, x); // here
};
auto const r = cx::jit(f)(1.0);
