// SPDX-License-Identifier: BSL-1.0
// flags: -O3 -march=native
// A Kalman filter by scan: likelihood of 10,000 measurements of a point that moves in a plane, four numbers of state, two of each measurement.
#include "beside.hpp"

#include <array>

namespace {
using namespace beside;

inline constexpr auto filter = [](auto f, auto q, auto h, auto r, auto measured) {
  auto const step = [=](auto const& state, auto const& z) {
    auto const& [x, p] = state;
    auto const ahead = cx::matmul(f, x);
    auto const spread = cx::matmul(cx::matmul(f, p), cx::transpose(f)) + q;
    auto const seen = cx::matmul(spread, cx::transpose(h)); // [4,2]
    auto const s = cx::matmul(h, seen) + r;
    auto const determinant = s[0_c][0_c] * s[1_c][1_c] - s[0_c][1_c] * s[1_c][0_c];
    auto const a = s[1_c][1_c] / determinant, b = -s[0_c][1_c] / determinant, c = s[0_c][0_c] / determinant;
    auto const miss = z - cx::matmul(h, ahead);
    auto const weighted = cx::stack(std::array{a * miss[0_c] + b * miss[1_c], b * miss[0_c] + c * miss[1_c]}); // the inverse of s times miss
    auto const first = a * seen(cx::slice(), 0_c) + b * seen(cx::slice(), 1_c);
    auto const second = b * seen(cx::slice(), 0_c) + c * seen(cx::slice(), 1_c);
    auto const gain = cx::stack(std::array{first, second}, 1_c); // [4,2]
    auto const fit = cx::sum(miss * weighted) + cx::log(determinant);
    return std::pair{std::pair{ahead + cx::matmul(seen, weighted), spread - cx::matmul(gain, cx::transpose(seen))}, fit};
  };
  auto const start = std::pair{cx::zeros<double, 4>(), cx::eye<double, 4>()};
  return -0.5 * cx::sum(cx::scan(step, start, measured).second);
};

using vector4 = std::array<double, 4>;
using matrix4 = std::array<vector4, 4>;
double by_loop(matrix4 const& f, matrix4 const& q, std::array<vector4, 2> const& h, std::array<double, 4> const& r, numbers const& z) {
  vector4 x = {};
  matrix4 p = {};
  for (std::size_t i = 0; i < 4; ++i) p[i][i] = 1;
  double likelihood = 0;
  for (std::size_t t = 0; t < z.size() / 2; ++t) {
    vector4 ahead = {};
    matrix4 fp = {}, spread = q;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t k = 0; k < 4; ++k) {
        ahead[i] += f[i][k] * x[k];
        for (std::size_t l = 0; l < 4; ++l) fp[i][l] += f[i][k] * p[k][l];
      }
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t k = 0; k < 4; ++k)
        for (std::size_t l = 0; l < 4; ++l) spread[i][l] += fp[i][k] * f[l][k];
    double seen[4][2] = {}, s[2][2] = {{r[0], r[1]}, {r[2], r[3]}}, miss[2] = {z[2 * t], z[2 * t + 1]};
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t k = 0; k < 4; ++k)
        for (std::size_t l = 0; l < 2; ++l) seen[i][l] += spread[i][k] * h[l][k];
    for (std::size_t l = 0; l < 2; ++l)
      for (std::size_t k = 0; k < 4; ++k) {
        miss[l] -= h[l][k] * ahead[k];
        for (std::size_t i = 0; i < 2; ++i) s[i][l] += h[i][k] * seen[k][l];
      }
    double const determinant = s[0][0] * s[1][1] - s[0][1] * s[1][0];
    double const a = s[1][1] / determinant, b = -s[0][1] / determinant, c = s[0][0] / determinant;
    double const weighted[] = {a * miss[0] + b * miss[1], b * miss[0] + c * miss[1]};
    for (std::size_t i = 0; i < 4; ++i) {
      x[i] = ahead[i] + seen[i][0] * weighted[0] + seen[i][1] * weighted[1];
      double const gain[] = {a * seen[i][0] + b * seen[i][1], b * seen[i][0] + c * seen[i][1]};
      for (std::size_t k = 0; k < 4; ++k) p[i][k] = spread[i][k] - gain[0] * seen[k][0] - gain[1] * seen[k][1];
    }
    likelihood += miss[0] * weighted[0] + miss[1] * weighted[1] + std::log(determinant);
  }
  return -0.5 * likelihood;
}

times kalman() {
  matrix4 const f = {{{1, 0, 0.1, 0}, {0, 1, 0, 0.1}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
  matrix4 const q = {{{0.01, 0, 0, 0}, {0, 0.01, 0, 0}, {0, 0, 0.02, 0}, {0, 0, 0, 0.02}}};
  std::array<vector4, 2> const h = {{{1, 0, 0, 0}, {0, 1, 0, 0}}};
  std::array<double, 4> const r = {0.5, 0.1, 0.1, 0.5};
  numbers const z = normal(20'000);
  double value = 0, of_loop = 0;
  return row(
      [&] {
        cx::evaluate_into(value, filter, cx::view<double const, 4, 4>(&f[0][0]), cx::view<double const, 4, 4>(&q[0][0]),
                          cx::view<double const, 2, 4>(&h[0][0]), cx::view<double const, 2, 2>(r.data()),
                          cx::view<double const, n, 2>(z.data(), static_cast<std::int64_t>(z.size() / 2)));
      },
      [&] { of_loop = by_loop(f, q, h, r, z); }, 15, [&] { return std::abs(value - of_loop) / std::abs(of_loop); });
}

add const a("Kalman filter of 10,000 measurements, by scan", kalman);
} // namespace
