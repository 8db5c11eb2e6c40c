// SPDX-License-Identifier: BSL-1.0
// Determinants against real JAX (numpy_oracle.py).
#include <constax/constax.hpp>

#include "numpy_oracle.hpp"

namespace constax_tests {
namespace {

TEST_CASE("determinants") {
  constexpr auto f = [](auto x) { return cx::slogdet(x); };
  tolerance const some{16, 64};
  agrees<of<4, 4>>("slogdet", f, some);
  agrees<of<3, 2, 2>>("slogdet_rows", f, some);
  agrees<of<3, 3>>("slogdet_turned", f, some);
  agrees<of<3, 3>>("slogdet_singular", f);
  agrees<of<1, 1>>("slogdet_one", f);
  agrees<of<5, 5>>("det", [](auto x) { return cx::det(x); }, some);
  CHECK(cx::det(cx::array<double, 2, 2>{1, 2, 4, 4}) == -4.0);
}

} // namespace
} // namespace constax_tests
