// SPDX-License-Identifier: BSL-1.0
// expect: ?
#include <constax/constax.hpp>

namespace cx = constax;

void into(cx::array<float, 3>& y, cx::array<double, 3> const& x) {
  cx::evaluate_into(y, [](auto a) { return 2.0 * a; }, x);
}
