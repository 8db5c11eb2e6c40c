// SPDX-License-Identifier: BSL-1.0
// expect: [constax] && does not compute its second operand where the first decides, which is not known while the program is recorded; write & in its place: both are computed
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) {
  auto const inside = x > 0.0 && x < 1.0; // here
  return cx::where(inside, x, 0.0);
};
auto const r = cx::jit(f)(0.5);
