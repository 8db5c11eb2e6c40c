// SPDX-License-Identifier: BSL-1.0
#pragma once
// lstm: the long short-term memory of ADBench with l = 2 layers of b = 14 units and diagonal weights, over a sequence of c = 1024; value
// and gradient in all weights. E is 3 x b, W and B are l x 4 x b. A step from x to its successor x':
//   in = x E0; per layer: f = s(in W0 + B0), i = s(h W1 + B1), o = s(in W2 + B2), a = tanh(h W3 + B3), c = c f + i a, h = o tanh c, in = h
//   y = in E1 + E2, loss -= sum_j x'_j (y_j - ln(2 + sum exp y))
// s is the logistic function; the loss is divided by (c - 1) b. x in {0, 1}, weights in [-1, 1], the states (h, c of each layer) begin in
// [-.5, .5].
#include "../../support/problem.hpp"

#include <cmath>

struct lstm {
  using number = double;
  static constexpr std::size_t layers = 2, units = 14, length = 1024, steps = length - 1;
  static constexpr double scale = -1.0 / static_cast<double>(steps * units);
  /// W, B, E and the slopes in them.
  struct weights {
    bench::buffer<double> w, b, ends;
    explicit weights(unsigned place) : w(layers * 4 * units, place), b(layers * 4 * units, place + 1), ends(3 * units, place + 2) {}
  };
  weights parameters{0}, gradient{3};
  bench::buffer<double> state{2 * layers * units, 6}, x{length * units, 7}; // state: h, c of the first layer, h, c of the second
  double value = 0;

  lstm() {
    bench::random_numbers random(7);
    random.fill(parameters.w, -1, 1), random.fill(parameters.b, -1, 1), random.fill(parameters.ends, -1, 1), random.fill(state, -0.5, 0.5);
    for (double& v : x) v = random(0, 1) < 0.5 ? 0 : 1;
  }
  bench::label what() const { return {"lstm", std::to_string(length), "f64", "-", static_cast<double>(steps)}; }
  std::vector<bench::output<double>> outputs() {
    return {{&value, 1},
            {gradient.w.data(), gradient.w.size()},
            {gradient.b.data(), gradient.b.size()},
            {gradient.ends.data(), gradient.ends.size()}};
  }

  /// add(t, a) for each step and its part a of the loss, with the weights that W(layer, row, unit), B(layer, row, unit), E(row, unit) give.
  template <class T> void losses(auto const& W, auto const& B, auto const& E, auto const& add) const {
    auto const s = [](T v) { return 1 / (1 + std::exp(-v)); };
    T h[layers][units], c[layers][units];
    for (std::size_t l = 0; l < layers; ++l) {
      for (std::size_t j = 0; j < units; ++j)
        h[l][j] = static_cast<T>(state[2 * l * units + j]), c[l][j] = static_cast<T>(state[(2 * l + 1) * units + j]);
    }
    for (std::size_t t = 0; t < steps; ++t) {
      T y[units], of_exp = 2;
      for (std::size_t j = 0; j < units; ++j) {
        T in = static_cast<T>(x[t * units + j]) * E(0, j);
        for (std::size_t l = 0; l < layers; ++l) {
          T const f = s(in * W(l, 0, j) + B(l, 0, j)), i = s(h[l][j] * W(l, 1, j) + B(l, 1, j)), o = s(in * W(l, 2, j) + B(l, 2, j));
          c[l][j] = c[l][j] * f + i * std::tanh(h[l][j] * W(l, 3, j) + B(l, 3, j));
          in = h[l][j] = o * std::tanh(c[l][j]);
        }
        y[j] = in * E(1, j) + E(2, j), of_exp += std::exp(y[j]);
      }
      T const log_of_sum = std::log(of_exp);
      T sum = 0;
      for (std::size_t j = 0; j < units; ++j) sum += static_cast<T>(x[(t + 1) * units + j]) * (y[j] - log_of_sum);
      add(t, sum * static_cast<T>(scale));
    }
  }
  std::vector<bench::probe> probes() const {
    // with component `at` of array `array` (1: W, 2: B, 3: E) h more
    auto const with = [this](std::size_t array, std::size_t at, long double h, auto const& add) {
      auto const some = [=](std::size_t which, bench::buffer<double> const& b) {
        return [=, &b](std::size_t i) { return static_cast<long double>(b[i]) + (array == which && i == at ? h : 0); };
      };
      auto const w = some(1, parameters.w), b = some(2, parameters.b), ends = some(3, parameters.ends);
      auto const of_layer = [](auto const& a) {
        return [&a](std::size_t l, std::size_t r, std::size_t j) { return a((l * 4 + r) * units + j); };
      };
      losses<long double>(
          of_layer(w), of_layer(b), [&ends](std::size_t r, std::size_t j) { return ends(r * units + j); }, add);
    };
    // Differences of each step: those of the sum of all would be lost in its rounding.
    auto const before = std::make_shared<std::vector<long double>>(steps);
    with(0, 0, 0, [&](std::size_t t, long double a) { (*before)[t] = a; });
    auto const f = [with, before](std::size_t array, std::size_t at, long double h) {
      long double sum = 0;
      with(array, at, h, [&](std::size_t t, long double a) { sum += array > 0 ? a - (*before)[t] : a; });
      return sum;
    };
    std::vector<bench::probe> all{{0, 0, false, [f](long double) { return f(0, 0, 0); }}};
    for (std::size_t array = 1; array <= 3; ++array) {
      for (std::size_t const i : bench::some_of((array == 3 ? 3 : layers * 4) * units, 12))
        all.push_back({array, i, true, [f, array, i](long double h) { return f(array, i, h); }, 0x1p-12L});
    }
    return all;
  }
};
