// SPDX-License-Identifier: BSL-1.0
// expect: [constax] conversion of a traced value of type bool[] to bool: its number is not known while the program is recorded; use cx::where or cx::cond in the place of `if` and `?:`, cx::while_loop of `while`, cx::fori_loop of `for`
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) {
  if (x > 0) return 2.0 * x;
  return x;
};
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
