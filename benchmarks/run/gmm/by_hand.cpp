// SPDX-License-Identifier: BSL-1.0
// A register of points at a time, a strip of points for each component. With e = x - mu, q = Q e and the points' weights w of a component,
// the gradients in Q and mu are -Q (sum w e e^T) and Q^T Q (sum w e): the sums over points need no q.
#include "problem.hpp"
#include "../../support/lanes.hpp"

namespace {
using namespace bench;
using V = reg<double>;
constexpr std::size_t w = lanes<double>;
constexpr std::size_t strip = 64, registers = strip / w;

/// Where Q's element (i, j), i >= j, is in icf.
constexpr std::size_t place(std::size_t d, std::size_t i, std::size_t j) { return i == j ? i : d + j * (2 * d - j - 1) / 2 + i - j - 1; }

double logsumexp(double const* x, std::size_t n) {
  double const top = *std::max_element(x, x + n);
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += cx::math::exp(x[i] - top);
  return top + cx::math::log(sum);
}

template <int dims> struct gradient {
  static constexpr std::size_t d = dims, entries = gmm::triangle(d);
  static constexpr std::size_t rows = d <= 10 ? d : d % 10 == 0 ? 10 : 8; // of Q at a time: as many sums as there are registers for
  static constexpr std::size_t tile = d < 5 ? d : 5;                      // of w e e^T at a time
  static constexpr std::size_t moments = 1 + d + entries;                 // of a component: sums of w, w e, w e e^T

  gmm::problem<dims>& p;
  std::vector<double> Q, offset;

  struct sums {
    double value = 0;
    std::vector<double> moment; // registers
  };
  struct strip_of_points {
    V x[d][registers], e[d][registers], we[d][registers], valid[registers], top[registers];
    std::size_t used; // registers, an even number or one
  };

  explicit gradient(gmm::problem<dims>& problem) : p(problem), Q(gmm::copy(p.parameters.icf)), offset(gmm::copy(p.parameters.alpha)) {
    for (std::size_t c = 0; c < p.k; ++c)
      for (std::size_t i = 0; i < d; ++i) offset[c] += Q[c * entries + i], Q[c * entries + i] = cx::math::exp(Q[c * entries + i]);
  }

  void load(strip_of_points& s, std::size_t first, std::size_t last) const {
    s.used = (last - first + w - 1) / w;
    s.used += s.used > 1 && s.used % 2 == 1;
    for (std::size_t r = 0; r < s.used; ++r) {
      double column[d][w] = {}, valid[w] = {};
      for (std::size_t l = 0; l < w && first + r * w + l < last; ++l) {
        valid[l] = 1;
        for (std::size_t i = 0; i < d; ++i) column[i][l] = p.x[(first + r * w + l) * d + i];
      }
      for (std::size_t i = 0; i < d; ++i) s.x[i][r] = at(column[i]);
      s.valid[r] = at(valid);
    }
  }

  /// offset - |Q (x - mu)|^2 / 2 of `count` registers.
  template <std::size_t count> CONSTAX_INLINE void densities(strip_of_points& s, std::size_t c, std::size_t r, V* density) const {
    double const *const q_of = &Q[c * entries], *const mu = p.parameters.mu.data() + c * d;
    V square[count];
    for (V& v : square) v = V(0.0);
    unrolled<(d + rows - 1) / rows>([&](auto block) __attribute__((always_inline)) {
      constexpr std::size_t begin = block * rows, size = std::min(rows, d - begin);
      V q[size][count];
      unrolled<begin + size>([&](auto j) __attribute__((always_inline)) {
        V e[count];
        unrolled<count>([&](auto u) __attribute__((always_inline)) { e[u] = s.x[j][r + u] - V(mu[j]); });
        unrolled<size>([&](auto row) __attribute__((always_inline)) {
          constexpr std::size_t i = begin + row;
          if constexpr (i >= j) {
            V const factor(q_of[place(d, i, j)]);
            unrolled<count>([&](auto u)
                                __attribute__((always_inline)) { q[row][u] = j == 0 ? factor * e[u] : cx::fma(factor, e[u], q[row][u]); });
          }
        });
      });
      unrolled<size * count>([&](auto k) __attribute__((always_inline)) {
        V const v = q[k / count][k % count];
        square[k % count] = cx::fma(v, v, square[k % count]);
      });
    });
    for (std::size_t u = 0; u < count; ++u) density[r + u] = cx::fma(V(-0.5), square[u], V(offset[c]));
  }

  /// Adds a strip's sums of w, w e and w e e^T.
  CONSTAX_INLINE void add_moments(strip_of_points& s, std::size_t c, V const* weight, double* to) const {
    double const* const mu = p.parameters.mu.data() + c * d;
    V total = at(to);
    for (std::size_t r = 0; r < s.used; ++r) total = total + weight[r];
    cx::store(to, total), to += w;
    unrolled<(d + rows - 1) / rows>([&](auto block) __attribute__((always_inline)) {
      constexpr std::size_t begin = block * rows, size = std::min(rows, d - begin);
      V sum[size];
      unrolled<size>([&](auto i) __attribute__((always_inline)) { sum[i] = at(to + (begin + i) * w); });
      for (std::size_t r = 0; r < s.used; ++r)
        unrolled<size>([&](auto i) __attribute__((always_inline)) {
          V const e = s.x[begin + i][r] - V(mu[begin + i]), we = weight[r] * e;
          s.e[begin + i][r] = e, s.we[begin + i][r] = we, sum[i] = sum[i] + we;
        });
      unrolled<size>([&](auto i) __attribute__((always_inline)) { cx::store(to + (begin + i) * w, sum[i]); });
    });
    to += d * w;
    constexpr std::size_t blocks = (d + tile - 1) / tile;
    unrolled<blocks * blocks>([&](auto t) __attribute__((always_inline)) {
      constexpr std::size_t row = t / blocks * tile, column = t % blocks * tile, height = std::min(tile, d - row),
                            width = std::min(tile, d - column);
      if constexpr (row >= column) {
        V sum[height][width];
        auto const each = [&](auto const& f) __attribute__((always_inline)) {
          unrolled<height * width>([&](auto k) __attribute__((always_inline)) {
            constexpr std::size_t i = k / width, j = k % width;
            if constexpr (row + i >= column + j) f(std::integral_constant<std::size_t, i>(), std::integral_constant<std::size_t, j>());
          });
        };
        each([&](auto i, auto j) __attribute__((always_inline)) { sum[i][j] = at(to + place(d, row + i, column + j) * w); });
        for (std::size_t r = 0; r < s.used; ++r)
          each([&](auto i, auto j)
                   __attribute__((always_inline)) { sum[i][j] = cx::fma(s.e[row + i][r], s.we[column + j][r], sum[i][j]); });
        each([&](auto i, auto j) __attribute__((always_inline)) { cx::store(to + place(d, row + i, column + j) * w, sum[i][j]); });
      }
    });
  }

  __attribute__((noinline)) void all_densities(strip_of_points& s, std::size_t c, V* density) const {
    std::size_t r = 0;
    for (; r + 2 <= s.used; r += 2) densities<2>(s, c, r, density);
    for (; r < s.used; ++r) densities<1>(s, c, r, density);
    for (r = 0; r < s.used; ++r) s.top[r] = c == 0 ? density[r] : cx::math::max(s.top[r], density[r]);
  }
  __attribute__((noinline)) void all_moments(strip_of_points& s, std::size_t c, V const* weight, double* to) const {
    add_moments(s, c, weight, to);
  }

  void points(std::size_t first, std::size_t last, sums& to) const {
    to.moment.assign(p.k * moments * w, 0.0);
    auto const s = std::make_unique<strip_of_points>();
    std::vector<V> weight(p.k * registers);
    V value(0.0);
    for (; first < last; first += strip) {
      load(*s, first, std::min(last, first + strip));
      for (std::size_t c = 0; c < p.k; ++c) all_densities(*s, c, &weight[c * registers]);
      for (std::size_t r = 0; r < s->used; ++r) {
        V sum(0.0);
        for (std::size_t c = 0; c < p.k; ++c) {
          V& e = weight[c * registers + r];
          e = cx::math::exp(e - s->top[r]), sum = sum + e;
        }
        value = cx::fma(s->valid[r], s->top[r] + cx::math::log(sum), value);
        V const scale = s->valid[r] / sum;
        for (std::size_t c = 0; c < p.k; ++c) weight[c * registers + r] = weight[c * registers + r] * scale;
      }
      for (std::size_t c = 0; c < p.k; ++c) all_moments(*s, c, &weight[c * registers], &to.moment[c * moments * w]);
    }
    to.value = total(value);
  }

  /// The gradients in one component from its moments, and the prior: its value is returned.
  double finish(std::size_t c, double const* moment) {
    double const *const q = &Q[c * entries], weight = moment[0], *const we = moment + 1, *const wee = we + d;
    double square[d][d], row[d], v[d], prior = 0;
    for (std::size_t j = 0; j < d; ++j)
      for (std::size_t i = j; i < d; ++i) square[i][j] = square[j][i] = wee[place(d, i, j)];
    double *const to_mu = p.gradient.mu.data() + c * d, *const to_icf = p.gradient.icf.data() + c * entries;
    for (std::size_t i = 0; i < d; ++i) {
      v[i] = 0;
      for (std::size_t j = 0; j < d; ++j) row[j] = 0;
      for (std::size_t l = 0; l <= i; ++l) {
        double const factor = q[place(d, i, l)];
        v[i] += factor * we[l], prior += factor * factor / 2;
        for (std::size_t j = 0; j < d; ++j) row[j] += factor * square[l][j];
      }
      for (std::size_t j = 0; j < i; ++j) to_icf[place(d, i, j)] = q[place(d, i, j)] - row[j];
      to_icf[i] = q[i] * (q[i] - row[i]) + weight;
    }
    for (std::size_t j = 0; j < d; ++j) {
      to_mu[j] = 0;
      for (std::size_t i = j; i < d; ++i) to_mu[j] += q[place(d, i, j)] * v[i];
    }
    p.gradient.alpha[c] = weight;
    return prior;
  }

  void operator()() {
    std::vector<sums> parts(most_parts);
    share(p.n, strip, p.n * p.k * (4 * entries + 40),
          [&](std::size_t first, std::size_t last, int part) { points(first, last, parts[static_cast<std::size_t>(part)]); });
    double const points_of = static_cast<double>(p.n), all = logsumexp(p.parameters.alpha.data(), p.k);
    p.value = -points_of * all;
    for (sums const& part : parts) p.value += part.value;
    for (std::size_t c = 0; c < p.k; ++c) {
      double moment[moments] = {};
      for (sums const& part : parts)
        if (!part.moment.empty())
          for (std::size_t m = 0; m < moments; ++m) moment[m] += total(at(&part.moment[(c * moments + m) * w]));
      p.value += finish(c, moment);
      p.gradient.alpha[c] -= points_of * cx::math::exp(p.parameters.alpha[c] - all);
    }
  }
};

template <int d> void by_hand(gmm::problem<d>& p) { gradient<d>{p}(); }
bench::add<gmm::problem<2>> const of_2("by_hand", by_hand<2>);
bench::add<gmm::problem<10>> const of_10("by_hand", by_hand<10>);
bench::add<gmm::problem<20>> const of_20("by_hand", by_hand<20>);
bench::add<gmm::problem<32>> const of_32("by_hand", by_hand<32>);
} // namespace
