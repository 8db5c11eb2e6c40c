// SPDX-License-Identifier: BSL-1.0
// Random numbers: an Asian option and its greeks by Monte Carlo. Each path has a key of its own; the derivatives go through the paths.
#include <cmath>
#include <constax/constax.hpp>
#include <cstdio>
#include <tuple>

namespace cx = constax;
namespace jr = cx::random;
using namespace cx::literals;

inline constexpr int steps = 32, paths = 1 << 14;
inline constexpr double strike = 100, years = 1;

// One path of a share's price under Black and Scholes' model: what the option on its arithmetic mean pays, and that on its geometric mean.
inline constexpr auto payoffs = [](auto key, auto spot, auto volatility, auto rate) {
  double const dt = years / steps;
  auto const moves = (rate - 0.5 * volatility * volatility) * dt + volatility * cx::sqrt(dt) * jr::normal<steps>(key);
  auto const log_price = cx::log(spot) + cx::cumsum(moves, 0_c);
  auto const discount = cx::exp(-rate * years);
  auto const pays = [&](auto mean) { return discount * cx::max(mean - strike, 0.0); };
  return std::pair{pays(cx::mean(cx::exp(log_price))), pays(cx::exp(cx::mean(log_price)))};
};

// The mean over all paths: the option on the geometric mean has a formula; the other one is priced by the difference, which varies little.
inline constexpr auto price = [](auto spot, auto volatility, auto rate, auto key) {
  auto const on_paths = cx::vmap(payoffs, cx::in_axes<0, cx::none, cx::none, cx::none>);
  auto const [arithmetic, geometric] = on_paths(jr::split<paths>(key), spot, volatility, rate);
  return std::pair{cx::mean(arithmetic - geometric), cx::mean(geometric)};
};
inline constexpr auto geometric_price = [](auto... x) { return price(x...).second; };
inline constexpr auto difference = [](auto... x) { return price(x...).first; };

inline constexpr auto formula = [](auto spot, auto volatility, auto rate) {
  constexpr double n = steps, mean_time = years * (n + 1) / (2 * n), variance = years * (n + 1) * (2 * n + 1) / (6 * n * n);
  auto const spread = volatility * cx::sqrt(variance);
  auto const forward = spot * cx::exp((rate - 0.5 * volatility * volatility) * mean_time + 0.5 * spread * spread);
  auto const d = cx::log(forward / strike) / spread + 0.5 * spread;
  auto const below = [](auto x) { return 0.5 * cx::erfc(x * -0.70710678118654752440); };
  return cx::exp(-rate * years) * (forward * below(d) - strike * below(d - spread));
};

int main() {
  double const spot = 100, volatility = 0.3, rate = 0.05;
  auto const key = jr::key(2024);
  auto const greeks = cx::argnums<0, 1, 2>; // delta, vega, rho

  auto const [exact, exact_slopes] = cx::value_and_grad(formula, greeks)(spot, volatility, rate);
  auto const [drawn, drawn_slopes] = cx::value_and_grad(geometric_price, greeks)(spot, volatility, rate, key);
  auto const [extra, extra_slopes] = cx::value_and_grad(difference, greeks)(spot, volatility, rate, key);

  std::printf("geometric mean   price %8.4f  delta %7.4f  vega %8.4f  rho %8.4f   %d paths\n", drawn, std::get<0>(drawn_slopes),
              std::get<1>(drawn_slopes), std::get<2>(drawn_slopes), paths);
  std::printf("by the formula   price %8.4f  delta %7.4f  vega %8.4f  rho %8.4f\n", exact, std::get<0>(exact_slopes),
              std::get<1>(exact_slopes), std::get<2>(exact_slopes));
  std::printf("arithmetic mean  price %8.4f  delta %7.4f  vega %8.4f  rho %8.4f\n", exact + extra,
              std::get<0>(exact_slopes) + std::get<0>(extra_slopes), std::get<1>(exact_slopes) + std::get<1>(extra_slopes),
              std::get<2>(exact_slopes) + std::get<2>(extra_slopes));

  // Four standard errors of so many paths: the payoff's deviation is about 12, those of the greeks 0.6, 50 and 60.
  auto const near = [](double x, double y, double deviation) { return std::abs(x - y) < 4 * deviation / std::sqrt(paths); };
  bool const right = near(drawn, exact, 12) && near(std::get<0>(drawn_slopes), std::get<0>(exact_slopes), 0.6) &&
                     near(std::get<1>(drawn_slopes), std::get<1>(exact_slopes), 50) &&
                     near(std::get<2>(drawn_slopes), std::get<2>(exact_slopes), 60);
  return right && extra > 0.1 && extra < 1 ? 0 : 1;
}
