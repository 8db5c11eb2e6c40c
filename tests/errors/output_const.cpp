// SPDX-License-Identifier: BSL-1.0
// expect: [constax] evaluate_into: `out` is const; give it memory that may be written to
#include <constax/constax.hpp>

namespace cx = constax;

void into(cx::view<double const, 3> y, cx::array<double, 3> const& x) {
  cx::evaluate_into(y, [](auto a) { return 2.0 * a; }, x);
}
