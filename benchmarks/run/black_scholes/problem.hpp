// SPDX-License-Identifier: BSL-1.0
#pragma once
// black_scholes: European calls: price and its derivatives in share price S, strike K, rate r, volatility s and time T, of each option.
//   d1 = (ln(S/K) + (r + s^2/2) T) / (s sqrt T), d2 = d1 - s sqrt T, price = S N(d1) - K exp(-rT) N(d2), N(d) = erfc(-d / sqrt 2) / 2
// S, K in [50, 150], r in [0, .05], s in [.1, .5], T in [.1, 2]; an array of each input (soa), or rows of five (aos).
#include "../../support/problem.hpp"

#include <cmath>

template <class T> T call_price(T S, T K, T r, T s, T t) {
  T const v = s * std::sqrt(t), d1 = (std::log(S / K) + (r + s * s / 2) * t) / v, d2 = d1 - v;
  auto const normal = [](T d) { return std::erfc(-d / std::sqrt(T(2))) / 2; };
  return S * normal(d1) - K * std::exp(-r * t) * normal(d2);
}

struct black_scholes {
  using number = double;
  static constexpr std::size_t inputs = 5;
  static constexpr double low[inputs] = {50, 50, 0, 0.1, 0.1}, high[inputs] = {150, 150, 0.05, 0.5, 2};

  /// Input k of option i.
  static double& input(bench::buffer<double>* x, bool rows, std::size_t i, std::size_t k) { return rows ? x[0][i * inputs + k] : x[k][i]; }
  static void fill(bench::buffer<double>* x, bool rows, std::size_t n) {
    bench::random_numbers random(2);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < inputs; ++k) input(x, rows, i, k) = random(low[k], high[k]);
    }
  }
  /// Price and slopes of some options; `rows`: the slopes are one output.
  static std::vector<bench::probe> probes(bench::buffer<double>* x, bool rows, std::size_t n) {
    std::vector<bench::probe> all;
    for (std::size_t const i : bench::some_of(n, 100)) {
      auto const f = [=](std::size_t k, long double h) {
        long double a[inputs];
        for (std::size_t j = 0; j < inputs; ++j) a[j] = static_cast<long double>(input(x, rows, i, j)) + (j == k ? h : 0);
        return call_price(a[0], a[1], a[2], a[3], a[4]);
      };
      all.push_back({0, i, false, [f](long double) { return f(inputs, 0); }});
      for (std::size_t k = 0; k < inputs; ++k)
        all.push_back({rows ? 1 : 1 + k, rows ? i * inputs + k : i, true, [f, k](long double h) { return f(k, h); },
                       k == 2 ? 0x1p-11L : 0x1p-11L * input(x, rows, i, k)});
    }
    return all;
  }
};

struct black_scholes_soa : black_scholes {
  std::size_t n;
  bench::buffer<double> x[inputs], price, slope[inputs];

  explicit black_scholes_soa(std::size_t options)
      : n(options), x{{n, 0}, {n, 1}, {n, 2}, {n, 3}, {n, 4}}, price(n, 5), slope{{n, 6}, {n, 7}, {n, 8}, {n, 9}, {n, 10}} {
    fill(x, false, n);
  }
  bench::label what() const { return {"black_scholes", std::to_string(n), "f64", "soa", static_cast<double>(n)}; }
  std::vector<bench::output<double>> outputs() {
    std::vector<bench::output<double>> all{{price.data(), n}};
    for (auto& s : slope) all.push_back({s.data(), n});
    return all;
  }
  std::vector<bench::probe> probes() { return black_scholes::probes(x, false, n); }
};

struct black_scholes_aos : black_scholes {
  std::size_t n;
  bench::buffer<double> x, price, slope;

  explicit black_scholes_aos(std::size_t options) : n(options), x(inputs * n, 0), price(n, 1), slope(inputs * n, 2) { fill(&x, true, n); }
  bench::label what() const { return {"black_scholes", std::to_string(n), "f64", "aos", static_cast<double>(n)}; }
  std::vector<bench::output<double>> outputs() { return {{price.data(), n}, {slope.data(), inputs * n}}; }
  std::vector<bench::probe> probes() { return black_scholes::probes(&x, true, n); }
};
