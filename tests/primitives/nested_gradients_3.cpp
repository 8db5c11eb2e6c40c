// SPDX-License-Identifier: BSL-1.0
// cx::grad four deep, compiled, of the gamma family and its like against mpmath.
#include "derivatives.hpp"

namespace derivatives {

TEST_CASE("cx::grad four deep: special", "[derivatives]") { for_each(special, check_nested); }

} // namespace derivatives
