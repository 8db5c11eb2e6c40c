// SPDX-License-Identifier: BSL-1.0
#include "two_units.hpp"

int main() { return shared_slope(2.0) == 12.0 && slope_of_other_unit(2.0) == 12.0 ? 0 : 1; }
