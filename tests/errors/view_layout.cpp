// SPDX-License-Identifier: BSL-1.0
// expect: [constax] view: the layout stands once, behind the extents: view<double, n, 3, cx::strided>
#include <constax/constax.hpp>

namespace cx = constax;

void into(cx::view<double, cx::col_major, 2, 3> y, cx::array<double, 2, 3> const& x) {
  cx::evaluate_into(y, [](auto a) { return 2.0 * a; }, x);
}
