// SPDX-License-Identifier: BSL-1.0
// expect: [constax] evaluate_into: output leaf 0 is f64[3], the result of the function there is f64[]; give it memory of that type
#include <constax/constax.hpp>

namespace cx = constax;

void into(cx::array<double, 3>& y, double x) {
  cx::evaluate_into(y, [](auto a) { return 2.0 * a; }, x);
}
