// SPDX-License-Identifier: BSL-1.0
// Three passes over a row, which stays in the first cache: maximum, exponentials and their sum, quotients. The logarithms of eight rows at
// a time.
#include "problem.hpp"
#include "../../support/lanes.hpp"

#include <tuple>

namespace {
using namespace bench;
using V = reg<double>;
constexpr std::size_t w = lanes<double>, chains = 4;
CONSTAX_INLINE V larger(V a, V b) {
#if CONSTAX_VECTOR_BYTES == 64
  return __builtin_bit_cast(V, _mm512_max_pd(__builtin_bit_cast(__m512d, a), __builtin_bit_cast(__m512d, b)));
#else
  return cx::select(a > b, a, b);
#endif
}

/// The row's maximum and the sum of exp(x - maximum).
CONSTAX_INLINE std::pair<double, double> row(double const* x, double* g, std::size_t n) {
  double const lowest = -std::numeric_limits<double>::infinity();
  V m[chains], s[chains];
  unrolled<chains>([&](auto c) { m[c] = V(lowest), s[c] = V(0.0); });
  auto const left = static_cast<std::ptrdiff_t>(n % w);
  std::size_t const whole = n - n % w;
  std::size_t i = 0;
  for (; i + chains * w <= n; i += chains * w) {
    unrolled<chains>([&](auto c) __attribute__((always_inline)) { m[c] = larger(m[c], at(x + i + c * w)); });
  }
  for (; i < whole; i += w) m[0] = larger(m[0], at(x + i));
  if (left != 0) m[0] = larger(m[0], cx::load_n<double, lanes<double>>(x + i, left, lowest));
  double const most = cx::fold(larger(larger(m[0], m[1]), larger(m[2], m[3])), [](auto a, auto b) { return cx::select(a > b, a, b); });

  V const minus(-most);
  for (i = 0; i + chains * w <= n; i += chains * w) {
    unrolled<chains>([&](auto c) __attribute__((always_inline)) {
      V const e = cx::math::exp(at(x + i + c * w) + minus);
      cx::store(g + i + c * w, e);
      s[c] = s[c] + e;
    });
  }
  for (; i < n; i += w) {
    auto const count = static_cast<std::ptrdiff_t>(n - i);
    V const e = cx::math::exp(cx::load_n<double, lanes<double>>(x + i, count, lowest) + minus);
    cx::store_n(g + i, e, count);
    s[0] = s[0] + e;
  }
  double const sum = total((s[0] + s[1]) + (s[2] + s[3]));

  V const inverse(1 / sum);
  for (i = 0; i < whole; i += w) cx::store(g + i, at(g + i) * inverse);
  if (left != 0) cx::store_n(g + i, cx::load_n<double, lanes<double>>(g + i, left, 0) * inverse, left);
  return {most, sum};
}

void by_hand(logsumexp& p) {
  double totals[most_parts] = {};
  share(p.rows, w, 30 * p.rows * p.columns, [&](std::size_t first, std::size_t last, int part) {
    V value(0.0);
    for (std::size_t i = first; i < last; i += w) {
      double most[w] = {}, sum[w];
      for (double& s : sum) s = 1;
      for (std::size_t r = 0; r < w && i + r < last; ++r) {
        std::size_t const begin = (i + r) * p.columns;
        std::tie(most[r], sum[r]) = row(p.x.data() + begin, p.gradient.data() + begin, p.columns);
      }
      value = value + at(most) + cx::math::log(at(sum));
    }
    totals[part] = total(value);
  });
  p.value = 0;
  for (double const t : totals) p.value += t;
}
add<logsumexp> const f64("by_hand", by_hand);
} // namespace
