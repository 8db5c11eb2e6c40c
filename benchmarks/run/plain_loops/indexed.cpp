// SPDX-License-Identifier: BSL-1.0
// flags: -O3 -march=native -fopenmp-simd
// Places that data say: minibatches, looked up words, edges of a graph, a scatter-add, a sparse matrix; Lennard-Jones atoms are in
// atoms.cpp.
#include "beside.hpp"

namespace {
using namespace beside;
using cx::slice;

using places = std::vector<int>;
inline places drawn(std::size_t count, int below, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_int_distribution<int> law(0, below - 1);
  places v(count);
  for (int& x : v) x = law(generator);
  return v;
}
inline constexpr cx::dim<"k"> k;
auto list(places const& v) { return cx::view<int const, k>(v.data(), static_cast<std::int64_t>(v.size())); }
auto vector(numbers const& v) { return cx::view<double const, m>(v.data(), static_cast<std::int64_t>(v.size())); }

// ---- a sum of 10^7 numbers into 10^5 ---------------------------------------------------------------------------------------------------

inline constexpr auto add_up = [](auto start, auto at, auto x) { return start.at(at).add(x); };
add const a("scatter-add of 10^7 into 10^5", [] {
  constexpr std::size_t sums = 100'000, terms = 10'000'000;
  places const at = drawn(terms, sums, 1);
  numbers const x = normal(terms), start = normal(sums, 2);
  numbers of_program(sums), of_loop(sums);
  auto const terms_view = cx::view<double const, k>(x.data(), terms);
  return row(
      [&] {
        cx::evaluate_into(cx::view<double, n>(of_program.data(), sums), add_up, cx::view<double const, n>(start.data(), sums), list(at),
                          terms_view);
      },
      [&] {
        of_loop = start;
        for (std::size_t i = 0; i < terms; ++i) of_loop[static_cast<std::size_t>(at[i])] += x[i];
      },
      9, [&] { return difference(of_program, of_loop); });
});

// ---- a sparse matrix times a vector
// -------------------------------------------------------------------------------------------------------

inline constexpr auto multiply = [](auto x, auto elements, auto row, auto column) {
  return cx::zeros_like(x).at(row).add(elements * x[column]);
};
add const e("sparse 100,000 x 100,000, 10^6 elements, times a vector", [] {
  constexpr std::size_t size = 100'000, count = 1'000'000;
  numbers const x = normal(size), elements = normal(count, 2);
  places rows = drawn(count, size, 1);
  std::sort(rows.begin(), rows.end());
  places const columns = drawn(count, size, 3);
  numbers of_program(size), of_loop(size);
  return row(
      [&] {
        cx::evaluate_into(cx::view<double, n>(of_program.data(), size), multiply, cx::view<double const, n>(x.data(), size),
                          cx::view<double const, k>(elements.data(), count), list(rows), list(columns));
      },
      [&] {
        std::fill(of_loop.begin(), of_loop.end(), 0.0);
        for (std::size_t i = 0; i < count; ++i)
          of_loop[static_cast<std::size_t>(rows[i])] += elements[i] * x[static_cast<std::size_t>(columns[i])];
      },
      21, [&] { return difference(of_program, of_loop); });
});

// ---- logistic regression on a minibatch of examples
// --------------------------------------------------------------------------------------

inline constexpr auto fit = [](auto w, auto x, auto y, auto chosen) {
  auto const score = cx::matmul(x[chosen], w);
  return cx::mean(cx::softplus(score) - y[chosen] * score);
};
add const b("minibatch of 1024 of 100,000 x 100, with gradient", [] {
  constexpr std::size_t examples = 100'000, width = 100, batch = 1024;
  numbers const x = normal(examples * width), w = normal(width, 2), y = normal(examples, 3);
  places const chosen = drawn(batch, examples, 4);
  numbers of_program(width), of_loop(width);
  double value = 0, sum = 0;
  return row(
      [&] {
        cx::evaluate_into(std::pair<double&, cx::view<double, m>>(value, cx::view<double, m>(of_program.data(), width)),
                          cx::value_and_grad(fit), vector(w), matrix(x, examples), cx::view<double const, n>(y.data(), examples),
                          list(chosen));
      },
      [&] {
        sum = 0;
        std::fill(of_loop.begin(), of_loop.end(), 0.0);
        for (int const i : chosen) {
          double const* const row = &x[static_cast<std::size_t>(i) * width];
          double score = 0;
#pragma omp simd reduction(+ : score)
          for (std::size_t c = 0; c < width; ++c) score += row[c] * w[c];
          sum += std::log1p(std::exp(-std::abs(score))) + std::max(score, 0.0) - y[static_cast<std::size_t>(i)] * score;
          double const slope = 1 / (1 + std::exp(-score)) - y[static_cast<std::size_t>(i)];
          for (std::size_t c = 0; c < width; ++c) of_loop[c] += slope / batch * row[c];
        }
        sum /= batch;
      },
      201, [&] { return std::max(difference(of_program, of_loop), std::abs(value - sum)); });
});

// ---- words in a table of vectors
// ---------------------------------------------------------------------------------------------------------

inline constexpr auto meaning = [](auto table, auto words, auto w) { return cx::sum(cx::square(cx::matmul(table[words], w))); };
add const c("4096 words of a table of 5000 x 64, with gradient", [] {
  constexpr std::size_t words = 5000, width = 64, length = 4096;
  numbers const table = normal(words * width), w = normal(width, 2);
  places const text = drawn(length, words, 3);
  numbers of_program(table.size()), of_loop(table.size());
  double value = 0, sum = 0;
  return row(
      [&] {
        cx::evaluate_into(std::pair<double&, cx::view<double, n, m>>(value, matrix(of_program, words)), cx::value_and_grad(meaning),
                          matrix(table, words), list(text), vector(w));
      },
      [&] {
        sum = 0;
        std::fill(of_loop.begin(), of_loop.end(), 0.0);
        for (int const i : text) {
          std::size_t const first = static_cast<std::size_t>(i) * width;
          double score = 0;
#pragma omp simd reduction(+ : score)
          for (std::size_t c = 0; c < width; ++c) score += table[first + c] * w[c];
          sum += score * score;
          for (std::size_t c = 0; c < width; ++c) of_loop[first + c] += 2 * score * w[c];
        }
      },
      101, [&] { return std::max(difference(of_program, of_loop), std::abs(value - sum) / sum); });
});

// ---- a graph of poses in the plane
// --------------------------------------------------------------------------------------------------------

inline constexpr auto misfit = [](auto x, auto from, auto to, auto measured) {
  auto const first = x[from], second = x[to];
  auto const column = [](auto const& of, auto i) { return of(slice(), i); };
  auto const dx = column(second, 0_c) - column(first, 0_c), dy = column(second, 1_c) - column(first, 1_c), angle = column(first, 2_c);
  auto const cosine = cx::cos(angle), sine = cx::sin(angle);
  return 0.5 *
         cx::sum(cx::square(cosine * dx + sine * dy - column(measured, 0_c)) + cx::square(cosine * dy - sine * dx - column(measured, 1_c)) +
                 cx::square(column(second, 2_c) - angle - column(measured, 2_c)));
};
add const d("200,000 edges of a graph of 50,000 poses, with gradient", [] {
  constexpr std::size_t poses = 50'000, edges = 200'000;
  numbers const x = normal(poses * 3), measured = normal(edges * 3, 2);
  places const from = drawn(edges, poses, 3), to = drawn(edges, poses, 4);
  numbers of_program(x.size()), of_loop(x.size());
  double value = 0, sum = 0;
  using poses_view = cx::view<double, n, 3>;
  return row(
      [&] {
        cx::evaluate_into(std::pair<double&, poses_view>(value, poses_view(of_program.data(), poses)), cx::value_and_grad(misfit),
                          cx::view<double const, n, 3>(x.data(), poses), list(from), list(to),
                          cx::view<double const, k, 3>(measured.data(), edges));
      },
      [&] {
        sum = 0;
        std::fill(of_loop.begin(), of_loop.end(), 0.0);
        for (std::size_t e = 0; e < edges; ++e) {
          std::size_t const i = 3 * static_cast<std::size_t>(from[e]), j = 3 * static_cast<std::size_t>(to[e]);
          double const dx = x[j] - x[i], dy = x[j + 1] - x[i + 1], c = std::cos(x[i + 2]), s = std::sin(x[i + 2]);
          double const r[] = {c * dx + s * dy - measured[3 * e], c * dy - s * dx - measured[3 * e + 1],
                              x[j + 2] - x[i + 2] - measured[3 * e + 2]};
          sum += 0.5 * (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
          double const gx = c * r[0] - s * r[1], gy = s * r[0] + c * r[1];
          of_loop[j] += gx, of_loop[j + 1] += gy, of_loop[j + 2] += r[2];
          of_loop[i] -= gx, of_loop[i + 1] -= gy, of_loop[i + 2] += r[0] * (c * dy - s * dx) - r[1] * (c * dx + s * dy) - r[2];
        }
      },
      51, [&] { return std::max(difference(of_program, of_loop), std::abs(value - sum) / sum); });
});
} // namespace
