// SPDX-License-Identifier: BSL-1.0
#pragma once
// mlp: a layer of hidden units, sum_i (sum_k v_k tanh((X W)_ik) - y_i)^2 / n; X in [-1, 1], y in [-1, 1], W in [-1, 1] / sqrt(inputs), v in
// [-1, 1] / sqrt(units); value and gradient in W and v. Three products of matrices and vectors, two of matrices: 4 n inputs units
// operations are theirs.
#include "../../support/problem.hpp"

#include <cmath>

struct mlp {
  using number = double;
  std::size_t rows, inputs, units;
  bench::buffer<double> x, y, w, v, of_w, of_v;
  double value = 0;

  mlp(std::size_t n, std::size_t d, std::size_t h)
      : rows(n), inputs(d), units(h), x(n * d, 0), y(n, 1), w(d * h, 2), v(h, 3), of_w(d * h, 4), of_v(h, 5) {
    bench::random_numbers random(11);
    double const of_inputs = 1 / std::sqrt(static_cast<double>(d)), of_units = 1 / std::sqrt(static_cast<double>(h));
    random.fill(x, -1, 1), random.fill(y, -1, 1), random.fill(w, -of_inputs, of_inputs), random.fill(v, -of_units, of_units);
  }
  bench::label what() const {
    return {"mlp", std::to_string(rows) + "x" + std::to_string(inputs) + "x" + std::to_string(units), "f64", "-",
            static_cast<double>(rows)};
  }
  std::vector<bench::output<double>> outputs() { return {{&value, 1}, {of_w.data(), of_w.size()}, {of_v.data(), units}}; }
  std::vector<bench::probe> probes() const {
    // XW, once; a probe moves one column of it, or one weight behind it.
    auto const products = std::make_shared<std::vector<long double>>(rows * units);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < inputs; ++j)
        for (std::size_t k = 0; k < units; ++k)
          (*products)[i * units + k] += static_cast<long double>(x[i * inputs + j]) * static_cast<long double>(w[j * units + k]);
    auto const loss = [this, products](std::size_t input, std::size_t unit, long double in_w, long double in_v) {
      long double sum = 0;
      for (std::size_t i = 0; i < rows; ++i) {
        long double e = -static_cast<long double>(y[i]);
        for (std::size_t k = 0; k < units; ++k) {
          long double a = (*products)[i * units + k], b = static_cast<long double>(v[k]);
          if (k == unit) a += in_w * static_cast<long double>(x[i * inputs + input]), b += in_v;
          e += b * std::tanh(a);
        }
        sum += e * e;
      }
      return sum / static_cast<long double>(rows);
    };
    std::vector<bench::probe> all{{0, 0, false, [loss](long double) { return loss(0, 0, 0, 0); }}};
    for (std::size_t const at : bench::some_of(w.size(), 4))
      all.push_back({1, at, true, [loss, at, this](long double h) { return loss(at / units, at % units, h, 0); }});
    for (std::size_t const k : bench::some_of(units, 3)) all.push_back({2, k, true, [loss, k](long double h) { return loss(0, k, 0, h); }});
    return all;
  }
};
