// SPDX-License-Identifier: BSL-1.0
#pragma once
// chain: y = sum_i sin(x_i) exp(-x_i^2) + tanh(x_i), x in [-2, 2]; value and gradient.
#include "../../support/problem.hpp"

#include <cmath>

template <class T> struct chain {
  using number = T;
  bench::buffer<T> x, gradient;
  T value = 0;

  explicit chain(std::size_t n) : x(n, 0), gradient(n, 1) { bench::random_numbers(1).fill(x, -2, 2); }
  bench::label what() const { return {"chain", std::to_string(x.size()), bench::dtype_name<T>(), "-", static_cast<double>(x.size())}; }
  std::vector<bench::output<T>> outputs() { return {{&value, 1}, {gradient.data(), gradient.size()}}; }
  std::vector<bench::probe> probes() const {
    auto const term = [](long double v) { return std::sin(v) * std::exp(-v * v) + std::tanh(v); };
    auto const sum = [this, term](long double) {
      long double y = 0;
      for (std::size_t i = 0; i < x.size(); ++i) y += term(x[i]);
      return y;
    };
    std::vector<bench::probe> all{{0, 0, false, sum}};
    for (std::size_t const i : bench::some_of(x.size(), 200))
      all.push_back({1, i, true, [this, term, i](long double h) { return term(x[i] + h); }});
    return all;
  }
};
