// SPDX-License-Identifier: BSL-1.0
// sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh
#include "../support/catch.hpp"
#include "../support/laws.hpp"

namespace constax_tests {

TEST_CASE("circular functions keep the laws", "[elementwise]") {
  CHECK(laws<sin_t>(standard, [](long double x) { return std::sin(x); }));
  CHECK(laws<cos_t>(standard, [](long double x) { return std::cos(x); }));
  CHECK(laws<tan_t>(between(-1.3, 1.3), [](long double x) { return std::tan(x); }));
  CHECK(laws<asin_t>(between(-0.9, 0.9), [](long double x) { return std::asin(x); }));
  CHECK(laws<acos_t>(between(-0.9, 0.9), [](long double x) { return std::acos(x); }));
  CHECK(laws<asin_t>(between(1.1, 1.3))); // nan, and so are its derivatives
  CHECK(laws<atan_t>(standard, [](long double x) { return std::atan(x); }));
}
TEST_CASE("hyperbolic functions keep the laws", "[elementwise]") {
  CHECK(laws<sinh_t>(standard, [](long double x) { return std::sinh(x); }));
  CHECK(laws<cosh_t>(standard, [](long double x) { return std::cosh(x); }));
  CHECK(laws<tanh_t>(standard, [](long double x) { return std::tanh(x); }));
  CHECK(laws<asinh_t>(standard, [](long double x) { return std::asinh(x); }));
  CHECK(laws<acosh_t>(between(1.5, 4), [](long double x) { return std::acosh(x); }));
  CHECK(laws<atanh_t>(between(-0.9, 0.9), [](long double x) { return std::atanh(x); }));
}

} // namespace constax_tests
