// SPDX-License-Identifier: BSL-1.0
// flags: -O1 -march=native
// `if`, `while` and `break` of C++ on traced numbers, and derivatives through them: without cx::jit a traced value can be asked for its
// number. An ODE solver that takes a step back where its error is too large, and a bisection.
#include <constax/runtime.hpp>

#include <cmath>
#include <cstdio>

namespace cx = constax;

/// y(1) of y' = f(y), by Heun's method; Euler's step beside it tells the error. Written as for numbers, with whatever is no part of the
/// mathematics as plain C++.
inline constexpr auto solve = [](auto const& f, auto y, double tolerance, int& steps) {
  double t = 0, h = 0.1;
  while (t < 1) {
    if (t + h > 1) h = 1 - t;
    auto const k1 = f(y), k2 = f(y + h * k1);
    double const error = std::abs(static_cast<double>(0.5 * h * (k2 - k1))) / tolerance; // a number: it has no derivative
    if (error <= 1) y = y + 0.5 * h * (k1 + k2), t += h, ++steps;
    h *= std::fmin(4.0, std::fmax(0.2, 0.9 / std::sqrt(error + 1e-9)));
  }
  return y;
};

/// Where a growing f is 0, between two numbers: bisection asks for signs alone, the last step, Newton's, has the derivative.
inline constexpr auto zero_of = [](auto const& f, double low, double high) {
  while (high - low > 1e-9) {
    double const middle = 0.5 * (low + high);
    if (f(middle) > 0) high = middle;
    else low = middle;
  }
  return high - f(high) * (2e-6 / static_cast<double>(f(high + 1e-6) - f(high - 1e-6)));
};

int main() {
  bool right = true;
  auto const close = [&](cx::ndarray const& a, double b, double tolerance) {
    double const is = a.item<double>();
    right = right && std::abs(is - b) < tolerance * (1 + std::abs(b));
    return is;
  };

  // logistic growth: y' = r y (1 - y)
  double const y0 = 0.1, growth = std::exp(5.0), at_end = y0 * growth / (1 + y0 * (growth - 1));
  double const by_r = y0 * (1 - y0) * growth / std::pow(1 + y0 * (growth - 1), 2);
  for (double tolerance : {1e-3, 1e-5}) {
    int steps = 0;
    auto const grown = [&](auto r) { return solve([&](auto y) { return r * y * (1.0 - y); }, y0 + 0.0 * r, tolerance, steps); };
    auto const [y, dr] = cx::value_and_grad(grown)(cx::ndarray(5.0));
    std::printf("y(1) = %.6f, its derivative along the rate %.6f, wrong by %.0e, %d steps\n", close(y, at_end, 30 * tolerance),
                close(dr, by_r, 300 * tolerance), std::abs(dr.item<double>() - by_r), steps);
  }

  // Kepler's equation e - k sin(e) = m, and how e moves with k
  auto const anomaly = [](auto k, auto m) {
    auto const f = [&](auto e) { return e - k * cx::sin(e) - m; };
    return zero_of(f, 0.0, 4.0);
  };
  auto const [e, slopes] = cx::value_and_grad(anomaly, cx::argnums<0, 1>)(cx::ndarray(0.3), 1.2);
  double const at = e.item<double>();
  close(cx::ndarray(at - 0.3 * std::sin(at)), 1.2, 1e-12);
  std::printf("eccentric anomaly %.9f, its derivatives %.7f and %.7f\n", at,
              close(std::get<0>(slopes), std::sin(at) / (1 - 0.3 * std::cos(at)), 1e-6),
              close(std::get<1>(slopes), 1 / (1 - 0.3 * std::cos(at)), 1e-6));
  return right ? 0 : 1;
}
