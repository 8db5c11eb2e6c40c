// SPDX-License-Identifier: BSL-1.0
// flags: -O1 -march=native
// Programs whose trips depend on numbers: an ODE solver that chooses its steps by their error, with the gradient through it, and Newton's
// method with a line search. The same functions run compiled for numbers, and traced at run time for ndarrays, with the same bits.
#include <constax/runtime.hpp>

#include <cmath>
#include <cstdio>
#include <tuple>
#include <utility>

namespace cx = constax;

/// Bogacki and Shampine's pair of orders 3 and 2: the next value, and an estimate of its error.
inline constexpr auto one_step = [](auto const& f, auto y, auto h) {
  auto const k1 = f(y), k2 = f(y + 0.5 * h * k1), k3 = f(y + 0.75 * h * k2);
  auto const next = y + h * (2.0 / 9.0 * k1 + 1.0 / 3.0 * k2 + 4.0 / 9.0 * k3);
  auto const error = h * (-5.0 / 72.0 * k1 + 1.0 / 12.0 * k2 + 1.0 / 9.0 * k3 - 0.125 * f(next));
  return std::pair{next, error};
};
/// y(1) of y' = f(y), y(0) = y0, and the number of steps that were tried. A step is taken if its error is below the tolerance; the next one
/// is chosen by it.
inline constexpr auto solve = [](auto const& f, auto y0, auto tolerance) {
  auto const not_there = [](auto const& s) { return std::get<0>(s) < 1.0; };
  auto const trip = [&](auto const& s) {
    auto const& [t, y, h, tried] = s;
    auto const length = cx::min(h, 1.0 - t);
    auto const [next, error] = one_step(f, y, length);
    auto const size = cx::stop_gradient(cx::max(cx::abs(error) / tolerance, 1e-9)); // which steps are taken has no derivative
    auto const good = size <= 1.0;
    auto const factor = cx::clip(0.9 * cx::exp(cx::log(size) * (-1.0 / 3.0)), 0.2, 5.0);
    auto const last = good & (length >= 1.0 - t);
    return std::tuple{cx::where(last, 1.0, cx::where(good, t + length, t)), cx::where(good, next, y), length * factor, tried + 1.0};
  };
  auto const end = cx::while_loop(not_there, trip, std::tuple{0.0 * y0, y0, 0.0 * y0 + 0.1, 0.0 * y0});
  return std::pair{std::get<1>(end), std::get<3>(end)};
};
/// Logistic growth of rate r: y' = r y (1 - y).
inline constexpr auto grown = [](auto y0, auto r, auto tolerance) {
  return solve([&](auto y) { return r * y * (1.0 - y); }, y0, tolerance);
};
inline constexpr auto size_at_end = [](auto y0, auto r, auto tolerance) { return grown(y0, r, tolerance).first; };

/// The zero of f' by Newton's method; a step that would not make f smaller is halved, again and again.
inline constexpr auto minimum_of = [](auto const& f, auto x0) {
  auto const slope = cx::grad(f);
  auto const wrong = [&](auto const& s) { return (cx::abs(slope(s.first)) > 1e-12) & (s.second < 50.0); };
  auto const better = [&](auto const& s) {
    auto const x = s.first;
    auto const g = slope(x), step = -g / cx::max(cx::abs(cx::grad(slope)(x)), 1e-3);
    auto const too_long = [&](auto a) { return (f(x + a * step) > f(x) + 1e-4 * a * step * g) & (a > 1e-10); };
    auto const a = cx::while_loop(
        too_long, [](auto b) { return 0.5 * b; }, 1.0 + 0.0 * x);
    return std::pair{x + a * step, s.second + 1.0};
  };
  return cx::while_loop(wrong, better, std::pair{x0, 0.0 * x0});
};
inline constexpr auto valley = [](auto x) { return cx::log(cx::exp(x) + cx::exp(-2.0 * x)) + 0.1 * cx::cos(3.0 * x); };
inline constexpr auto deepest = [](auto x0) { return minimum_of(valley, x0); };

int main() {
  bool right = true;
  auto const close = [&](double a, double b, double tolerance) {
    return right = right && std::abs(a - b) < tolerance * (1 + std::abs(b)), a;
  };

  double const y0 = 0.1, r = 5.0, growth = std::exp(r), exact = y0 * growth / (1 + y0 * (growth - 1));
  double const by_r = y0 * (1 - y0) * growth / std::pow(1 + y0 * (growth - 1), 2); // of the solution, along the rate
  for (double tolerance : {1e-4, 1e-6, 1e-8}) {
    auto const [y, tried] = cx::jit(grown)(y0, r, tolerance);
    auto const slopes = cx::grad(size_at_end, cx::argnums<0, 1>)(y0, r, tolerance);
    std::printf("tolerance %.0e: y(1) = %.9f in %2.0f steps, wrong by %.1e; derivative along the rate wrong by %.1e\n", tolerance,
                close(y, exact, 30 * tolerance), tried, std::abs(y - exact),
                std::abs(close(std::get<1>(slopes), by_r, 300 * tolerance) - by_r));
  }

  auto const [x, trips] = cx::jit(deepest)(4.0);
  std::printf("the valley's lowest point: %.12f, after %.0f trips from 4\n", x, trips);
  close(cx::grad(valley)(x), 0, 1e-11);

  // Traced at run time: the same bits.
  cx::ndarray const late_y = cx::jit(grown)(cx::ndarray(y0), r, 1e-6).first, late_x = cx::jit(deepest)(cx::ndarray(4.0)).first;
  cx::ndarray const late_slope = std::get<1>(cx::grad(size_at_end, cx::argnums<0, 1>)(cx::ndarray(y0), r, 1e-6));
  right = right && late_y.item<double>() == cx::jit(grown)(y0, r, 1e-6).first && late_x.item<double>() == x;
  right = right && late_slope.item<double>() == std::get<1>(cx::grad(size_at_end, cx::argnums<0, 1>)(y0, r, 1e-6));
  std::printf("traced at run time: %s\n", right ? "the same bits" : "other bits");
  return right ? 0 : 1;
}
