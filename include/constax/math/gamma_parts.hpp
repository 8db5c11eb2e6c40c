// SPDX-License-Identifier: BSL-1.0
#pragma once
// gamma_parts: what lgamma, tgamma, digamma, zeta and the incomplete functions are made of: logarithm and exponential of double-doubles,
// Stirling's series, the product x (x + 1) ... (x + 7), and sin(pi x). Doubles only: f32 goes through double.
//
// Logarithm: v = 2^n m, m in [sqrt(1/2), sqrt(2)), log m = 2 atanh(s) with s = (m - 1) / (m + 1); the first two terms as double-doubles,
// the others in double: relative error about 2^-64. Exponential: reduction and polynomial as in exp.hpp, the rest of the reduction kept:
// relative error 2^-55. Polynomials: docs/reference/math/gamma.py.
#include "arithmetic.hpp"
#include "double_double.hpp"
#include "exp.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// What comparing lanes gives; `auto` would make an int of bool & bool.
template <class X> using mask_of = rebind_t<X, bool>;
/// x, or zero in lanes that are not `on`.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> where(mask_of<X> on, double_double<X> x,
                                                                           double_double<X> other = {X(0.0), X(0.0)}) noexcept {
  return {select(on, x.hi, other.hi), select(on, x.lo, other.lo)};
}

struct gamma_constants {
  static constexpr double sqrt_half = 0x1.6a09e667f3bcdp-1;
  // 2 atanh(s) = 2 s + s^3 (2/3 + v log_tail(v)), v = s^2 <= 0.0295; 2^-66
  static constexpr double log_tail[] = {0x1.999999999999ap-2, 0x1.2492492492521p-2, 0x1.c71c71c6eaa8dp-3, 0x1.745d177a8f214p-3,
                                        0x1.3b1395d4f97c9p-3, 0x1.1118c74835f36p-3, 0x1.df7ce9a37ed34p-4, 0x1.e02d199962c89p-4};
  static constexpr double two_thirds_hi = 0x1.5555555555555p-1, two_thirds_lo = 0x1.5555555555555p-55;
  // log Gamma(y) = (y - 1/2) log y - y + log(2 pi) / 2 + w stirling(w^2), w = 1/y <= 1/8; 2^-60
  static constexpr double stirling[] = {0x1.5555555555555p-4,   -0x1.6c16c16c16c0fp-9, 0x1.a01a01a00d0c8p-11,
                                        -0x1.381381168d232p-11, 0x1.b951b7065a053p-11, -0x1.f69af4caf8c9fp-10,
                                        0x1.a2565f393d9d6p-8,   -0x1.c6897b53f18b7p-6, 0x1.c29fa0938dc75p-4};
  static constexpr double stirling_hi = 0x1.acfe390c97d69p-2, stirling_lo = 0x1.3494bc9001442p-56;  // (log(2 pi) - 1) / 2
  // sin(pi f) / (pi f) = 1 - v (pi^2 / 6 - v sinc(v)), v = f^2 <= 1/4; 2^-58.7
  static constexpr double sixth_hi = 0x1.a51a6625307d3p+0, sixth_lo = 0x1.1873d8912200cp-55;
  static constexpr double sinc[] = {0x1.9f9cb402bc46cp-1,  -0x1.86a8e4720db65p-3,  0x1.ac6805cf34cdap-6,  -0x1.33816aa423b5bp-9,
                                    0x1.374719befaa30p-13, -0x1.d424590c8494fp-18, 0x1.0fb6b2b4d71d5p-22, -0x1.ea50cabd9d672p-28};
  // mu - log(1 + mu) = s mu - s^3 (2/3 + 2/5 v + v^2 phi_tail(v)), s = mu / (2 + mu), v = s^2 <= 1/16; 2^-62.57
  static constexpr double phi_tail[] = {0x1.2492492492492p-2, 0x1.c71c71c71c2e2p-3, 0x1.745d174641fe8p-3,
                                        0x1.3b13b0f31d4a2p-3, 0x1.111128115e31dp-3, 0x1.e1d9a61c2d958p-4,
                                        0x1.b004dcd6a8bacp-4, 0x1.78cba61387cd6p-4, 0x1.d0260cf71ee49p-4};
  static constexpr double two_fifths_hi = 0x1.999999999999ap-2, two_fifths_lo = -0x1.999999999999ap-56;
  static constexpr double inverse_2pi_hi = 0x1.45f306dc9c883p-3, inverse_2pi_lo = -0x1.6b01ec5417056p-57;
};

