// SPDX-License-Identifier: BSL-1.0
// flags: -O3 -march=native
// Rows and columns of a matrix: softmax cross entropy with its gradient, layer norm forwards and backwards, columns that are standardised.
#include "beside.hpp"

namespace {
using namespace beside;

inline constexpr auto entropy = [](auto x, auto labels) { return -cx::sum(cx::log_softmax(x, 1_c) * labels); };
times cross_entropy() {
  constexpr std::size_t rows = 1000, columns = 1000;
  numbers const x = normal(rows * columns);
  numbers labels(x.size()), g(x.size()), h(x.size());
  for (std::size_t i = 0; i < rows; ++i) labels[i * columns + 7 * i % columns] = 1;
  double value = 0, of_loop = 0;
  return row(
      [&] {
        cx::evaluate_into(std::pair<double&, cx::view<double, n, m>>(value, matrix(g, rows)), cx::value_and_grad(entropy), matrix(x, rows),
                          matrix(std::as_const(labels), rows));
      },
      [&] {
        double total = 0;
        for (std::size_t i = 0; i < rows; ++i) {
          double const *const a = &x[i * columns], *const b = &labels[i * columns];
          double* const c = &h[i * columns];
          double most = -std::numeric_limits<double>::infinity(), sum = 0, chosen = 0;
          for (std::size_t j = 0; j < columns; ++j) most = a[j] > most ? a[j] : most;
          for (std::size_t j = 0; j < columns; ++j) c[j] = std::exp(a[j] - most), sum += c[j], chosen += (a[j] - most) * b[j];
          total += std::log(sum) - chosen;
          for (std::size_t j = 0; j < columns; ++j) c[j] = c[j] / sum - b[j];
        }
        of_loop = total;
      },
      15, [&] { return std::max(difference(g, h), std::abs(value - of_loop) / of_loop); });
}

inline constexpr auto layer_norm = [](auto x, auto w, auto b) {
  auto const c = x - cx::reshape<n, 1>(cx::mean(x, 1_c));
  return c * cx::reshape<n, 1>(cx::rsqrt(cx::mean(c * c, 1_c) + 1e-5)) * w + b;
};
inline constexpr auto both_ways = [](auto x, auto w, auto b, auto d) {
  auto const [y, back] = cx::vjp(layer_norm, x, w, b);
  return std::tuple(y, back(d));
};
times layer_norm_both_ways() {
  constexpr std::size_t rows = 4096, columns = 512;
  numbers const x = normal(rows * columns), w = normal(columns, 2), b = normal(columns, 3), d = normal(rows * columns, 4);
  numbers y(x.size()), dx(x.size()), dw(columns), db(columns), loop_y(x.size()), loop_dx(x.size()), loop_dw(columns), loop_db(columns);
  auto const line = [](auto& v) { return cx::view<double, m>(v.data(), static_cast<std::int64_t>(v.size())); };
  auto const given = [](numbers const& v) { return cx::view<double const, m>(v.data(), static_cast<std::int64_t>(v.size())); };
  return row(
      [&] {
        cx::evaluate_into(std::tuple(matrix(y, rows), std::tuple(matrix(dx, rows), line(dw), line(db))), both_ways, matrix(x, rows),
                          given(w), given(b), matrix(d, rows));
      },
      [&] {
        std::fill(loop_dw.begin(), loop_dw.end(), 0), std::fill(loop_db.begin(), loop_db.end(), 0);
        double const count = columns;
        for (std::size_t i = 0; i < rows; ++i) {
          double const *const a = &x[i * columns], *const g = &d[i * columns];
          double sum = 0, squares = 0, s1 = 0, s2 = 0;
          for (std::size_t k = 0; k < columns; ++k) sum += a[k];
          double const mean = sum / count;
          for (std::size_t k = 0; k < columns; ++k) squares += (a[k] - mean) * (a[k] - mean);
          double const r = 1 / std::sqrt(squares / count + 1e-5);
          for (std::size_t k = 0; k < columns; ++k) {
            double const h = (a[k] - mean) * r, t = g[k] * w[k];
            loop_y[i * columns + k] = h * w[k] + b[k], loop_dw[k] += g[k] * h, loop_db[k] += g[k], s1 += t, s2 += t * h;
          }
          for (std::size_t k = 0; k < columns; ++k) {
            double const h = (a[k] - mean) * r;
            loop_dx[i * columns + k] = r * (g[k] * w[k] - s1 / count - h * s2 / count);
          }
        }
      },
      15,
      [&] {
        return std::max({difference(y, loop_y), difference(dx, loop_dx), difference(dw, loop_dw), difference(db, loop_db)});
      });
}

inline constexpr auto standard = [](auto x) {
  auto const c = x - cx::mean(x, 0_c);
  return c / cx::sqrt(cx::mean(c * c, 0_c));
};
times standardised() {
  constexpr std::size_t rows = 1'000'000, columns = 8;
  numbers const x = normal(rows * columns);
  numbers y(x.size()), z(x.size());
  return row([&] { cx::evaluate_into(cx::view<double, n, 8>(y.data(), rows), standard, cx::view<double const, n, 8>(x.data(), rows)); },
             [&] {
               double mean[columns] = {}, scale[columns] = {};
               for (std::size_t i = 0; i < rows; ++i)
                 for (std::size_t k = 0; k < columns; ++k) mean[k] += x[columns * i + k];
               for (double& s : mean) s /= static_cast<double>(rows);
               for (std::size_t i = 0; i < rows; ++i)
                 for (std::size_t k = 0; k < columns; ++k) scale[k] += (x[columns * i + k] - mean[k]) * (x[columns * i + k] - mean[k]);
               for (double& s : scale) s = 1 / std::sqrt(s / static_cast<double>(rows));
               for (std::size_t i = 0; i < rows; ++i)
                 for (std::size_t k = 0; k < columns; ++k) z[columns * i + k] = (x[columns * i + k] - mean[k]) * scale[k];
             },
             9, [&] { return difference(y, z); });
}

add const a("softmax cross entropy 1000 x 1000, with gradient", cross_entropy);
add const b("layer norm 4096 x 512, forwards and backwards", layer_norm_both_ways);
add const c("columns of 10^6 x 8 standardised", standardised);
} // namespace
