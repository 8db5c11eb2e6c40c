// SPDX-License-Identifier: BSL-1.0
// Pendula in the lanes, a few registers of them together so that the latencies of their sines overlap: forwards, keeping each step's state,
// the accelerations of its stages and the cosines of the drive, then backwards. With the state alone, and the rest computed anew, 1.41
// times the time. To turn (cos w t, sin w t) by w h / 2 from stage to stage would take 0.88 of it, but its rounding grows with the steps:
// results differ by 7e-13.
#include "problem.hpp"
#include "../../support/lanes.hpp"

namespace {
using namespace bench;
using V = reg<double>;
constexpr std::size_t w = lanes<double>, steps = ensemble::steps;
constexpr double h = ensemble::h;
constexpr std::size_t together = 4; // 3: 5% more time, 2: 4 to 13%, 1: 27%

struct step {
  V theta, omega, a1, a2, a3, middle, last; // the last two: cos(w t)
};

template <std::size_t registers> CONSTAX_INLINE void pendula(ensemble& p, step (*kept)[together], std::size_t n, std::ptrdiff_t count) {
  V const half(h / 2), full(h), sixth(h / 6), third(h / 3);
  V theta[registers], omega[registers], q[registers], g[registers], rate[registers], first[registers];
  auto const left = [count](std::size_t k) { return count - static_cast<std::ptrdiff_t>(w * k); };
  unrolled<registers>([&](auto k) __attribute__((always_inline)) {
    auto const in = [&](std::size_t input) { return cx::load_n<double, lanes<double>>(p.x[input].data() + n + w * k, left(k), 0); };
    theta[k] = in(0), omega[k] = in(1), q[k] = in(2), g[k] = in(3), rate[k] = in(4), first[k] = V(1.0);
  });
  for (std::size_t i = 0; i < steps; ++i) {
    double const t = h * static_cast<double>(i);
    V const at_middle(t + h / 2), at_last(t + h);
    step* const to = kept[i];
    V o2[registers], o3[registers], o4[registers], a1[registers], a2[registers], a3[registers], a4[registers], middle[registers],
        last[registers];
    unrolled<registers>([&](auto k) __attribute__((always_inline)) {
      middle[k] = cx::math::cos(rate[k] * at_middle), to[k].theta = theta[k], to[k].omega = omega[k], to[k].middle = middle[k];
    });
    unrolled<registers>([&](auto k) __attribute__((always_inline)) {
      a1[k] = cx::fma(g[k], first[k], -cx::fma(q[k], omega[k], cx::math::sin(theta[k])));
      o2[k] = cx::fma(half, a1[k], omega[k]), to[k].a1 = a1[k];
    });
    unrolled<registers>([&](auto k) __attribute__((always_inline)) {
      a2[k] = cx::fma(g[k], middle[k], -cx::fma(q[k], o2[k], cx::math::sin(cx::fma(half, omega[k], theta[k]))));
      o3[k] = cx::fma(half, a2[k], omega[k]), to[k].a2 = a2[k];
    });
    unrolled<registers>([&](auto k) __attribute__((always_inline)) {
      a3[k] = cx::fma(g[k], middle[k], -cx::fma(q[k], o3[k], cx::math::sin(cx::fma(half, o2[k], theta[k]))));
      o4[k] = cx::fma(full, a3[k], omega[k]), to[k].a3 = a3[k];
    });
    unrolled<registers>([&](auto k) __attribute__((always_inline)) { last[k] = cx::math::cos(rate[k] * at_last), to[k].last = last[k]; });
    unrolled<registers>([&](auto k) __attribute__((always_inline)) {
      a4[k] = cx::fma(g[k], last[k], -cx::fma(q[k], o4[k], cx::math::sin(cx::fma(full, o3[k], theta[k]))));
      theta[k] = cx::fma(sixth, omega[k] + o4[k], cx::fma(third, o2[k] + o3[k], theta[k]));
      omega[k] = cx::fma(sixth, a1[k] + a4[k], cx::fma(third, a2[k] + a3[k], omega[k])), first[k] = last[k];
    });
  }
  // cotangents of theta, omega; of a1 of the step after
  V to_theta[registers], to_omega[registers], after[registers], to_q[registers], to_g[registers], to_w[registers];
  unrolled<registers>([&](auto k) __attribute__((always_inline)) {
    cx::store_n(p.loss.data() + n + w * k, cx::fma(theta[k], theta[k], omega[k] * omega[k]), left(k));
    to_theta[k] = theta[k] + theta[k], to_omega[k] = omega[k] + omega[k];
    after[k] = to_q[k] = to_g[k] = to_w[k] = V(0.0);
  });
  for (std::size_t i = steps; i-- > 0;) {
    double const t = h * static_cast<double>(i);
    V const at_middle(t + h / 2), at_last(t + h);
    step const* const from = kept[i];
    unrolled<registers>([&](auto k) __attribute__((always_inline)) {
      step const s = from[k];
      V const o2 = cx::fma(half, s.a1, s.omega), o3 = cx::fma(half, s.a2, s.omega), o4 = cx::fma(full, s.a3, s.omega);
      V const w6 = sixth * to_omega[k], w3 = third * to_omega[k], t6 = sixth * to_theta[k], t3 = third * to_theta[k];
      // of the angles with the sign changed
      V const to_a4 = w6, to_o4 = cx::fma(-q[k], to_a4, t6), to_t4 = cx::math::cos(cx::fma(full, o3, s.theta)) * to_a4;
      V const to_a3 = cx::fma(full, to_o4, w3), to_o3 = cx::fma(-full, to_t4, cx::fma(-q[k], to_a3, t3)),
              to_t3 = cx::math::cos(cx::fma(half, o2, s.theta)) * to_a3;
      V const to_a2 = cx::fma(half, to_o3, w3), to_o2 = cx::fma(-half, to_t3, cx::fma(-q[k], to_a2, t3)),
              to_t2 = cx::math::cos(cx::fma(half, s.omega, s.theta)) * to_a2;
      V const to_a1 = cx::fma(half, to_o2, w6), to_o1 = cx::fma(-half, to_t2, cx::fma(-q[k], to_a1, t6)),
              to_t1 = cx::math::cos(s.theta) * to_a1;
      V const to_middle = to_a2 + to_a3, to_last = to_a4 + after[k];
      to_q[k] = cx::fma(to_a1, s.omega, cx::fma(to_a2, o2, cx::fma(to_a3, o3, cx::fma(to_a4, o4, to_q[k]))));
      to_g[k] = cx::fma(s.middle, to_middle, cx::fma(s.last, to_last, to_g[k]));
      to_w[k] = cx::fma(at_middle * cx::math::sin(rate[k] * at_middle), to_middle,
                        cx::fma(at_last * cx::math::sin(rate[k] * at_last), to_last, to_w[k]));
      to_theta[k] = to_theta[k] - ((to_t1 + to_t2) + (to_t3 + to_t4)), to_omega[k] = to_omega[k] + ((to_o1 + to_o2) + (to_o3 + to_o4));
      after[k] = to_a1;
    });
  }
  unrolled<registers>([&](auto k) __attribute__((always_inline)) {
    auto const out = [&](std::size_t input, V v) { cx::store_n(p.slope[input].data() + n + w * k, v, left(k)); };
    out(0, to_theta[k]), out(1, to_omega[k]), out(2, -to_q[k]), out(3, to_g[k] + after[k]), out(4, -(g[k] * to_w[k]));
  });
}
void by_hand(ensemble& p) {
  share(p.n, 64, 10'000 * p.n, [&](std::size_t first, std::size_t last, int) {
    step kept[steps][together];
    std::size_t n = first;
    for (; n + w * together <= last; n += w * together) pendula<together>(p, kept, n, w * together);
    for (; n < last; n += w) pendula<1>(p, kept, n, static_cast<std::ptrdiff_t>(last - n));
  });
}
add<ensemble> const f64("by_hand", by_hand);
} // namespace
