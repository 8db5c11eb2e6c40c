// SPDX-License-Identifier: BSL-1.0
#pragma once
// ba: the reprojection residual of bundle adjustment and its Jacobian, for many observations. A camera is a rotation vector r, a centre C,
// a focal length f, a principal point p and two radial coefficients k1, k2; a point X is seen at z with weight w:
//   theta = |r|, v = r / theta, d = X - C, y = R d = d cos theta + (v x d) sin theta + v (v.d) (1 - cos theta)       (Rodrigues)
//   u = (y0, y1) / y2, q = |u|^2, residual = w (f (1 + k1 q + k2 q^2) u + p - z)
// The 15 parameters of an observation are r, C, f, p, k1, k2, X, w; the residual has 2 elements, its Jacobian 2 x 15.
#include "../../support/problem.hpp"

#include <array>
#include <cmath>

namespace ba {
inline constexpr std::size_t parameters = 15;

/// The residual of one observation.
template <class T> std::array<T, 2> residual(T const* x, double const* z) {
  T const d[3] = {x[11] - x[3], x[12] - x[4], x[13] - x[5]};
  T const theta = std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]), c = std::cos(theta), s = std::sin(theta);
  T const v[3] = {x[0] / theta, x[1] / theta, x[2] / theta}, t = (v[0] * d[0] + v[1] * d[1] + v[2] * d[2]) * (1 - c);
  T const y[3] = {d[0] * c + (v[1] * d[2] - v[2] * d[1]) * s + v[0] * t, d[1] * c + (v[2] * d[0] - v[0] * d[2]) * s + v[1] * t,
                  d[2] * c + (v[0] * d[1] - v[1] * d[0]) * s + v[2] * t};
  T const u[2] = {y[0] / y[2], y[1] / y[2]}, q = u[0] * u[0] + u[1] * u[1], zoom = x[6] * (1 + q * (x[9] + q * x[10]));
  return {x[14] * (zoom * u[0] + x[7] - z[0]), x[14] * (zoom * u[1] + x[8] - z[1])};
}

/// Ranges of the parameters, and of z: a picture of 640 x 480.
inline constexpr double low[] = {-1, -1, -1, -0.5, -0.5, -0.5, 300, 300, 220, -0.1, -0.01, -1, -1, 4, 0.5, 0, 0};
inline constexpr double high[] = {1, 1, 1, 0.5, 0.5, 0.5, 800, 340, 260, 0.1, 0.01, 1, 1, 8, 1, 640, 480};

/// Component k of the Jacobian's row r at an observation.
inline bench::probe slope(std::size_t output, std::size_t index, std::array<double, parameters> x, std::array<double, 2> z, std::size_t r,
                          std::size_t k) {
  return {output, index, true,
          [=](long double h) {
            std::array<long double, parameters> moved;
            for (std::size_t i = 0; i < parameters; ++i) moved[i] = static_cast<long double>(x[i]) + (i == k ? h : 0);
            return residual(moved.data(), z.data())[r];
          },
          0x1p-14L};
}

/// An array for each input and each result.
struct columns {
  using number = double;
  using array = bench::buffer<double>;
  std::size_t n;
  std::vector<array> x, z, residual;
  std::array<std::vector<array>, 2> jacobian;

  explicit columns(std::size_t count) : n(count) {
    unsigned place = 0;
    auto const some = [&](std::vector<array>& v, std::size_t arrays) {
      while (arrays-- > 0) v.emplace_back(n, place++);
    };
    some(x, parameters), some(z, 2), some(residual, 2), some(jacobian[0], parameters), some(jacobian[1], parameters);
    bench::random_numbers draw(1);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < parameters; ++k) x[k][i] = draw(low[k], high[k]);
      for (std::size_t k = 0; k < 2; ++k) z[k][i] = draw(low[parameters + k], high[parameters + k]);
    }
  }
  bench::label what() const { return {"ba", std::to_string(n), "f64", "soa", static_cast<double>(n)}; }
  std::vector<bench::output<double>> outputs() {
    std::vector<bench::output<double>> all;
    for (std::vector<array>* const v : {&residual, &jacobian[0], &jacobian[1]})
      for (array& a : *v) all.push_back({a.data(), n, 1}); // two of them are zero
    return all;
  }
  std::vector<bench::probe> probes() const {
    std::vector<bench::probe> all;
    for (std::size_t const i : bench::some_of(n, 50)) {
      std::array<double, parameters> at;
      for (std::size_t k = 0; k < parameters; ++k) at[k] = x[k][i];
      for (std::size_t r = 0; r < 2; ++r)
        for (std::size_t k = 0; k < parameters; ++k) all.push_back(slope(2 + r * parameters + k, i, at, {z[0][i], z[1][i]}, r, k));
    }
    return all;
  }
};

/// A row for each observation: 15 parameters and 2 coordinates in, 2 residuals and 2 x 15 derivatives out.
struct rows {
  using number = double;
  std::size_t n;
  bench::buffer<double> x, z, residual, jacobian;

  explicit rows(std::size_t count) : n(count), x(parameters * n, 0), z(2 * n, 1), residual(2 * n, 2), jacobian(2 * parameters * n, 3) {
    bench::random_numbers draw(1);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < parameters; ++k) x[i * parameters + k] = draw(low[k], high[k]);
      for (std::size_t k = 0; k < 2; ++k) z[i * 2 + k] = draw(low[parameters + k], high[parameters + k]);
    }
  }
  bench::label what() const { return {"ba", std::to_string(n), "f64", "aos", static_cast<double>(n)}; }
  std::vector<bench::output<double>> outputs() { return {{residual.data(), residual.size()}, {jacobian.data(), jacobian.size()}}; }
  std::vector<bench::probe> probes() const {
    std::vector<bench::probe> all;
    for (std::size_t const i : bench::some_of(n, 50)) {
      std::array<double, parameters> at;
      for (std::size_t k = 0; k < parameters; ++k) at[k] = x[i * parameters + k];
      for (std::size_t r = 0; r < 2; ++r)
        for (std::size_t k = 0; k < parameters; ++k)
          all.push_back(slope(1, (i * 2 + r) * parameters + k, at, {z[2 * i], z[2 * i + 1]}, r, k));
    }
    return all;
  }
};
} // namespace ba
