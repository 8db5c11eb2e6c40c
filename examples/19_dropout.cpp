// SPDX-License-Identifier: BSL-1.0
// Dropout: a regression learns while half of its inputs, other ones in each step, are left out; a scan of steps with a key each. What it
// learns has a formula: dropout of a linear model is ridge regression, each weight penalised by the size of its input (Wager, Wang,
// Liang: Dropout training as adaptive regularization, 2013).
#include <cmath>
#include <constax/constax.hpp>
#include <cstdio>
#include <utility>

namespace cx = constax;
namespace jr = cx::random;
using namespace cx::literals;

inline constexpr int examples = 48, inputs = 3, steps = 20000;
inline constexpr double keep = 0.5, rate = 0.05;

/// x with elements left out; the others are larger, so that the mean stays.
inline constexpr auto dropout = [](auto key, auto x) { return cx::where(jr::bernoulli<examples, inputs>(key, keep), x / keep, 0.0); };
inline constexpr auto loss = [](auto w, auto key, auto x, auto y) {
  auto const error = cx::matmul(dropout(key, x), w) - y;
  return cx::mean(error * error);
};
// The mean of the weights over all steps.
inline constexpr auto train = [](auto key, auto x, auto y) {
  auto const step = [&](auto const& s, auto const& step_key) {
    auto const& [w, sum] = s;
    auto const next = w - rate * cx::grad(loss)(w, step_key, x, y);
    return std::pair{std::pair{next, sum + next}, std::tuple{}};
  };
  auto const start = std::pair{cx::zeros<inputs>(), cx::zeros<inputs>()};
  return cx::scan(step, start, jr::split<steps>(key)).first.second / double(steps);
};

int main() {
  auto const [x, y] = cx::jit([](auto key) {
    auto const [of_x, of_noise] = jr::split(key);
    auto const x = jr::normal<examples, inputs>(of_x);
    auto const y = 2.0 * x(cx::slice(), 0_c) - x(cx::slice(), 1_c) + 0.5 * x(cx::slice(), 2_c) + 0.1 * jr::normal<examples>(of_noise);
    return std::pair{x, y};
  })(jr::key(4));
  cx::array<double, inputs> const learned = cx::jit(train)(jr::key(5), x, y);

  // (X^T X + (1 - keep) / keep diag(X^T X)) w = X^T y, by elimination.
  double a[inputs][inputs + 1] = {};
  for (int e = 0; e < examples; ++e)
    for (int i = 0; i < inputs; ++i) {
      for (int j = 0; j < inputs; ++j) a[i][j] += x(e, i) * x(e, j) * (i == j ? 1 / keep : 1);
      a[i][inputs] += x(e, i) * y(e);
    }
  for (int i = 0; i < inputs; ++i)
    for (int r = 0; r < inputs; ++r) {
      if (r == i) continue;
      double const times = a[r][i] / a[i][i];
      for (int c = i; c <= inputs; ++c) a[r][c] -= times * a[i][c];
    }
  bool right = true;
  for (int i = 0; i < inputs; ++i) {
    double const exact = a[i][inputs] / a[i][i];
    std::printf("weight %d: learned %.4f, ridge regression %.4f\n", i, learned(i), exact);
    right &= std::abs(learned(i) - exact) < 0.01;
  }
  return right ? 0 : 1;
}
