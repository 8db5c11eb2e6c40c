// SPDX-License-Identifier: BSL-1.0
// A price as a formula; its derivatives ("greeks") by grad, those of the derivatives by grad again, and all contracts at once by vmap.
#include <constax/constax.hpp>
#include <cmath>
#include <cstdio>
#include <tuple>
#include <vector>

namespace cx = constax;

inline constexpr auto normal = [](auto x) { return 0.5 * cx::erfc(x * -0.70710678118654752440); };
/// A European call: price of the share, strike, years to run, interest rate, volatility.
inline constexpr auto price = [](auto s, auto k, auto t, auto r, auto v) {
  auto d1 = (cx::log(s / k) + (r + 0.5 * v * v) * t) / (v * cx::sqrt(t));
  auto d2 = d1 - v * cx::sqrt(t);
  return s * normal(d1) - k * cx::exp(-r * t) * normal(d2);
};
/// Price, delta, gamma, theta, rho, vega.
inline constexpr auto greeks = [](auto s, auto k, auto t, auto r, auto v) {
  auto [p, slope] = cx::value_and_grad(price, cx::argnums<0, 2, 3, 4>)(s, k, t, r, v);
  auto [delta, decay, rho, vega] = slope;
  return std::tuple{p, delta, cx::grad(cx::grad(price))(s, k, t, r, v), -decay, rho, vega};
};
inline constexpr auto book = cx::vmap(greeks, cx::in_axes<0, 0, 0, cx::none, 0>); // one interest rate for all

inline constexpr cx::dim<"n"> n;

int main() {
  std::size_t const contracts = 1000;
  std::vector<double> s(contracts), k(contracts), t(contracts), v(contracts);
  for (std::size_t i = 0; i < contracts; ++i) {
    double const u = static_cast<double>(i) / contracts;
    s[i] = 100, k[i] = 80 + 40 * u, t[i] = 0.1 + 2 * u * u, v[i] = 0.1 + 0.3 * (1 - u);
  }
  double const r = 0.03;
  using column = cx::view<double const, n>;
  auto const [p, delta, gamma, theta, rho, vega] = book(column(s), column(k), column(t), r, column(v));
  std::printf("strike 100: price %.6f delta %.6f gamma %.6f theta %.6f rho %.6f vega %.6f\n", p[500], delta[500], gamma[500], theta[500],
              rho[500], vega[500]);

  // The textbook's formulas.
  double worst = 0;
  auto const N = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  for (std::size_t i = 0; i < contracts; ++i) {
    double const root = v[i] * std::sqrt(t[i]), d1 = (std::log(s[i] / k[i]) + (r + v[i] * v[i] / 2) * t[i]) / root, d2 = d1 - root;
    double const density = std::exp(-d1 * d1 / 2) / std::sqrt(2 * std::acos(-1.0)), discounted = k[i] * std::exp(-r * t[i]);
    double const exact[] = {s[i] * N(d1) - discounted * N(d2), N(d1),
                            density / (s[i] * root),           -s[i] * density * root / (2 * t[i]) - r * discounted * N(d2),
                            t[i] * discounted * N(d2),         s[i] * density * std::sqrt(t[i])};
    auto const at = static_cast<std::int64_t>(i);
    double const ours[] = {p[at], delta[at], gamma[at], theta[at], rho[at], vega[at]};
    for (int j = 0; j < 6; ++j) worst = std::fmax(worst, std::abs(ours[j] - exact[j]) / (1 + std::abs(exact[j])));
  }
  std::printf("%zu contracts; largest difference from the formulas %.1e\n", contracts, worst);
  return worst < 1e-12 ? 0 : 1;
}
