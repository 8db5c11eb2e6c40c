// SPDX-License-Identifier: BSL-1.0
// expect: [constax] conversion of a traced value of type f64[] to a number, which is not known while the program is recorded. A transformed callable with captures gives traced values, for use in a traced function; outside of one, lift its captures with cx::closure(f, captured...), which hands them to f as its first arguments
#include <constax/constax.hpp>

namespace cx = constax;

double slope(double x) {
  double const w = x + 1;
  return cx::grad([w](auto y) { return w * y * y; })(x);
}
