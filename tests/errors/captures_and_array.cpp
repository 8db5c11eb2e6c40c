// SPDX-License-Identifier: BSL-1.0
// expect: [constax] jit: the outermost callable has run-time captures, whose values are not known while it is traced; lift them with cx::closure(f, captured...), which hands them to f as its first arguments
#include <constax/constax.hpp>

namespace cx = constax;

cx::array<double, 2> slope(cx::array<double, 2> const& x) {
  double const w = x[0] + 1;
  return cx::grad([w](auto y) { return cx::sum(w * y * y); })(x);
}
