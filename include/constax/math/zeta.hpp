// SPDX-License-Identifier: BSL-1.0
#pragma once
// zeta, polygamma: Hurwitz's zeta function by the Euler-Maclaurin formula, and polygamma(n, x) = (-1)^(n+1) n! zeta(n + 1, x).
//
//   zeta(s, q) = sum over k < 10 of (q + k)^-s + a^(1-s)/(s-1) + a^-s/2 + sum over j <= 12 of B_2j/(2j)! s (s+1) ... (s+2j-2) a^(1-s-2j),
//   a = q + 10
//
// divided by q^(1-s), whose exponent, a double-double, is joined with that of n!: no factor over- or underflows alone. What the last sum
// leaves out is below 2^-60 of the whole: with t = s/q about e^(-10t) (t/2pi)^25, and small for small s. Where s is small beside q (s + 26
// <= 3q/2) a = q and no term is summed before. Below q = 0, where s must be an integer, by zeta(s, q) = zeta(s, 1 - u) + (-1)^s (zeta(s, u)
// - zeta(s, 1 - q)), u = -q - floor(-q). f32 goes through double.
#include "digamma.hpp"
#include "tgamma.hpp"

namespace constax::inline CONSTAX_TAG::detail {

struct zeta_constants {
  // B_2j / (2j)!, j = 1 .. 12
  static constexpr double bernoulli[] = {0x1.5555555555555p-4,  -0x1.6c16c16c16c17p-10, 0x1.1566abc011567p-15, -0x1.bbd779334ef0bp-21,
                                         0x1.66a8f2bf70ebep-26, -0x1.22805d644267fp-31, 0x1.d6db2c4e09162p-37, -0x1.7da4e1f79955cp-42,
                                         0x1.355871d652e9ep-47, -0x1.f57d968caacf1p-53, 0x1.967e1f09c376fp-58, -0x1.497d9033a2b5cp-63};
};

/// e^factor zeta(1 + p, q) for p > 0, q > 0, finite; inf for q up to 2^-1024.
template <floating_lane X> CONSTAX_INLINE constexpr X hurwitz(X p, X q0, double_double<X> factor) noexcept {
  X const one(1.0), zero(0.0);
  mask_of<X> const tiny = q0 <= X(0x1p-1024);  // there 1/q is none
  X const q = select(tiny, one, q0), s = p + one, inv = one / q, most(800.0);
  auto const minus = [](double_double<X> l) { return double_double<X>{-l.hi, -l.lo}; };
  auto const minus_log = minus(wide_log(q));
  mask_of<X> const shift = (s + X(26.0)) * X(0.5) > q * X(0.75);  // not q * 3/2, which may overflow
  X const power_p = select(p < X(0x1p100), p, X(0x1p100)), power_s = power_p + one;  // q^-(2^100) is 0, 1 or inf for every q
  X a = q, weight = one, sum = zero;
  if (any(shift)) {
    X const from = select(shift, q, one);
    auto const start = minus(wide_log(from));
    // (from / (from + k))^power
    auto const ratio = [&](double k, X power) {
      auto const x = dd_mul(dd_add(wide_log(two_sum(from, X(k))), start), power);
      mask_of<X> const far = x.hi > most;
      auto const e = wide_exp(double_double<X>{-select(far, most, x.hi), -select(far, zero, x.lo)});
      return select(far, zero, scale_twice(e.m.hi, e.n));
    };
    for (double k = 9; k > 0; k -= 1) sum = sum + ratio(k, power_s);
    sum = select(shift, guard(sum * inv), zero);
    weight = select(shift, ratio(10.0, power_p), one);
    a = select(shift, q + X(10.0), q);
  }
  // (q/a)^(s-1) (1/(s-1) + 1/(2a) + s/a^2 (B2/2! + (s+1)(s+2)/a^2 (B4/4! + ...))); s beyond 64 a counts for nothing, but must not overflow.
  mask_of<X> const few = s * X(0x1p-6) < a;
  X const w = one / a, r = select(few, s, sane(!few, a, 1.0) * X(64.0));
  X h(zeta_constants::bernoulli[11]);
  for (int j = 10; j >= 0; --j) {
    X const i(2.0 * j + 1);
    h = fma(guard(((r + i) * w) * ((r + i + one) * w)), h, X(zeta_constants::bernoulli[j]));
  }
  sum = fma(weight, fma(w, X(0.5), fma(guard(guard(r * w) * w), h, one / p)), sum) + select(shift, inv, zero);
  auto const x = dd_add(dd_mul(minus_log, power_p), factor);
  mask_of<X> const in = math::abs(x.hi) < X(1390.0);
  auto const e = wide_exp(double_double<X>{select(in, x.hi, math::copysign(X(1390.0), x.hi)), select(in, x.lo, zero)});
  return select(tiny, inf_of<X>(), scale_twice(fma(e.m.hi, sum, guard(e.m.lo * sum)), e.n));
}

/// e^factor zeta(1 + p, q) for any q, factor >= 0; what is no number there is nan, inf where the limit is one. even: whether 1 + p, which
/// may be rounded, is finite and even.
template <floating_lane X> CONSTAX_INLINE constexpr X hurwitz_anywhere(X p, X q, double_double<X> factor, mask_of<X> even) noexcept {
  X const one(1.0), zero(0.0), y = math::abs(q), inf = inf_of<X>(), nan = nan_of<X>();
  mask_of<X> const whole = math::trunc(p) == p;
  mask_of<X> const below = q < zero;
  X const own = select(y < X(0x1p53), y, zero), u = own - math::trunc(own);
  mask_of<X> const pole = (q == zero) | (below & (u == zero)) | (q == -inf);
  mask_of<X> const ok = (p > zero) & (y < inf) & !pole & (whole | !below) & (p < inf);
  mask_of<X> const neg = ok & below;
  X const safe = select(ok, p, one);
  mask_of<X> large = neg & !neg, huge = large;
  if (any(neg)) {
    // Terms that overflow may have a difference that does not: e^factor is made smaller where the largest one is beyond e^600, and beyond
    // e^1390 the sign is that of the largest one. (At u = 1/2 and for odd s it is one term.)
    X const v = select(neg, select(u < X(0.5), u, one - u), one),
            size = fma(select(safe < X(0x1p100), safe, X(0x1p100)) + one, -wide_log(v).hi, factor.hi);
    mask_of<X> const alone = (u == X(0.5)) & !even;
    huge = neg & !alone & (size > X(1390.0)), large = neg & !alone & !huge & (size > X(600.0));
    using K = exp_constants<double>;
    factor = dd_add(dd_add(factor, select(large, X(-1000 * K::ln2_hi), zero)), select(large, X(-1000 * K::ln2_lo), zero));
  }
  X r = hurwitz(safe, select(ok, select(below, one - select(below, u, zero), q), one), factor);
  if (any(neg)) {
    X const v = hurwitz(safe, select(neg, u, one), factor), w = hurwitz(safe, select(neg, y + one, one), factor), t = math::sub(v, w);
    X const sum = math::mul(math::add(r, select(even, t, -t)), select(large, X(0x1p1000), one));
    r = select(neg, select((u == X(0.5)) & !even, w, select(huge, select(even | (u > X(0.5)), inf, -inf), sum)), r);
  }
  X const at_infinity = select(p < inf, zero, select(q > one, zero, select(q == one, one, inf)));
  X const special =
      select((p != p) | (q != q), nan,
             select(p == zero, inf, select((p < zero) | (below & !whole), nan, select(pole, select(even, inf, nan), at_infinity))));
  return select(ok, r, special);
}

struct zeta_of {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X s, X q) const noexcept {
    mask_of<X> const ok = s >= X(1.0);  // s - 1 is exact up to 2^53
    X const half = select(ok, s, X(1.0)) * X(0.5);
    mask_of<X> const whole = math::trunc(half) == half, finite = s < inf_of<X>();
    return hurwitz_anywhere(select(ok, select(ok, s, X(1.0)) - X(1.0), select(s != s, s, X(-1.0))), q, double_double<X>{X(0.0), X(0.0)},
                            whole & finite);
  }
};

