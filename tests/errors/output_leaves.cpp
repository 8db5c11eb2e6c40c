// SPDX-License-Identifier: BSL-1.0
// expect: [constax] evaluate_into: `out` has 1 leaves, the result of the function has 2
#include <constax/constax.hpp>

namespace cx = constax;

void into(double& y, double x) {
  cx::evaluate_into(y, [](auto a) { return std::pair{a, a}; }, x);
}
