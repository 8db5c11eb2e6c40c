// SPDX-License-Identifier: BSL-1.0
// neg sqrt rsqrt cbrt square integer_pow abs sign floor ceil round trunc is_finite stop_gradient
#include "../support/catch.hpp"
#include "../support/laws.hpp"

namespace constax_tests {

TEST_CASE("roots and powers keep the laws", "[elementwise]") {
  CHECK(laws<neg_t>(standard, [](long double x) { return -x; }));
  CHECK(laws<sqrt_t>(positive, [](long double x) { return std::sqrt(x); }));
  CHECK(laws<rsqrt_t>(positive, [](long double x) { return 1 / std::sqrt(x); }));
  CHECK(laws<cbrt_t>(not_small, [](long double x) { return std::cbrt(x); }));
  CHECK(laws<square_t>(standard, [](long double x) { return x * x; }));
  for (int n : {-3, -1, 0, 1, 2, 3, 7}) {
    INFO("exponent " << n);
    CHECK(laws<integer_pow_t>(not_small, [n](long double x) { return std::pow(x, n); }, {}, {n}));
  }
}
TEST_CASE("rounding functions keep the laws", "[elementwise]") {
  CHECK(laws<abs_t>(not_small, [](long double x) { return std::fabs(x); }));
  CHECK(laws<sign_t>(not_small, [](long double x) { return x > 0 ? 1 : -1; }));
  CHECK(laws<floor_t>(between(0.1, 0.4), [](long double x) { return std::floor(x); }));
  CHECK(laws<ceil_t>(between(0.1, 0.4), [](long double x) { return std::ceil(x); }));
  CHECK(laws<round_t>(between(0.1, 0.4), [](long double x) { return std::round(x); }));
  CHECK(laws<trunc_t>(between(-3.9, -3.1), [](long double x) { return std::trunc(x); }));
  CHECK(laws<is_finite_t>(standard));
}

} // namespace constax_tests
