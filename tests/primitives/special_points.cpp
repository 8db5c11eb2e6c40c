// SPDX-License-Identifier: BSL-1.0
// The laws at the special points of JAX's gradient tests (reference/jax.md 7).
#include "../support/catch.hpp"
#include "../support/laws.hpp"

namespace constax_tests {

TEST_CASE("laws hold at special points", "[elementwise]") {
  constexpr domain pi_parts{[](generator&, double, double, int i, int) { return 0.7853981633974483 * (i % 5); }};
  constexpr domain zero_or_10{[](generator&, double, double, int i, int) { return i % 2 ? 10.0 : 0.0; }};
  constexpr domain zero_or_1000{[](generator&, double, double, int i, int) { return i % 2 ? 1000.0 : 0.0; }};
  constexpr domain zero{[](generator&, double, double, int, int) { return 0.0; }};
  CHECK(laws<sin_t>(pi_parts, [](long double x) { return std::sin(x); }));
  CHECK(laws<cos_t>(pi_parts, [](long double x) { return std::cos(x); }));
  CHECK(laws<tanh_t>(zero_or_1000));
  CHECK(laws<atan_t>(zero_or_1000));
  CHECK(laws<sinh_t>(zero));
  CHECK(laws<cosh_t>(zero));
  CHECK(laws<tan_t>(zero));
  CHECK(laws<asin_t>(zero));
  CHECK(laws<acos_t>(zero));
  CHECK(laws<erf_t>(zero_or_10));
  CHECK(laws<erfc_t>(zero_or_10));
  CHECK(laws<square_t>(zero));
  CHECK(laws<mul_t>(zero));
}

} // namespace constax_tests
