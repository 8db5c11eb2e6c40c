// SPDX-License-Identifier: BSL-1.0
// cx::grad four deep, compiled, of powers and roots against mpmath.
#include "derivatives.hpp"

namespace derivatives {

TEST_CASE("cx::grad four deep: powers", "[derivatives]") { for_each(powers, check_nested); }

} // namespace derivatives
