// SPDX-License-Identifier: BSL-1.0
// expect: [constax] evaluate_into: output leaf 0 is f64[4], the result of the function there is f64[3]; give it memory of that type
#include <constax/constax.hpp>

namespace cx = constax;

void into(cx::array<double, 4>& y, cx::array<double, 3> const& x) {
  cx::evaluate_into(y, [](auto a) { return 2.0 * a; }, x);
}
