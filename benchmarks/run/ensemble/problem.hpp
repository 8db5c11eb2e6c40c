// SPDX-License-Identifier: BSL-1.0
#pragma once
// ensemble: n damped driven pendula theta'' = -sin theta - q theta' + g cos(w t), each through 200 steps of the classical Runge-Kutta
// method with h = .05; the loss theta(T)^2 + omega(T)^2 of each, omega = theta', and its gradient in theta(0), omega(0), q, g, w. theta(0),
// omega(0) in [-1, 1], q in [.1, .5], g in [.5, 1.5], w in [.5, 1]; an array of each.
#include "../../support/problem.hpp"

#include <cmath>

struct ensemble {
  using number = double;
  static constexpr std::size_t inputs = 5, steps = 200;
  static constexpr double h = 0.05, low[inputs] = {-1, -1, 0.1, 0.5, 0.5}, high[inputs] = {1, 1, 0.5, 1.5, 1};
  std::size_t n;
  bench::buffer<double> x[inputs], loss, slope[inputs];

  explicit ensemble(std::size_t pendula)
      : n(pendula), x{{n, 0}, {n, 1}, {n, 2}, {n, 3}, {n, 4}}, loss(n, 5), slope{{n, 6}, {n, 7}, {n, 8}, {n, 9}, {n, 10}} {
    bench::random_numbers random(12);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < inputs; ++k) x[k][i] = random(low[k], high[k]);
    }
  }
  bench::label what() const { return {"ensemble", std::to_string(n), "f64", "-", static_cast<double>(n)}; }
  std::vector<bench::output<double>> outputs() {
    std::vector<bench::output<double>> all{{loss.data(), n}};
    for (auto& s : slope) all.push_back({s.data(), n});
    return all;
  }

  template <class T> static T loss_of(T theta, T omega, T q, T g, T w) {
    T const dt = static_cast<T>(h);
    for (std::size_t i = 0; i < steps; ++i) {
      auto const bend = [=](T angle, T speed, T t) { return g * std::cos(w * t) - std::sin(angle) - q * speed; };
      T const t = dt * static_cast<T>(i), o1 = omega, a1 = bend(theta, o1, t);
      T const o2 = omega + dt / 2 * a1, a2 = bend(theta + dt / 2 * o1, o2, t + dt / 2);
      T const o3 = omega + dt / 2 * a2, a3 = bend(theta + dt / 2 * o2, o3, t + dt / 2);
      T const o4 = omega + dt * a3, a4 = bend(theta + dt * o3, o4, t + dt);
      theta += dt / 6 * (o1 + 2 * (o2 + o3) + o4), omega += dt / 6 * (a1 + 2 * (a2 + a3) + a4);
    }
    return theta * theta + omega * omega;
  }
  std::vector<bench::probe> probes() const {
    std::vector<bench::probe> all;
    for (std::size_t const i : bench::some_of(n, 50)) {
      auto const f = [this, i](std::size_t k, long double dx) {
        long double a[inputs];
        for (std::size_t j = 0; j < inputs; ++j) a[j] = static_cast<long double>(x[j][i]) + (j == k ? dx : 0);
        return loss_of(a[0], a[1], a[2], a[3], a[4]);
      };
      all.push_back({0, i, false, [f](long double) { return f(inputs, 0); }});
      for (std::size_t k = 0; k < inputs; ++k) all.push_back({1 + k, i, true, [f, k](long double dx) { return f(k, dx); }, 0x1p-16L});
    }
    return all;
  }
};
