// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

void into(double& y, double x) {
  cx::evaluate_into(y, [](auto a) { return 2.0 * a; }, x);
}
