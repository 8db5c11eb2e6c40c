// SPDX-License-Identifier: BSL-1.0
// cx::grad four deep, compiled, of exponentials, logarithms, circular and hyperbolic functions against mpmath.
#include "derivatives.hpp"

namespace derivatives {

TEST_CASE("cx::grad four deep: exponential", "[derivatives]") { for_each(exponential, check_nested); }
TEST_CASE("cx::grad four deep: circular", "[derivatives]") { for_each(circular, check_nested); }

} // namespace derivatives
