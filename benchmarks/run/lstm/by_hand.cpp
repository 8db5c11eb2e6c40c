// SPDX-License-Identifier: BSL-1.0
// Units in the lanes, 14 of 16. Forwards the second layer is a step behind the first, so that both go on together and their latencies
// overlap; gates, cells and tanh of the cells are kept. Backwards one layer after the other: sums of cotangents of two layers would not fit
// into the registers. The two lanes without a unit have y = 0: their exp(y) are the 2 in ln(2 + sum exp y).
#include "problem.hpp"
#include "../../support/lanes.hpp"

namespace {
using namespace bench;
using V = reg<double>;
constexpr std::size_t units = lstm::units, steps = lstm::steps, w = lanes<double>, r = 16 / w; // r registers for a layer

/// Registers of one row of a matrix with a column for each unit; zeros in the other lanes.
CONSTAX_INLINE V part_of(double const* row, std::size_t k) {
  auto const left = static_cast<std::ptrdiff_t>(units) - static_cast<std::ptrdiff_t>(w * k);
  return left >= static_cast<std::ptrdiff_t>(w) ? at(row + w * k) : cx::load_n<double, lanes<double>>(row + w * k, left, 0);
}
CONSTAX_INLINE void put(double* row, std::size_t k, V v) {
  cx::store_n(row + w * k, v, static_cast<std::ptrdiff_t>(units) - static_cast<std::ptrdiff_t>(w * k));
}
/// Two ulps are enough here: with math::logistic, which keeps to 1.13, the gradient takes 18% more time.
CONSTAX_INLINE V logistic(V x) { return V(1.0) / (V(1.0) + cx::math::exp(-x)); }
/// f(k) for each register of a layer.
template <class F> CONSTAX_INLINE void each(F const& f) { unrolled<r>(f); }

/// What a step leaves in a layer: gates, cell, tanh of the cell; h is o t.
struct kept {
  V f, i, o, a, c, t;
};
struct memory {
  kept of[2][steps + 1][r]; // of[layer][0]: the states at the beginning
  V exps[steps][r], to_h[steps][r];
  double sums[steps + w], golds[steps + w]; // of exp(y), of x', by step
};
memory all;

/// Both layers, the second one step behind; the logits' terms of the loss.
__attribute__((noinline)) double forward(lstm const& p) {
  V W[4][2 * r], B[4][2 * r], h[2 * r], c[2 * r], E[3][r], products(0.0), rest(0.0);
  unrolled<2>([&](auto l) __attribute__((always_inline)) {
    each([&](auto k) __attribute__((always_inline)) {
      constexpr std::size_t v = l * r + k;
      unrolled<4>([&](auto row) __attribute__((always_inline)) {
        W[row][v] = part_of(p.parameters.w.data() + (l * 4 + row) * units, k),
        B[row][v] = part_of(p.parameters.b.data() + (l * 4 + row) * units, k);
      });
      h[v] = part_of(p.state.data() + 2 * l * units, k), c[v] = part_of(p.state.data() + (2 * l + 1) * units, k);
      all.of[l][0][k].o = h[v], all.of[l][0][k].t = V(1.0), all.of[l][0][k].c = c[v];
    });
  });
  each([&](auto k) __attribute__((always_inline)) {
    unrolled<3>([&](auto row) __attribute__((always_inline)) { E[row][k] = part_of(p.parameters.ends.data() + row * units, k); });
  });
  // registers first .. last - 1 of both layers: step t of the first, t - 1 of the second
  auto const step = [&]<std::size_t first, std::size_t last>(std::size_t t, std::index_sequence<first, last>)
      __attribute__((always_inline)) {
    V in[2 * r], f[2 * r], i[2 * r], o[2 * r], a[2 * r];
    auto const range = [](auto const& go) __attribute__((always_inline)) {
      unrolled<last - first>([&](auto k) __attribute__((always_inline)) { go(std::integral_constant<std::size_t, first + k>{}); });
    };
    range([&](auto v) __attribute__((always_inline)) {
      if constexpr (v < r) in[v] = part_of(p.x.data() + t * units, v) * E[0][v];
      else in[v] = h[v - r];
    });
    range([&](auto v) __attribute__((always_inline)) { i[v] = logistic(cx::fma(h[v], W[1][v], B[1][v])); });
    range([&](auto v) __attribute__((always_inline)) { a[v] = cx::math::tanh(cx::fma(h[v], W[3][v], B[3][v])); });
    range([&](auto v) __attribute__((always_inline)) { f[v] = logistic(cx::fma(in[v], W[0][v], B[0][v])); });
    range([&](auto v) __attribute__((always_inline)) { o[v] = logistic(cx::fma(in[v], W[2][v], B[2][v])); });
    range([&](auto v) __attribute__((always_inline)) {
      c[v] = cx::fma(c[v], f[v], i[v] * a[v]);
      V const tanh_c = cx::math::tanh(c[v]);
      h[v] = o[v] * tanh_c;
      all.of[v / r][t + 1 - v / r][v % r] = {f[v], i[v], o[v], a[v], c[v], tanh_c};
    });
    if constexpr (last > r) {
      double const* const gold = p.x.data() + t * units;
      V exps(0.0), golds(0.0);
      each([&](auto k) __attribute__((always_inline)) {
        V const y = cx::fma(h[r + k], E[1][k], E[2][k]), x = part_of(gold, k), e = cx::math::exp(y);
        products = cx::fma(x, y, products), exps = exps + e, golds = golds + x, all.exps[t - 1][k] = e;
      });
      all.sums[t - 1] = total(exps), all.golds[t - 1] = total(golds);
    }
  };
  step(0, std::index_sequence<0, r>{});
  for (std::size_t t = 1; t < steps; ++t) step(t, std::index_sequence<0, 2 * r>{});
  step(steps, std::index_sequence<r, 2 * r>{});
  for (std::size_t t = 0; t < steps; t += w) { // golds: the softmax' factor from here on
    V const sums = t + w <= steps ? at(all.sums + t) : cx::load_n<double, lanes<double>>(all.sums + t, steps - t, 1),
            golds = at(all.golds + t);
    rest = cx::fma(golds, cx::math::log(sums), rest), cx::store(all.golds + t, golds / sums);
  }
  return total(products) - total(rest);
}

/// A layer's slopes; those in what goes into the second layer are kept for the first. All is linear: the loss is scaled in the end.
template <std::size_t layer> __attribute__((noinline)) void backward(lstm& p) {
  V W[4][r], E1[r], to_w[4][r], to_b[4][r], to_e[2][r], to_h[r], to_c[r], h[r];
  each([&](auto k) __attribute__((always_inline)) {
    unrolled<4>([&](auto row) __attribute__((always_inline)) {
      W[row][k] = part_of(p.parameters.w.data() + (layer * 4 + row) * units, k), to_w[row][k] = to_b[row][k] = V(0.0);
    });
    E1[k] = part_of(p.parameters.ends.data() + units, k);
    to_e[0][k] = to_e[1][k] = to_h[k] = to_c[k] = V(0.0);
    kept const& last = all.of[layer][steps][k];
    h[k] = last.o * last.t;
  });
  for (std::size_t t = steps; t-- > 0;) {
    double const *const x = p.x.data() + t * units, *const gold = x + units;
    V const softmax(all.golds[t]);
    each([&](auto k) __attribute__((always_inline)) {
      kept const &s = all.of[layer][t + 1][k], &before = all.of[layer][t][k];
      V from_h, in, h_before = before.o * before.t;
      if constexpr (layer == 0) from_h = to_h[k] + all.to_h[t][k], in = part_of(x, k);
      else {
        V const to_y = cx::fma(-softmax, all.exps[t][k], part_of(gold, k));
        kept const& below = all.of[0][t + 1][k];
        from_h = cx::fma(to_y, E1[k], to_h[k]), in = below.o * below.t;
        to_e[0][k] = cx::fma(to_y, h[k], to_e[0][k]), to_e[1][k] = to_e[1][k] + to_y;
      }
      V const from_c = cx::fma(from_h, cx::fma(-h[k], s.t, s.o), to_c[k]), ia = s.i * s.a, cf = before.c * s.f;
      V const to_f = from_c * cx::fma(-cf, s.f, cf), to_i = from_c * cx::fma(-ia, s.i, ia), to_o = from_h * cx::fma(-h[k], s.o, h[k]),
              to_a = from_c * cx::fma(-ia, s.a, s.i);
      to_w[0][k] = cx::fma(to_f, in, to_w[0][k]), to_w[1][k] = cx::fma(to_i, h_before, to_w[1][k]);
      to_w[2][k] = cx::fma(to_o, in, to_w[2][k]), to_w[3][k] = cx::fma(to_a, h_before, to_w[3][k]);
      to_b[0][k] = to_b[0][k] + to_f, to_b[1][k] = to_b[1][k] + to_i, to_b[2][k] = to_b[2][k] + to_o, to_b[3][k] = to_b[3][k] + to_a;
      to_c[k] = from_c * s.f, to_h[k] = cx::fma(to_i, W[1][k], to_a * W[3][k]), h[k] = h_before;
      if constexpr (layer == 1) all.to_h[t][k] = cx::fma(to_f, W[0][k], to_o * W[2][k]);
    });
  }
  V const scale(lstm::scale);
  each([&](auto k) __attribute__((always_inline)) {
    double* const ends = p.gradient.ends.data();
    if constexpr (layer == 0) { // so far `in` was x; it is x E0
      put(ends, k, scale * cx::fma(W[0][k], to_w[0][k], W[2][k] * to_w[2][k]));
      V const E0 = part_of(p.parameters.ends.data(), k);
      to_w[0][k] = to_w[0][k] * E0, to_w[2][k] = to_w[2][k] * E0;
    } else put(ends + units, k, scale * to_e[0][k]), put(ends + 2 * units, k, scale * to_e[1][k]);
    unrolled<4>([&](auto row) __attribute__((always_inline)) {
      put(p.gradient.w.data() + (layer * 4 + row) * units, k, scale * to_w[row][k]);
      put(p.gradient.b.data() + (layer * 4 + row) * units, k, scale * to_b[row][k]);
    });
  });
}
void by_hand(lstm& p) {
  p.value = lstm::scale * forward(p);
  backward<1>(p), backward<0>(p);
}
add<lstm> const f64("by_hand", by_hand);
} // namespace
