// SPDX-License-Identifier: BSL-1.0
// Counts have their laws when compiled code draws them: means, variances, and the distance from the exact distribution functions. A
// law that is a little off is found out.
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

TEST_CASE("numbers of events have Poisson's law") {
  auto const draw = cx::jit([](auto k, auto lam) { return jr::poisson<n>(k, lam); });
  auto const of_poisson = [](double lam) { return [=](double x) { return x < 0 ? 0 : cx::math::igammac(std::floor(x) + 1, lam); }; };
  int seed = 0;
  for (double lam : {0.5, 9.0, 11.0, 1000.0}) {
    numbers const x = of(draw(jr::key(++seed), lam));
    INFO("lam = " << lam);
    CHECK(distance(x, of_poisson(lam)) < rare);
    CHECK(has_moments(x, lam, lam, 3 + 1 / lam));
  }
  CHECK(distance(of(draw(jr::key(1), 11.2)), of_poisson(11)) > rare);
}
TEST_CASE("successes have the binomial law") {
  auto const draw = cx::jit([](auto k, auto trials, auto p) { return jr::binomial<n>(k, trials, p); });
  auto const of_binomial = [](double m, double p) {
    return [=](double x) { return x < 0 ? 0 : x >= m ? 1 : cx::math::betainc(m - std::floor(x), std::floor(x) + 1, 1 - p); };
  };
  int seed = 0;
  for (auto const& [m, p] : {std::pair{10.0, 0.3}, {40.0, 0.9}, {100.0, 0.5}, {1000.0, 0.03}, {1e6, 0.7}}) {
    numbers const x = of(draw(jr::key(++seed), m, p));
    INFO("trials " << m << ", p = " << p);
    CHECK(distance(x, of_binomial(m, p)) < rare);
    CHECK(has_moments(x, m * p, m * p * (1 - p), 3 + (1 - 6 * p * (1 - p)) / (m * p * (1 - p))));
  }
  CHECK(distance(of(draw(jr::key(1), 100.0, 0.51)), of_binomial(100, 0.5)) > rare);
}

} // namespace
} // namespace constax_tests
