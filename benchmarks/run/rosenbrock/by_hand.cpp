// SPDX-License-Identifier: BSL-1.0
// With u_i = 1 - x_i and v_i = x_{i+1} - x_i^2: g_i = 200 (v_{i-1} - 2 v_i x_i) - 2 u_i. x is read once, its neighbours and those of v are
// shifted out of two registers; doubling is an addition, which runs beside the multiplications.
#include "problem.hpp"
#include "../../support/lanes.hpp"

namespace {
using namespace bench;
constexpr std::size_t w = lanes<double>;

template <class V> CONSTAX_INLINE V slope(V v_before, V v, V a, V u) {
  V const t = v * a;
  return cx::fma(V(200.0), v_before - (t + t), -(u + u));
}

template <std::size_t N> void by_hand(rosenbrock<N>& p) {
  double totals[most_parts] = {};
  share(N, 512, 8 * N, [&](std::size_t first, std::size_t last, int part) {
    using V = reg<double>;
    double const* const x = p.x.data();
    double* const g = p.gradient.data();
    constexpr std::size_t chains = 4;
    V uu[chains], vv[chains], v_before(0.0);
    unrolled<chains>([&](auto c) { uu[c] = V(0.0), vv[c] = V(0.0); });
    if (first > 0) {
      V const a = at(x + first - w);
      v_before = cx::fma(-a, a, at(x + first - w + 1));
    }
    std::size_t i = first;
    V a = at(x + i);
    auto const step = [&](auto c) __attribute__((always_inline)) {
      V const next = at(x + i + w), u = V(1.0) - a, v = cx::fma(-a, a, shifted<1>(a, next));
      uu[c] = cx::fma(u, u, uu[c]), vv[c] = cx::fma(v, v, vv[c]);
      cx::store(g + i, slope(shifted<w - 1>(v_before, v), v, a, u));
      a = next, v_before = v, i += w;
    };
    // `next` is a whole register up to here
    std::size_t const end = std::min(last, N - 2 * w + 1);
    while (i + (chains - 1) * w < end) unrolled<chains>(step);
    while (i < end) step(0);
    for (; i < last; i += w) {
      auto const here = static_cast<std::ptrdiff_t>(N - i);
      auto const inside = cx::first_n<lanes<double>>(here - 1);
      V const zero(0.0);
      a = cx::load_n<double, lanes<double>>(x + i, here, 0);
      V const u = cx::select(inside, V(1.0) - a, zero),
              v = cx::select(inside, cx::fma(-a, a, cx::load_n<double, lanes<double>>(x + i + 1, here - 1, 0)), zero);
      uu[1] = cx::fma(u, u, uu[1]), vv[1] = cx::fma(v, v, vv[1]);
      cx::store_n(g + i, slope(shifted<w - 1>(v_before, v), v, a, u), here);
      v_before = v;
    }
    totals[part] = total(cx::fma(V(100.0), (vv[0] + vv[1]) + (vv[2] + vv[3]), (uu[0] + uu[1]) + (uu[2] + uu[3])));
  });
  double sum = 0;
  for (double const t : totals) sum += t;
  p.value = sum;
}

/// Ten: components 1 to 8 are one register of eight.
void ten(rosenbrock<10>& p) {
  using V = cx::lane<double, 8>;
  double const* const x = p.x.data();
  double* const g = p.gradient.data();
  double const u0 = 1 - x[0], v0 = x[1] - x[0] * x[0], x8 = x[8];
  V const before = cx::load<double, 8>(x), a = cx::load<double, 8>(x + 1), u = V(1.0) - a, v = cx::fma(-a, a, cx::load<double, 8>(x + 2));
  cx::store(g + 1, slope(cx::fma(-before, before, a), v, a, u));
  g[0] = -2 * u0 - 400 * v0 * x[0];
  g[9] = 200 * (x[9] - x8 * x8);
  p.value = (u0 * u0 + 100 * v0 * v0) + total(cx::fma(V(100.0) * v, v, u * u));
}
add<rosenbrock<10>> const f10("by_hand", ten);
add<rosenbrock<1000>> const f1000("by_hand", by_hand<1000>);
add<rosenbrock<1'000'000>> const f1000000("by_hand", by_hand<1'000'000>);
} // namespace
