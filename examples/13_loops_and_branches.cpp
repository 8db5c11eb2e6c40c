// SPDX-License-Identifier: BSL-1.0
// Loops and branches as equations: a trajectory by scan, a number of trips that the data decide, a branch, and derivatives of all of them.
#include <constax/constax.hpp>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <tuple>
#include <utility>

namespace cx = constax;

/// A pendulum, 200 steps: where it is at the end, and its path.
inline constexpr auto swing = [](auto angle, auto damping) {
  auto const step = [&](auto const& state) {
    auto const [x, v] = state;
    auto const next = v - 0.05 * (cx::sin(x) + damping * v); // damping is captured
    return std::pair{std::pair{x + 0.05 * next, next}, x};   // the next state, and what is collected of this one
  };
  auto const [last, path] = cx::scan(step, std::pair{angle, 0.0}, cx::length<200>);
  return std::pair{last.first, path};
};
inline constexpr auto at_the_end = [](auto angle, auto damping) { return swing(angle, damping).first; };

/// Kepler's equation E - e sin E = M by Newton's method, until it holds. (Its derivative is that of the last iterate: where the first guess
/// holds, as for e = 0, that of the guess.)
inline constexpr auto eccentric_anomaly = [](auto m, auto e) {
  auto const wrong = [&](auto x) { return cx::abs(x - e * cx::sin(x) - m) > 1e-13; };
  auto const better = [&](auto x) { return x - (x - e * cx::sin(x) - m) / (1.0 - e * cx::cos(x)); };
  return cx::while_loop(wrong, better, m);
};

/// x log x, and its limit where there is no logarithm.
inline constexpr auto entropy = [](auto x) {
  return cx::cond(x > 0.0, [](auto p) { return p * cx::log(p); }, [](auto p) { return 0.0 * p; }, x);
};
static_assert(cx::grad(entropy)(0.0) == 0.0); // the branch that was not taken contributes nothing, not even 0 * log(0)

int main() {
  bool right = true;
  auto const close = [&](double a, double b) { return right = right && std::abs(a - b) < 1e-6 * (1 + std::abs(b)), a; };

  auto const [angle, path] = cx::jit(swing)(1.0, 0.1);
  auto const [by_angle, by_damping] = cx::grad(at_the_end, cx::argnums<0, 1>)(1.0, 0.1);
  double const h = 1e-6;
  auto const end = cx::jit(at_the_end);
  std::printf("pendulum: %.6f after %d steps, derivative in the angle %.6f, in the damping %.6f\n", angle, static_cast<int>(path.size()),
              close(by_angle, (end(1 + h, 0.1) - end(1 - h, 0.1)) / (2 * h)),
              close(by_damping, (end(1.0, 0.1 + h) - end(1.0, 0.1 - h)) / (2 * h)));

  // Many at once: each goes through as many trips as it needs.
  cx::array<double, 5> const m{0.1, 0.5, 1.0, 2.0, 3.0}, e{0.1, 0.3, 0.6, 0.8, 0.9};
  auto const [anomalies, slopes] = cx::vmap(cx::value_and_grad(eccentric_anomaly, cx::argnums<0, 1>))(m, e);
  auto const& [by_m, by_e] = slopes;
  for (int i = 0; i < 5; ++i) {
    double const x = anomalies[i], exact = 1 / (1 - e[i] * std::cos(x)); // dE/dM
    close(x - e[i] * std::sin(x), m[i]), close(by_m[i], exact), close(by_e[i], exact * std::sin(x));
    std::printf("M = %.1f, e = %.1f: E = %.6f, dE/dM = %.6f, dE/de = %.6f\n", m[i], e[i], x, by_m[i], by_e[i]);
  }

  std::cout << cx::make_jaxpr(entropy)(1.0) << '\n';
  return right ? 0 : 1;
}