/// log v for a normal v > 0 below 2^1000.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> wide_log(double_double<X> v) noexcept {
  using C = gamma_constants;
  using K = exp_constants<double>;
  X const one(1.0);
  // k = n + 1023 becomes a double by its bits below those of 2^52.
  using B = bits_t<X>;
  B const shift(std::uint64_t(52)), k = (to_bits(v.hi) - B(to_bits(C::sqrt_half) - to_bits(1.0))) >> shift;
  X const n = from_bits<double>(k | B(to_bits(0x1p52))) - X(0x1p52 + 1023), down = from_bits<double>((B(std::uint64_t(2046)) - k) << shift);
  X const m = from_bits<double>(to_bits(v.hi) - (k << shift) + B(to_bits(1.0))), low = v.lo * down;
  auto const den = two_sum(one, m);
  auto const s = dd_div(two_sum(m - one, low), double_double<X>{den.hi, den.lo + low}), v2 = dd_mul(s, s);
  auto const t = dd_mul(s, dd_mul(v2, fast_two_sum(X(C::two_thirds_hi), fma(v2.hi, horner(v2.hi, C::log_tail), X(C::two_thirds_lo)))));
  auto const h = fast_two_sum(guard(n * X(K::ln2_hi)), s.hi + s.hi), g = fast_two_sum(h.hi, t.hi);
  return fast_two_sum(g.hi, fma(n, X(K::ln2_lo), ((s.lo + s.lo) + t.lo) + (h.lo + g.lo)));
}
/// log x for any finite x > 0.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> wide_log(X x) noexcept {
  mask_of<X> const small = x < X(0x1p-900), large = x > X(0x1p900);
  X const k = select(small, X(-200.0), select(large, X(200.0), X(0.0)));
  X const y = x * select(small, X(0x1p200), select(large, X(0x1p-200), X(1.0)));
  auto const r = wide_log(double_double<X>{y, X(0.0)});
  // 200 ln 2 in two parts, the first with so many trailing zeros that k / 200 times it is exact.
  return dd_add(dd_add(r, k * X(exp_constants<double>::ln2_hi)), k * X(exp_constants<double>::ln2_lo));
}

/// e^x as m 2^n; |x| < 1400.
template <class X> struct wide_exponential {
  double_double<X> m;
  X n;
};
template <floating_lane X> CONSTAX_INLINE constexpr wide_exponential<X> wide_exp(double_double<X> x) noexcept {
  using K = exp_constants<double>;
  X const magic(round_magic<X>), n = fma(x.hi, X(1.44269504088896340736), magic) - magic;
  auto const s = two_sum(fma(n, X(-K::ln2_hi), x.hi), guard(n * X(-K::ln2_lo)));
  auto const r = fast_two_sum(s.hi, s.lo + x.lo);
  auto const t = fast_two_sum(X(1.0), r.hi);
  return {fast_two_sum(t.hi, t.lo + fma(guard(r.hi * r.hi), horner(r.hi, K::p), fma(r.lo, r.hi, r.lo))), n};
}
/// x * 2^n for an integer n, |n| < 2040: rounded twice where the result is subnormal.
template <floating_lane X> CONSTAX_INLINE constexpr X scale_twice(X x, X n) noexcept {
  using B = bits_t<X>;
  X const magic(round_magic<X>), t = fma(n, X(0.5), magic), half = t - magic;
  B const shift(std::uint64_t(52)), one(to_bits(1.0));
  X const p = from_bits<double>((to_bits(t) << shift) + one), q = from_bits<double>((to_bits((n - half) + magic) << shift) + one);
  return math::mul(math::mul(x, p), q);  // overflow is no constant expression
}

/// p = (x + 1) ... (x + 7), of use below 8: with z = x (x + 7) it is (x + 7) (z + 6) (z + 10) (z + 12).
template <class X> struct rising_product {
  double_double<X> x7, z, p;
};
template <floating_lane X> CONSTAX_INLINE constexpr rising_product<X> rise(double_double<X> x) noexcept {
  auto const x7 = dd_add(x, X(7.0)), z = dd_mul(x7, x);
  return {x7, z, dd_mul(dd_mul(x7, dd_add(z, X(6.0))), dd_mul(dd_add(z, X(10.0)), dd_add(z, X(12.0))))};
}

/// The sum log Gamma(y) for y >= 8, times s, a power of two (below 1 where the sum would overflow: there y > 2^500).
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> stirling(double_double<X> y, X s) noexcept {
  using C = gamma_constants;
  X const w = X(1.0) / y.hi;
  auto const l = dd_add(wide_log(double_double<X>{y.hi, y.lo}), X(-1.0)), h = dd_add(y, X(-0.5));
  auto const a = dd_mul(l, double_double<X>{h.hi * s, h.lo * s});
  return dd_add(a, fast_two_sum(X(C::stirling_hi), fma(w, horner(guard(w * w), C::stirling), X(C::stirling_lo))));
}