struct polygamma_of {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X n, X x) const noexcept {
    X const one(1.0), zero(0.0), nan = nan_of<X>();
    mask_of<X> const whole = math::trunc(n) == n, ok = (n > zero) & (n < inf_of<X>()) & whole;
    X const order = select(ok, n, one), half = order * X(0.5), bounded = select(order < X(0x1p100), order, X(0x1p100));
    // log n!, with n + 1 = y in the notation of tgamma.hpp
    mask_of<X> const small = bounded < X(7.0);
    X const y = bounded + one;
    double_double<X> const from{select(small, y, one), zero};
    auto const p = dd_mul(rise(from).p, from), f = stirling(two_sum(y, select(small, X(8.0), zero)), one);
    auto const l = wide_log(double_double<X>{select(small, p.hi, one), select(small, p.lo, zero)});
    X const r = hurwitz_anywhere(order, x, dd_add(f, double_double<X>{-l.hi, -l.lo}), math::trunc(half) != half);
    X y0 = select(ok, select(math::trunc(half) == half, -r, r), nan);
    mask_of<X> const first = n == zero;
    if (any(first)) y0 = select(first, digamma_of{}(x), y0);
    return y0;
  }
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// Hurwitz's zeta function, the sum over k >= 0 of (k + q)^-x for x > 1: inf for x = 1, nan below. For q < 0 x must be an integer; at q =
/// 0, -1, ... inf if x is even, else nan.
template <floating_lane X> CONSTAX_INLINE constexpr X zeta(X x, std::type_identity_t<X> q) noexcept {
  return detail::in_double(detail::zeta_of{}, x, q);
}

/// The n-th derivative of digamma, for an integer n >= 0 in floating form; nan for other n. At x = 0, -1, ... inf if n is odd, else nan.
template <floating_lane X> CONSTAX_INLINE constexpr X polygamma(X n, std::type_identity_t<X> x) noexcept {
  return detail::in_double(detail::polygamma_of{}, n, x);
}

}  // namespace constax::inline CONSTAX_TAG::math
