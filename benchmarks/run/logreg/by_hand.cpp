// SPDX-License-Identifier: BSL-1.0
// One pass over X: eight rows are multiplied with w, their weights computed in the lanes of a register, and the rows, still in the first
// cache, added to the gradient; the next eight are fetched meanwhile.
#include "problem.hpp"
#include "../../support/lanes.hpp"

namespace {
using namespace bench;
using V = reg<double>;
constexpr std::size_t w = lanes<double>, full = logreg::columns / w, rest = logreg::columns % w, n_regs = full + (rest > 0);

/// Columns 8k .. of a row; zeros behind its end.
CONSTAX_INLINE V columns_of(double const* row, std::size_t k) {
  return k < full ? at(row + w * k) : cx::load_n<double, lanes<double>>(row + w * k, rest, 0);
}

void by_hand(logreg& p) {
  V gradients[most_parts][n_regs];
  double values[most_parts] = {};
  for (auto& g : gradients) {
    for (V& v : g) v = V(0.0);
  }
  double const scale = 1 / static_cast<double>(p.rows);
  share(p.rows, 64, p.rows * 4 * logreg::columns, [&](std::size_t first, std::size_t last, int part) {
    double const* const x = p.x.data();
    V weights[n_regs], g[n_regs], sum(0.0);
    unrolled<n_regs>([&](auto k) { weights[k] = columns_of(p.w.data(), k), g[k] = V(0.0); });
    for (std::size_t i = first; i < last; i += w) {
      double const* const rows = x + i * logreg::columns;
      std::size_t const count = std::min(w, last - i);
      double dots[w] = {}, c[w];
      for (std::size_t r = 0; r < count; ++r) {
        double const* const row = rows + r * logreg::columns;
        V sum_even(0.0), sum_odd(0.0);
        unrolled<n_regs>([&](auto k) __attribute__((always_inline)) {
          V& to = k % 2 == 0 ? sum_even : sum_odd;
          to = cx::fma(columns_of(row, k), weights[k], to);
        });
        dots[r] = total(sum_even + sum_odd);
      }
      auto const left = static_cast<std::ptrdiff_t>(count);
      V const y = -cx::load_n<double, lanes<double>>(p.y.data() + i, left, 0), m = y * at(dots);
      sum = sum + cx::select(cx::first_n<lanes<double>>(left), cx::math::softplus(m), 0.0);
      cx::store(c, cx::math::logistic(m) * (y * V(scale)));
      for (std::size_t r = 0; r < count; ++r) {
        double const* const row = rows + r * logreg::columns;
        V const cr(c[r]);
        unrolled<n_regs>([&](auto k) __attribute__((always_inline)) {
          __builtin_prefetch(row + w * logreg::columns + k * w);
          g[k] = cx::fma(cr, columns_of(row, k), g[k]);
        });
      }
    }
    unrolled<n_regs>([&](auto k) { gradients[part][k] = g[k]; });
    values[part] = total(sum);
  });
  p.value = 0;
  for (double const v : values) p.value += v * scale;
  for (std::size_t k = 0; k < n_regs; ++k) {
    V sum(0.0);
    for (auto const& g : gradients) sum = sum + g[k];
    cx::store_n(p.gradient.data() + w * k, sum, static_cast<std::ptrdiff_t>(k < full ? w : rest));
  }
}
add<logreg> const f64("by_hand", by_hand);
} // namespace
