// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

void into(std::pair<double, double>& y, double x) {
  cx::evaluate_into(y, [](auto a) { return std::pair{a, a}; }, x);
}
