// SPDX-License-Identifier: BSL-1.0
// How samples move with parameters of their laws: gamma variables as -(dF/da) / (dF/dx) of the distribution function says, which mpmath has
// differentiated; what is made of them as in JAX. (random_laws.py)
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
/// The derivative of f(key, x) in x, against the table.
template <class F, class X>
void moves(std::string_view name, F const& f, X const& x, double ulp) {
  auto const slope = [&](auto k) { return cx::grad(f, cx::argnums<1>)(k, x()); };
  compare<cx::threefry>(table(), name, recorded(slope, cx::spec<cx::prng_key<cx::threefry>>{}), ulp, false);
}
/// Each of six numbers moves with a.
template <class F>
void each_moves(std::string_view name, F const& f, double a, double ulp) {
  auto const slope = [&](auto k) {
    auto const x = cx::full<double>(a);
    return cx::jvp([&](auto shape) { return f(k, shape); }, x, cx::full<double>(1)).second;
  };
  compare<cx::threefry>(table(), name, recorded(slope, cx::spec<cx::prng_key<cx::threefry>>{}), ulp, false);
}
constexpr auto vector_of = [](auto... x) { return cx::stack(cx::full<double>(x)...); };
constexpr auto one = [](double x) { return [=] { return cx::full<double>(x); }; };
constexpr auto alphas = [] { return vector_of(0.1, 1.0, 5.0); };
constexpr auto shapes = [] { return vector_of(0.05, 0.7, 30.0); };

TEST_CASE("gamma variables keep their quantiles") {
  auto const draw = [](auto k, auto a) { return jr::gamma<6>(k, a); };
  auto const draw_log = [](auto k, auto a) { return jr::loggamma<6>(k, a); };
  each_moves("exact_d_gamma_005", draw, 0.05, 40); // as far as the number itself is off: 1 / a is rounded
  each_moves("exact_d_gamma_half", draw, 0.5, 4);
  each_moves("exact_d_gamma_3_7", draw, 3.7, 4);
  each_moves("exact_d_gamma_30", draw, 30, 4);
  each_moves("exact_d_loggamma_001", draw_log, 0.01, 2);
  each_moves("exact_d_loggamma_3_7", draw_log, 3.7, 4);
}
TEST_CASE("derivatives in parameters are those of JAX") {
  constexpr double sums = 1000; // sums cancel, and XLA's figures have errors of 10^-14 where terms are 1
  moves("d_gamma", [](auto k, auto a) { return cx::sum(jr::gamma<2, 3>(k, a)); }, shapes, sums);
  moves("d_loggamma", [](auto k, auto a) { return cx::sum(jr::loggamma<2, 3>(k, a)); }, shapes, sums);
  moves("d_beta", [](auto k, auto a) { return cx::sum(jr::beta<6>(k, a, 2.5)); }, one(0.5), sums);
  moves("d_dirichlet", [](auto k, auto a) { return cx::sum(jr::dirichlet<3>(k, a) * alphas()); }, alphas, sums);
  moves("d_t", [](auto k, auto df) { return cx::sum(jr::t<6>(k, df)); }, one(2.5), sums);
  moves("d_generalized_normal", [](auto k, auto p) { return cx::sum(jr::generalized_normal<6>(k, p)); }, one(1.5), sums);
}

} // namespace
} // namespace constax_tests
