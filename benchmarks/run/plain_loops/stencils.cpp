// SPDX-License-Identifier: BSL-1.0
// flags: -O3 -march=native
// The 5-point stencil with its energy's gradient, ends that meet and ends of zeros; steps in time with values set apart at the ends.
#include "beside.hpp"

namespace {
using namespace beside;
using cx::slice;

constexpr std::size_t rows = 1000, columns = 1000;
inline constexpr auto inner = slice(1_c, -1_c);
inline constexpr auto before = slice(0_c, -2_c);
inline constexpr auto after = slice(2_c, cx::end);

inline constexpr auto periodic = [](auto u) {
  auto const r = cx::roll(u, 1_c, 0_c) + cx::roll(u, -1_c, 0_c) + cx::roll(u, 1_c, 1_c) + cx::roll(u, -1_c, 1_c) - 4.0 * u;
  return 0.5 * cx::sum(r * r);
};
inline constexpr auto dirichlet = [](auto u) {
  auto const p = cx::pad(u, 1_c);
  auto const r = p(before, inner) + p(after, inner) + p(inner, before) + p(inner, after) - 4.0 * u;
  return 0.5 * cx::sum(r * r);
};
inline constexpr auto four_steps = [](auto u) {
  for (int i = 0; i < 4; ++i) {
    auto const c = u(inner, inner);
    auto const next = c + 0.1 * (u(before, inner) + u(after, inner) + u(inner, before) + u(inner, after) - 4.0 * c) -
                      0.05 * (u(inner, after) - u(inner, before));
    auto const middle = cx::concatenate(u(inner, slice(0_c, 1_c)), next, u(inner, slice(-1_c, cx::end)), 1_c);
    u = cx::concatenate(u(slice(0_c, 1_c), slice()), middle, u(slice(-1_c, cx::end), slice()), 0_c);
  }
  return u;
};

/// to = the stencil of from; the neighbours beyond the ends of a row are left(i) and right(i), of a column above and below.
template <bool Meet> void laplacian(double const* from, double* to) {
  static numbers const zeros(columns);
  for (std::size_t i = 0; i < rows; ++i) {
    double const* const c = from + i * columns;
    double const* const up = i > 0 ? c - columns : Meet ? from + (rows - 1) * columns : zeros.data();
    double const* const down = i + 1 < rows ? c + columns : Meet ? from : zeros.data();
    double* const y = to + i * columns;
    y[0] = up[0] + down[0] + (Meet ? c[columns - 1] : 0.0) + c[1] - 4 * c[0];
    for (std::size_t j = 1; j + 1 < columns; ++j) y[j] = up[j] + down[j] + c[j - 1] + c[j + 1] - 4 * c[j];
    y[columns - 1] = up[columns - 1] + down[columns - 1] + c[columns - 2] + (Meet ? c[0] : 0.0) - 4 * c[columns - 1];
  }
}
template <auto const& Energy, bool Meet> times energy_and_gradient() {
  numbers const u = normal(rows * columns);
  numbers g(u.size()), h(u.size()), r(u.size());
  double value = 0, of_loop = 0;
  return row(
      [&] {
        cx::evaluate_into(std::pair<double&, cx::view<double, n, m>>(value, matrix(g, rows)), cx::value_and_grad(Energy), matrix(u, rows));
      },
      [&] {
        laplacian<Meet>(u.data(), r.data());
        double sum = 0;
        for (double x : r) sum += x * x;
        of_loop = 0.5 * sum;
        laplacian<Meet>(r.data(), h.data());
      },
      15, [&] { return std::max(difference(g, h), std::abs(value - of_loop) / of_loop); });
}
times heat() {
  numbers const u = normal(rows * columns);
  numbers g(u.size()), h(u.size()), t(u.size());
  return row([&] { cx::evaluate_into(matrix(g, rows), four_steps, matrix(u, rows)); },
             [&] {
               double const* from = u.data();
               double* const states[] = {t.data(), h.data()};
               for (int s = 0; s < 4; ++s) {
                 double* const to = states[s % 2];
                 std::copy(from, from + columns, to),
                     std::copy(from + (rows - 1) * columns, from + rows * columns, to + (rows - 1) * columns);
                 for (std::size_t i = 1; i + 1 < rows; ++i) {
                   double const *const c = from + i * columns, *const up = c - columns, *const down = c + columns;
                   double* const y = to + i * columns;
                   y[0] = c[0], y[columns - 1] = c[columns - 1];
                   for (std::size_t j = 1; j + 1 < columns; ++j)
                     y[j] = c[j] + 0.1 * (up[j] + down[j] + c[j - 1] + c[j + 1] - 4 * c[j]) - 0.05 * (c[j + 1] - c[j - 1]);
                 }
                 from = to;
               }
             },
             15, [&] { return difference(g, h); });
}

add const meet("5-point stencil, ends meet, with gradient", energy_and_gradient<periodic, true>);
add const zeros("5-point stencil, ends of zeros, with gradient", energy_and_gradient<dirichlet, false>);
add const steps("heat and advection, four steps", heat);
} // namespace
