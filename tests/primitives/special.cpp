// SPDX-License-Identifier: BSL-1.0
// erf_inv lgamma tgamma digamma polygamma zeta igamma igammac igamma_grad_a regularized_incomplete_beta bessel_i0e bessel_i1e
#include "../support/catch.hpp"
#include "../support/laws.hpp"

namespace constax_tests {

constexpr law_options first_order = [] {
  law_options o;
  o.orders = 1;
  return o;
}();

TEST_CASE("erf_inv and the Bessel functions keep the laws", "[elementwise]") {
  CHECK(laws<erf_inv_t>(small_numbers));
  CHECK(laws<erf_inv_t>(between(-0.7, 0.7)));
  CHECK(laws<erf_inv_t>(between(1.1, 1.3))); // nan, and so are its derivatives
  CHECK(laws<bessel_i0e_t>(nonzero));
  CHECK(laws<bessel_i1e_t>(nonzero));
}
TEST_CASE("the gamma function and its logarithmic derivatives keep the laws", "[elementwise]") {
  CHECK(laws<lgamma_t>(positive, [](long double x) { return std::lgamma(x); }));
  CHECK(laws<lgamma_t>(between(-2.8, -2.6), [](long double x) { return std::lgamma(x); }));
  CHECK(laws<tgamma_t>(positive, [](long double x) { return std::tgamma(x); }));
  CHECK(laws<tgamma_t>(between(-1.7, -1.3), [](long double x) { return std::tgamma(x); }));
  CHECK(laws<digamma_t>(positive));
  CHECK(laws(last_operand<polygamma_t, 0.0>{}, positive));
  CHECK(laws(last_operand<polygamma_t, 3.0>{}, positive));
  CHECK(laws(last_operand<zeta_t, 2.5>{}, positive));
}
TEST_CASE("the incomplete gamma and beta functions keep the laws", "[elementwise]") {
  CHECK(laws<igamma_t>(positive, {}, first_order));
  CHECK(laws<igammac_t>(positive, {}, first_order));
  CHECK(laws<igamma_grad_a_t>(positive));
  CHECK(laws(last_operand<igamma_t, 2.5>{}, positive));
  CHECK(laws(last_operand<igammac_t, 0.5>{}, positive));
  CHECK(laws(last_operand<regularized_incomplete_beta_t, 2.5, 1.5>{}, between(0.2, 0.8)));
}

/// What is said of the jvp of P in all its operands, and in the last alone.
template <class P>
std::string refusal(bool all) {
  constexpr u32 n = arity<P>;
  vec<bool> active(n, all);
  active[n - 1] = true;
  return std::string(sentence(jvp(elementwise_program<P>(dtype::f64, {}), active).fault).view());
}
TEST_CASE("derivatives that do not exist are refused, and only they", "[elementwise]") {
  CHECK(refusal<polygamma_t>(true) == "[constax] polygamma: there is no derivative in operand 0; wrap that operand in cx::stop_gradient");
  CHECK(refusal<zeta_t>(true) == "[constax] zeta: there is no derivative in operand 0; wrap that operand in cx::stop_gradient");
  CHECK(refusal<regularized_incomplete_beta_t>(true) ==
        "[constax] regularized_incomplete_beta: there is no derivative in operand 0; wrap that operand in cx::stop_gradient");
  CHECK(refusal<polygamma_t>(false).empty());
  CHECK(refusal<zeta_t>(false).empty());
  CHECK(refusal<regularized_incomplete_beta_t>(false).empty());
  CHECK(refusal<igamma_t>(true).empty());
  CHECK(refusal<igammac_t>(true).empty());
  jaxpr const twice = jvp(jvp(elementwise_program<igamma_t>(dtype::f64, {})));
  CHECK(std::string(sentence(twice.fault).view()).starts_with("[constax] igamma_grad_a: this primitive has no jvp rule"));
}

} // namespace constax_tests
