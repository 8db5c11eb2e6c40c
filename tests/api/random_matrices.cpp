// SPDX-License-Identifier: BSL-1.0
// Laws that factor a matrix, against real JAX (random_matrices.py). By the oracle.
#include "../support/recorded.hpp"
#include "random_table.hpp"

namespace constax_tests {
namespace {

namespace jr = cx::random;
using namespace cx::literals;

std::vector<drawn> const& table() {
  static std::vector<drawn> const t{
#include "random_matrices.inc"
  };
  return t;
}
template <class Impl = cx::threefry, class F> void agrees(std::string_view name, F const& f, double ulp) {
  compare<Impl>(table(), name, recorded(f, cx::spec<cx::prng_key<Impl>>{}), ulp, near_zero);
}
template <class F> void both_agree(std::string_view name, F const& draw, double ulp) {
  std::string const law(name);
  agrees(
      law + "_f32", [&](auto k) { return draw(float{}, k); }, ulp);
  agrees(
      law + "_f64", [&](auto k) { return draw(double{}, k); }, ulp);
}
constexpr auto vector_of = [](auto... x) { return cx::stack(cx::full<double>(x)...); };
constexpr auto mean = [] { return vector_of(0.5, -1.0, 2.0); };
constexpr auto cov = [] { return cx::stack(vector_of(2.0, 0.5, -0.3), vector_of(0.5, 1.0, 0.25), vector_of(-0.3, 0.25, 0.75)); };

TEST_CASE("normal vectors are those of JAX") {
  both_agree(
      "multivariate_normal", [](auto t, auto k) { return jr::multivariate_normal<decltype(t), 2>(k, mean(), cov()); }, 16);
  both_agree(
      "multivariate_normal_one", [](auto t, auto k) { return jr::multivariate_normal<decltype(t)>(k, mean(), cov()); }, 16);
  auto const two = [](auto k) { return jr::multivariate_normal<2>(k, mean(), cov()); };
  agrees("multivariate_normal_both", two, 16);
  agrees<cx::threefry_original>("multivariate_normal_both", two, 16);
  auto const slope = [](auto k) { return cx::grad([&](auto c) { return cx::sum(jr::multivariate_normal<2>(k, mean(), c)); })(cov()); };
  agrees("d_multivariate_normal", slope, 32);
}
TEST_CASE("orthogonal matrices are those of JAX") { // up to the condition of the normal numbers
  both_agree(
      "orthogonal", [](auto t, auto k) { return jr::orthogonal<decltype(t), 4>(k); }, 64);
  both_agree(
      "orthogonal_tall", [](auto t, auto k) { return jr::orthogonal<decltype(t), 5, 2>(k); }, 16);
  both_agree(
      "orthogonal_wide", [](auto t, auto k) { return jr::orthogonal<decltype(t), 2, 3>(k); }, 16);
}

} // namespace
} // namespace constax_tests
