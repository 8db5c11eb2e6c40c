// SPDX-License-Identifier: BSL-1.0
#pragma once
// speelpenning: prod_i x_i, x in [.8, 1.25]; value and gradient.
#include "../../support/problem.hpp"

template <std::size_t N> struct speelpenning {
  using number = double;
  static constexpr std::size_t n = N;
  bench::buffer<double> x{n, 0}, gradient{n, 1};
  double value = 0;

  speelpenning() { bench::random_numbers(6).fill(x, 0.8, 1.25); }
  bench::label what() const { return {"speelpenning", std::to_string(n), "f64", "-", static_cast<double>(n)}; }
  std::vector<bench::output<double>> outputs() { return {{&value, 1}, {gradient.data(), n}}; }
  std::vector<bench::probe> probes() const {
    auto const product = [this](std::size_t at, long double h) {
      long double y = 1;
      for (std::size_t i = 0; i < n; ++i) y *= static_cast<long double>(x[i]) + (i == at ? h : 0);
      return y;
    };
    std::vector<bench::probe> all{{0, 0, false, [product](long double) { return product(n, 0); }}};
    for (std::size_t const i : bench::some_of(n, 100)) all.push_back({1, i, true, [product, i](long double h) { return product(i, h); }});
    return all;
  }
};