/// phi(mu) = mu - log(1 + mu) for |mu| <= 0.4, to a relative accuracy of 2^-64.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> deviation(double_double<X> mu) noexcept {
  using C = gamma_constants;
  auto const s = dd_div(mu, dd_add(mu, X(2.0)));
  auto const v = dd_mul(s, s);
  auto const c = dd_add(double_double<X>{X(C::two_thirds_hi), X(C::two_thirds_lo)},
                        dd_mul(v, double_double<X>{X(C::two_fifths_hi), X(C::two_fifths_lo)}));
  auto const t = dd_mul(s, dd_mul(v, dd_add(c, guard(guard(v.hi * v.hi) * horner(v.hi, C::phi_tail)))));
  return dd_add(dd_mul(s, mu), double_double<X>{-t.hi, -t.lo});
}

/// sqrt(y / 2 pi).
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> wide_sqrt_over_2pi(double_double<X> y) noexcept {
  auto const v = dd_mul(y, double_double<X>{X(gamma_constants::inverse_2pi_hi), X(gamma_constants::inverse_2pi_lo)});
  X const r = math::sqrt(v.hi);
  auto const p = two_prod(r, r);
  return {r, (((v.hi - p.hi) - p.lo) + v.lo) / (r + r)};
}

/// |f| for the distance f of y >= 0 to the next integer, and whether that is odd, or the one below y is (sin(pi y) < 0).
template <class X> struct to_integer {
  X f;
  mask_of<X> above, odd;
};
template <floating_lane X> CONSTAX_INLINE constexpr to_integer<X> next_integer(X y) noexcept {
  X const z = select(y < X(0x1p53), y, X(0.0)), t = math::trunc(z), r = z - t,
          h = t * X(0.5); // from there on all are even; inf and nan become 0
  mask_of<X> const above = r > X(0.5);
  return {select(above, X(1.0) - r, r), above, math::trunc(h) != h};
}
/// The same where `below` holds; without such lanes nothing is computed.
template <floating_lane X> CONSTAX_INLINE constexpr to_integer<X> next_integer(X y, mask_of<X> below) noexcept {
  to_integer<X> k{X(0.5), below, below};
  if (any(below)) k = next_integer(y);
  return k;
}
/// sin(pi f) / (pi f) for |f| <= 1/2.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> sinc(X f) noexcept {
  using C = gamma_constants;
  auto const v = two_prod(f, f), p = two_prod(v.hi, X(-C::sixth_hi)), s = fast_two_sum(X(1.0), p.hi),
             t = fast_two_sum(s.hi, guard(guard(v.hi * v.hi) * horner(v.hi, C::sinc)));
  return fast_two_sum(t.hi, (t.lo + s.lo) + fma(v.lo, X(-C::sixth_hi), fma(v.hi, X(-C::sixth_lo), p.lo)));
}

// ---- f32: the same formulas in plain doubles, of which a relative error of 2^-36 is enough
// -------------------------------------------------
/// log v for a normal v > 0.
template <floating_lane X> CONSTAX_INLINE constexpr X plain_log(X v) noexcept {
  using B = bits_t<X>;
  B const shift(std::uint64_t(52)), k = (to_bits(v) - B(to_bits(gamma_constants::sqrt_half) - to_bits(1.0))) >> shift;
  X const n = from_bits<double>(k | B(to_bits(0x1p52))) - X(0x1p52 + 1023),
          m = from_bits<double>(to_bits(v) - (k << shift) + B(to_bits(1.0)));
  constexpr double c[] = {2.0 / 3, 2.0 / 5, 2.0 / 7, 2.0 / 9, 2.0 / 11, 2.0 / 13};
  X const s = (m - X(1.0)) / (m + X(1.0)), z = guard(s * s);
  return fma(n, X(0x1.62e42fefa39efp-1), fma(s, guard(z * horner(z, c)), s + s));
}
/// log Gamma(y), y >= 8, from log y and 1 / y.
template <floating_lane X> CONSTAX_INLINE constexpr X plain_stirling(X y, X l, X w) noexcept {
  constexpr double c[] = {1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680};
  return fma(y - X(0.5), l, fma(w, horner(guard(w * w), c), X(0x1.d67f1c864beb5p-1) - y));
}
/// (y + 1) ... (y + 7).
template <floating_lane X> CONSTAX_INLINE constexpr X plain_rise(X y) noexcept {
  X const y7 = y + X(7.0), z = guard(y7 * y);
  return (y7 * (z + X(6.0))) * ((z + X(10.0)) * (z + X(12.0)));
}
/// f, of doubles, for lanes of either type; a register of doubles at a time, since a sum that both halves are in waits for both.
template <class F, floating_lane X, std::same_as<X>... P> CONSTAX_INLINE constexpr X in_double(F f, X x, P... more) noexcept {
  using Y = rebind_t<X, double>;
  if constexpr (is_large<Y>) return join(in_double(f, low(x), low(more)...), in_double(f, high(x), high(more)...));
  else if constexpr (std::is_same_v<X, Y>) return f(x, more...);
  else return convert<element_t<X>>(f(convert<double>(x), convert<double>(more)...));
}

}  // namespace constax::inline CONSTAX_TAG::detail
