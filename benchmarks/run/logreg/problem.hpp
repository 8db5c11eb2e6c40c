// SPDX-License-Identifier: BSL-1.0
#pragma once
// logreg: mean_i softplus(-y_i x_i.w), X in [-1, 1], y = +-1, w in [-.5, .5]; value and gradient in w. X is larger than the caches.
#include "../../support/problem.hpp"

#include <cmath>

struct logreg {
  using number = double;
  static constexpr std::size_t columns = 100;
  std::size_t rows;
  bench::buffer<double> x, y, w, gradient;
  double value = 0;

  explicit logreg(std::size_t n) : rows(n), x(n * columns, 0), y(n, 1), w(columns, 2), gradient(columns, 3) {
    bench::random_numbers random(3);
    random.fill(x, -1, 1), random.fill(w, -0.5, 0.5);
    for (double& v : y) v = random(0, 1) < 0.5 ? -1 : 1;
  }
  bench::label what() const {
    return {"logreg", std::to_string(rows) + "x" + std::to_string(columns), "f64", "-", static_cast<double>(rows)};
  }
  std::vector<bench::output<double>> outputs() { return {{&value, 1}, {gradient.data(), columns}}; }
  std::vector<bench::probe> probes() const {
    auto const margins = std::make_shared<std::vector<long double>>(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j)
        (*margins)[i] -= static_cast<long double>(y[i]) * static_cast<long double>(x[i * columns + j]) * static_cast<long double>(w[j]);
    }
    auto const f = [this, margins](std::size_t j, long double h) {
      long double sum = 0;
      for (std::size_t i = 0; i < rows; ++i)
        sum += std::log1p(std::exp((*margins)[i] - h * static_cast<long double>(y[i] * x[i * columns + j])));
      return sum / static_cast<long double>(rows);
    };
    std::vector<bench::probe> all{{0, 0, false, [f](long double) { return f(0, 0); }}};
    for (std::size_t const j : bench::some_of(columns, 6)) all.push_back({1, j, true, [f, j](long double h) { return f(j, h); }});
    return all;
  }
};
