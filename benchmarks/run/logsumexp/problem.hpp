// SPDX-License-Identifier: BSL-1.0
#pragma once
// logsumexp: sum over rows of m + ln sum_j exp(x_ij - m), m = max_j x_ij; x in [-5, 5]; value and gradient.
#include "../../support/problem.hpp"

#include <cmath>

struct logsumexp {
  using number = double;
  std::size_t rows, columns;
  bench::buffer<double> x, gradient;
  double value = 0;

  explicit logsumexp(std::size_t n, std::size_t m) : rows(n), columns(m), x(n * m, 0), gradient(n * m, 1) {
    bench::random_numbers(4).fill(x, -5, 5);
  }
  bench::label what() const {
    return {"logsumexp", std::to_string(rows) + "x" + std::to_string(columns), "f64", "-", static_cast<double>(rows * columns)};
  }
  std::vector<bench::output<double>> outputs() { return {{&value, 1}, {gradient.data(), gradient.size()}}; }
  std::vector<bench::probe> probes() const {
    auto const row = [this](std::size_t i, std::size_t j, long double h) {
      long double sum = 0;
      for (std::size_t k = 0; k < columns; ++k) sum += std::exp(static_cast<long double>(x[i * columns + k]) + (k == j ? h : 0));
      return std::log(sum);
    };
    auto const of_all = [this, row](long double) {
      long double sum = 0;
      for (std::size_t i = 0; i < rows; ++i) sum += row(i, columns, 0);
      return sum;
    };
    std::vector<bench::probe> all{{0, 0, false, of_all}};
    for (std::size_t const at : bench::some_of(x.size(), 50))
      all.push_back({1, at, true, [this, row, at](long double h) { return row(at / columns, at % columns, h); }});
    return all;
  }
};
