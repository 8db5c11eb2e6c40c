// SPDX-License-Identifier: BSL-1.0
#pragma once
// rosenbrock: sum over i < n - 1 of (1 - x_i)^2 + 100 (x_{i+1} - x_i^2)^2, x in [0, 2]; value and gradient.
#include "../../support/problem.hpp"

#include <cmath>

template <std::size_t N> struct rosenbrock {
  using number = double;
  static constexpr std::size_t n = N;
  bench::buffer<double> x{n, 0}, gradient{n, 1};
  double value = 0;

  rosenbrock() { bench::random_numbers(5).fill(x, 0, 2); }
  bench::label what() const { return {"rosenbrock", std::to_string(n), "f64", "-", static_cast<double>(n)}; }
  std::vector<bench::output<double>> outputs() { return {{&value, 1}, {gradient.data(), n}}; }
  std::vector<bench::probe> probes() const {
    // the terms first .. last - 1, where x_at is h more
    auto const terms = [this](std::size_t first, std::size_t last, std::size_t at, long double h) {
      long double sum = 0;
      for (std::size_t i = first; i < last; ++i) {
        long double const a = static_cast<long double>(x[i]) + (i == at ? h : 0),
                          b = static_cast<long double>(x[i + 1]) + (i + 1 == at ? h : 0);
        sum += (1 - a) * (1 - a) + 100 * (b - a * a) * (b - a * a);
      }
      return sum;
    };
    std::vector<bench::probe> all{{0, 0, false, [terms](long double) { return terms(0, n - 1, n, 0); }}};
    for (std::size_t const i : bench::some_of(n, 200))
      all.push_back({1, i, true, [terms, i](long double h) { return terms(i > 0 ? i - 1 : 0, std::min(i + 1, n - 1), i, h); }});
    return all;
  }
};
