// SPDX-License-Identifier: BSL-1.0
// The derivatives are those of the iteration, forwards beside it in both directions: seven operations and two choices a trip, and no trip
// has to be kept. A few registers go round together, so that the latencies of their sines and quotients overlap, until all their lanes are
// through: 5.3 trips, of the 3.6 that a pair of M and e needs on average.
#include "problem.hpp"
#include "../../support/lanes.hpp"

namespace {
using namespace bench;
using V = reg<double>;
constexpr std::size_t w = lanes<double>;
constexpr std::size_t together = 2; // 1: about 25% more time; 3 and 4: equal, or up to 15% more

/// `count` elements from i on.
template <std::size_t registers> CONSTAX_INLINE void solve(kepler& p, std::size_t i, std::ptrdiff_t count) {
  V const one(1.0), tolerance(kepler::tolerance);
  V M[registers], e[registers], E[registers], in_M[registers], in_e[registers], s[registers], f[registers];
  auto const left = [count](std::size_t k) { return count - static_cast<std::ptrdiff_t>(w * k); };
  unrolled<registers>([&](auto k) __attribute__((always_inline)) {
    M[k] = cx::load_n<double, lanes<double>>(p.M.data() + i + w * k, left(k), 0);
    e[k] = cx::load_n<double, lanes<double>>(p.e.data() + i + w * k, left(k), 0);
    E[k] = M[k], in_M[k] = one, in_e[k] = V(0.0);
  });
  for (;;) {
    unrolled<registers>([&](auto k)
                            __attribute__((always_inline)) { s[k] = cx::math::sin(E[k]), f[k] = cx::fma(-e[k], s[k], E[k]) - M[k]; });
    bool through = true;
    unrolled<registers>([&](auto k) __attribute__((always_inline)) { through &= cx::all(cx::math::abs(f[k]) < tolerance); });
    if (through) break;
    // d(f/d) = (df - r dd) / d with the denominator d, r = f/d, df = d dE - s de - dM, dd = e s dE - c de
    unrolled<registers>([&](auto k) __attribute__((always_inline)) {
      auto const done = cx::math::abs(f[k]) < tolerance;
      V const c = cx::math::cos(E[k]), inverse = one / cx::fma(-e[k], c, one), r = f[k] * inverse, bend = r * (e[k] * s[k]);
      E[k] = cx::select(done, E[k], E[k] - r);
      in_M[k] = cx::select(done, in_M[k], cx::fma(bend, in_M[k], one) * inverse);
      in_e[k] = cx::select(done, in_e[k], cx::fma(bend, in_e[k], cx::fma(-r, c, s[k])) * inverse);
    });
  }
  unrolled<registers>([&](auto k) __attribute__((always_inline)) {
    cx::store_n(p.E.data() + i + w * k, E[k], left(k));
    cx::store_n(p.slope_M.data() + i + w * k, in_M[k], left(k));
    cx::store_n(p.slope_e.data() + i + w * k, in_e[k], left(k));
  });
}
void by_hand(kepler& p) {
  share(p.n, 64, 200 * p.n, [&](std::size_t first, std::size_t last, int) {
    std::size_t i = first;
    for (; i + w * together <= last; i += w * together) solve<together>(p, i, w * together);
    for (; i < last; i += w) solve<1>(p, i, static_cast<std::ptrdiff_t>(last - i));
  });
}
add<kepler> const f64("by_hand", by_hand);
} // namespace
