// SPDX-License-Identifier: BSL-1.0
// exp exp2 expm1 log log1p log2 log10 logistic softplus erf erfc gaussian
#include "../support/catch.hpp"
#include "../support/laws.hpp"

namespace constax_tests {

TEST_CASE("exponentials keep the laws", "[elementwise]") {
  CHECK(laws<exp_t>(standard, [](long double x) { return std::exp(x); }));
  CHECK(laws<exp_t>(small_numbers, [](long double x) { return std::exp(x); }));
  CHECK(laws<exp2_t>(standard, [](long double x) { return std::exp2(x); }));
  CHECK(laws<expm1_t>(standard, [](long double x) { return std::expm1(x); }));
  CHECK(laws<expm1_t>(small_numbers, [](long double x) { return std::expm1(x); }));
}
TEST_CASE("logarithms keep the laws", "[elementwise]") {
  CHECK(laws<log_t>(positive, [](long double x) { return std::log(x); }));
  CHECK(laws<log2_t>(positive, [](long double x) { return std::log2(x); }));
  CHECK(laws<log10_t>(positive, [](long double x) { return std::log10(x); }));
  CHECK(laws<log1p_t>(positive, [](long double x) { return std::log1p(x); }));
  CHECK(laws<log1p_t>(small_numbers, [](long double x) { return std::log1p(x); }));
}
TEST_CASE("logistic, softplus and the error functions keep the laws", "[elementwise]") {
  CHECK(laws<logistic_t>(standard, [](long double x) { return 1 / (1 + std::exp(-x)); }));
  CHECK(laws<softplus_t>(standard, [](long double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }));
  CHECK(laws<erf_t>(small_numbers, [](long double x) { return std::erf(x); }));
  CHECK(laws<erf_t>(standard, [](long double x) { return std::erf(x); }));
  CHECK(laws<erfc_t>(small_numbers, [](long double x) { return std::erfc(x); }));
  CHECK(laws<erfc_t>(standard, [](long double x) { return std::erfc(x); }));
  CHECK(laws<gaussian_t>(small_numbers, [](long double x) { return std::exp(-x * x); }));
  CHECK(laws<gaussian_t>(standard, [](long double x) { return std::exp(-x * x); }));
}

} // namespace constax_tests
