// SPDX-License-Identifier: BSL-1.0
// Gamma variables and what is made of them have their laws when compiled code draws them: means, variances, and the distance from the exact
// distribution functions. A law that is a little off is found out.
// flags: -O2 -march=native
#include <constax/constax.hpp>

#include "../support/catch.hpp"
#include "../support/statistics.hpp"

namespace constax_tests {
namespace {

namespace cx = constax;
namespace jr = cx::random;

constexpr int n = 30000;
template <class A>
numbers of(A const& x) {
  return numbers_in(x, n);
}

auto const gamma_of = [](double a) { return [=](double x) { return x <= 0 ? 0 : cx::math::igamma(a, x); }; };
TEST_CASE("gamma variables have the gamma law") {
  auto const draw = cx::jit([](auto k, auto a) { return jr::gamma<n>(k, a); });
  int seed = 0;
  for (double a : {0.05, 0.5, 1.0, 3.7, 1000.0}) {
    numbers const x = of(draw(jr::key(++seed), a));
    INFO("a = " << a);
    CHECK(distance(x, gamma_of(a)) < rare);
    CHECK(has_moments(x, a, a, 3 + 6 / a));
  }
  numbers const other = of(draw(jr::key(1), 3.8)); // a wrong twin: of another shape
  CHECK(distance(other, gamma_of(3.7)) > rare);
  CHECK_FALSE(has_moments(other, 3.7, 3.7, 3 + 6 / 3.7));
}
TEST_CASE("beta variables have the beta law") {
  auto const draw = cx::jit([](auto k, auto a, auto b) { return jr::beta<n>(k, a, b); });
  auto const of_beta = [](double a, double b) { return [=](double x) { return x <= 0 ? 0 : x >= 1 ? 1 : cx::math::betainc(a, b, x); }; };
  int seed = 0;
  for (auto const& [a, b] : {std::pair{0.5, 0.5}, {0.1, 2.0}, {3.0, 7.0}, {50.0, 20.0}}) {
    numbers const x = of(draw(jr::key(++seed), a, b));
    INFO("a = " << a << ", b = " << b);
    CHECK(distance(x, of_beta(a, b)) < rare);
  }
  CHECK(distance(of(draw(jr::key(1), 3.1, 7.0)), of_beta(3, 7)) > rare);
}
TEST_CASE("Student's variables have Student's law") {
  auto const draw = cx::jit([](auto k, auto df) { return jr::t<n>(k, df); });
  auto const of_t = [](double df) {
    return [=](double x) {
      double const tail = cx::math::betainc(df / 2, 0.5, df / (df + x * x)) / 2;
      return x < 0 ? tail : 1 - tail;
    };
  };
  int seed = 0;
  for (double df : {0.7, 2.5, 30.0}) CHECK(distance(of(draw(jr::key(++seed), df)), of_t(df)) < rare);
  CHECK(distance(of(draw(jr::key(1), 1.0)), of_t(0.9)) > rare);
}
} // namespace
} // namespace constax_tests
