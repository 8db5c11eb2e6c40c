// SPDX-License-Identifier: BSL-1.0
// Continuous laws with parameters, against real JAX (random_laws.py), as near as XLA's elementary functions are; gamma variables also
// against exact ones. By the oracle. (How they move with parameters: random_slopes.cpp. What laws they are: eval/random_statistics.cpp.)
#include "../support/recorded.hpp"
#include "random_table.hpp"

namespace constax_tests {
namespace {

namespace jr = cx::random;
using namespace cx::literals;

std::vector<drawn> const& table() {
  static std::vector<drawn> const t{
#include "random_laws.inc"
  };
  return t;
}
template <class Impl, class F>
void agrees_in(std::string_view name, F const& f, double ulp, bool by_one) {
  compare<Impl>(table(), name, recorded(f, cx::spec<cx::prng_key<Impl>>{}), ulp, by_one);
}
template <class F>
void agrees(std::string_view name, F const& f, double ulp, bool by_one = false) {
  agrees_in<cx::threefry>(name, f, ulp, by_one);
}
/// draw(t, key) of float and of double.
template <class F>
void both_agree(std::string_view name, F const& draw, double f32, double f64, bool by_one = false) {
  std::string const law(name);
  agrees(law + "_f32", [&](auto k) { return draw(float{}, k); }, f32, by_one);
  agrees(law + "_f64", [&](auto k) { return draw(double{}, k); }, f64, by_one);
}
constexpr auto vector_of = [](auto... x) { return cx::stack(cx::full<double>(x)...); };
constexpr auto alphas = [] { return vector_of(0.1, 1.0, 5.0); };
constexpr auto shapes = [] { return vector_of(0.05, 0.7, 30.0); };
// Units in which JAX's numbers differ from exact ones: XLA's log1p near 0, and powers and exponentials of large logarithms.
constexpr double xla = 20, xla_f64 = 600;

TEST_CASE("gamma variables are what rejection gives exactly") {
  // Of small shapes the exponent 1 / a is rounded, and multiplies a logarithm.
  both_agree("exact_gamma_005", [](auto t, auto k) { return jr::gamma<decltype(t), 6>(k, 0.05); }, 16, 32);
  both_agree("exact_gamma_half", [](auto t, auto k) { return jr::gamma<decltype(t), 6>(k, 0.5); }, 4, 4);
  both_agree("exact_gamma_3_7", [](auto t, auto k) { return jr::gamma<decltype(t), 6>(k, 3.7); }, 4, 4);
  both_agree("exact_gamma_1000", [](auto t, auto k) { return jr::gamma<decltype(t), 6>(k, 1000); }, 4, 4);
  both_agree("exact_loggamma_001", [](auto t, auto k) { return jr::loggamma<decltype(t), 6>(k, 0.01); }, 2, 2);
  both_agree("exact_loggamma_3_7", [](auto t, auto k) { return jr::loggamma<decltype(t), 6>(k, 3.7); }, 3, 3, near_zero);
}
TEST_CASE("gamma variables and what is made of them are those of JAX") {
  auto const half = [](auto k) { return jr::gamma<6>(k, 0.5); };
  agrees_in<cx::threefry>("gamma_half_both", half, xla, false);
  agrees_in<cx::threefry_original>("gamma_half_both", half, xla, false);
  auto const many = [](auto k) { return jr::gamma<6>(k, 3.7); };
  agrees_in<cx::threefry>("gamma_3_7_both", many, xla, false);
  agrees_in<cx::threefry_original>("gamma_3_7_both", many, xla, false);
  auto const small = [](auto k) { return jr::loggamma<6>(k, 0.01); };
  agrees_in<cx::threefry>("loggamma_001_both", small, xla_f64, false);
  agrees_in<cx::threefry_original>("loggamma_001_both", small, xla_f64, false);
  both_agree("gamma_each", [](auto t, auto k) { return jr::gamma<decltype(t), 2, 3>(k, shapes()); }, xla, xla);
  both_agree("beta", [](auto t, auto k) { return jr::beta<decltype(t), 6>(k, 0.5, 2.5); }, xla, xla_f64);
  both_agree("dirichlet", [](auto t, auto k) { return jr::dirichlet<decltype(t), 3>(k, alphas()); }, xla, xla_f64);
  both_agree("chisquare", [](auto t, auto k) { return jr::chisquare<decltype(t), 6>(k, 3); }, xla, xla);
  both_agree("t", [](auto t, auto k) { return jr::t<decltype(t), 6>(k, 2.5); }, xla, xla);
  both_agree("f", [](auto t, auto k) { return jr::f<decltype(t), 6>(k, 3, 7); }, xla, xla);
  both_agree("generalized_normal", [](auto t, auto k) { return jr::generalized_normal<decltype(t), 6>(k, 1.5); }, xla, xla);
  both_agree("ball", [](auto t, auto k) { return jr::ball<decltype(t), 3, 3>(k); }, xla, xla);
  both_agree("ball_1", [](auto t, auto k) { return jr::ball<decltype(t), 3>(k, 1); }, xla, xla);
}
TEST_CASE("functions of uniform and normal numbers are those of JAX") {
  both_agree("lognormal", [](auto t, auto k) { return jr::lognormal<decltype(t), 6>(k, 0.5); }, 2, 2);
  both_agree("pareto", [](auto t, auto k) { return jr::pareto<decltype(t), 6>(k, 2.5); }, 2, 2);
  both_agree("rayleigh", [](auto t, auto k) { return jr::rayleigh<decltype(t), 6>(k, 1.5); }, 2, 2);
  both_agree("weibull_min", [](auto t, auto k) { return jr::weibull_min<decltype(t), 6>(k, 1.5, 2.5); }, 2, 2);
  both_agree("maxwell", [](auto t, auto k) { return jr::maxwell<decltype(t), 6>(k); }, xla, xla);
  auto const two_sided = [](auto t, auto k) { return jr::double_sided_maxwell<decltype(t), 6>(k, 0.5, 2); };
  both_agree("double_sided_maxwell", two_sided, xla, xla, near_zero);
  both_agree("wald", [](auto t, auto k) { return jr::wald<decltype(t), 6>(k, 1.5); }, 2 * xla, 4 * xla); // the smaller root is a difference
  both_agree("triangular", [](auto t, auto k) { return jr::triangular<decltype(t), 6>(k, -1, 0.5, 2); }, 2, 2, near_zero);
}

} // namespace
} // namespace constax_tests
