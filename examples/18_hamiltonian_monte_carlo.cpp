// SPDX-License-Identifier: BSL-1.0
// Hamiltonian Monte Carlo: draws from the posterior of a logistic regression, many chains at once. Gradients of the density inside of a
// loop, in a scan whose trips have a key each, mapped over chains. Its moments beside those of a quadrature.
#include <cmath>
#include <constax/constax.hpp>
#include <cstdio>
#include <utility>

namespace cx = constax;
namespace jr = cx::random;
using namespace cx::literals;

inline constexpr int points = 24, chains = 32, burn_in = 100, draws = 1000, leaps = 4;
inline constexpr double step_size = 0.2, prior_variance = 9;

// The logarithm of the posterior density, less a constant: a normal prior, and answers y that are 1 with probability logistic(b_0 + b_1 x).
inline constexpr auto log_density = [](auto b, auto x, auto y) {
  auto const score = b[0_c] + b[1_c] * x;
  return cx::sum(y * score - cx::softplus(score)) - cx::sum(b * b) / (2 * prior_variance);
};
inline constexpr auto slope = cx::grad(log_density);

// One chain. A step moves along a path of constant energy, which leapfrog keeps up to a small error; the error decides whether it is taken.
inline constexpr auto chain = [](auto key, auto x, auto y) {
  auto const step = [&](auto const& b, auto const& step_key) {
    auto const [of_momentum, of_choice] = jr::split(step_key);
    auto const momentum = jr::normal<2>(of_momentum);
    auto const leap = [&](auto const&, auto const& s) {
      auto const& [q, p] = s;
      auto const half = p + step_size / 2 * slope(q, x, y);
      auto const next = q + step_size * half;
      return std::pair{next, half + step_size / 2 * slope(next, x, y)};
    };
    auto const [q, p] = cx::fori_loop(0, leaps, leap, std::pair{b, momentum});
    auto const gain = log_density(q, x, y) - log_density(b, x, y) - 0.5 * (cx::sum(p * p) - cx::sum(momentum * momentum));
    auto const taken = cx::log(jr::uniform(of_choice)) < gain;
    auto const now = cx::where(taken, q, b);
    return std::pair{now, std::pair{now, cx::astype<double>(taken)}};
  };
  return cx::scan(step, cx::zeros<2>(), jr::split<burn_in + draws>(key)).second;
};
// Means and deviations over what all chains have drawn after their first steps, and how often a step was taken.
inline constexpr auto moments = [](auto key, auto x, auto y) {
  auto const [all, taken] = cx::vmap(chain, cx::in_axes<0, cx::none, cx::none>)(jr::split<chains>(key), x, y);
  auto const kept = all(cx::slice(), cx::slice<burn_in, burn_in + draws>(), cx::slice());
  auto const mean = cx::mean(kept, cx::axes_c<0, 1>);
  return std::tuple{mean, cx::sqrt(cx::mean(kept * kept, cx::axes_c<0, 1>) - mean * mean), cx::mean(taken)};
};

int main() {
  cx::array<double, points> x, y;
  for (int i = 0; i < points; ++i) {
    x(i) = -2 + 4.0 * i / (points - 1);
    y(i) = i % 5 == 0 ? i < points / 2 : x(i) > -0.3; // most answers follow x
  }
  auto const [mean, deviation, taken] = cx::jit(moments)(jr::key(3), x, y);

  // The same by a sum over a grid, of the density written out in C++.
  double total = 0, first[2] = {}, second[2] = {};
  for (int i = 0; i <= 400; ++i)
    for (int k = 0; k <= 400; ++k) {
      double const b[] = {-4 + 8 * i / 400.0, -3 + 9 * k / 400.0};
      double l = -(b[0] * b[0] + b[1] * b[1]) / (2 * prior_variance);
      for (int j = 0; j < points; ++j) l -= std::log1p(std::exp((y(j) > 0.5 ? -1 : 1) * (b[0] + b[1] * x(j))));
      double const w = std::exp(l);
      total += w;
      for (int d = 0; d < 2; ++d) first[d] += w * b[d], second[d] += w * b[d] * b[d];
    }
  bool right = taken > 0.8;
  std::printf("%d chains of %d steps, %.0f %% of them taken\n", chains, draws, 100 * taken);
  for (int d = 0; d < 2; ++d) {
    double const exact = first[d] / total, spread = std::sqrt(second[d] / total - exact * exact);
    std::printf("b_%d: mean %.4f, deviation %.4f; by quadrature %.4f, %.4f\n", d, mean(d), deviation(d), exact, spread);
    // Five standard errors of a fifth as many independent draws as there are.
    double const error = 5 * spread / std::sqrt(chains * draws / 5.0);
    right &= std::abs(mean(d) - exact) < error && std::abs(deviation(d) - spread) < error;
  }
  return right ? 0 : 1;
}
