// SPDX-License-Identifier: BSL-1.0
#pragma once
// igamma, igammac, igamma_grad_a: P(a, x) = integral of t^(a-1) e^-t / Gamma(a) from 0 to x, Q = 1 - P, and dP/da. The smaller one of P and
// Q is computed:
//
//   a >= 20, |x - a| <= 0.4 a   Temme's uniform expansion with erfc(|eta| sqrt(a/2)) = e^(-a phi) erfcx(..),
//                               phi = eta^2 / 2 = mu - log(1 + mu), mu = (x - a)/a (Temme 1979; DLMF 8.12); the coefficients
//                               c_k(eta) as polynomials, up to a^-11: docs/reference/math/igamma.py
//   x <= 9/16, a small          Q = -expm1(L) - e^L a sum over n >= 1 of (-x)^n / ((a + n) n!), L = log(x^a / Gamma(1 + a))
//   else x < a or x <= 9/16     P = D sum of x^n / ((a + 1) ... (a + n)), D = x^a e^-x / Gamma(1 + a); at most 85 terms
//   else                        Q = a D / (x + 1 - a - (1 - a)/(x + 3 - a - 2 (2 - a)/(x + 5 - a - ...))); at most 206 terms
//
// What dominates a result is a double-double: D and e^(-a phi) with their exponents, erfcx, both terms of Q for small a, and the sums,
// which are computed from their last term on with the digits that they lose. So no argument is inaccurate, and 1 minus the result is as
// good; igammac's fraction alone is in double, and its errors are the largest (docs/reference/math.md). The derivative differentiates the
// same formulas; there log x - psi(a) is a double-double too. f32 goes through double.
#include "digamma.hpp"
#include "lgamma.hpp"

namespace constax::inline CONSTAX_TAG::detail {

struct igamma_constants {
  // -0.471 <= eta <= 0.357; with their powers of a below 2^-58, c0 2^-55.3
  static constexpr double c0[] = {-0x1.5555555555555p-2,  0x1.5555555555554p-4,   -0x1.e573ac901e53ep-7,  0x1.2f684bda16242p-10,
                                  0x1.71de3a554a902p-12,  -0x1.76e06ff21ee1bp-13, 0x1.48c589496853cp-15,  -0x1.25534cffd91d5p-19,
                                  -0x1.f1b23e83aecedp-20, 0x1.bd664df7af480p-21,  -0x1.7b6b8f09ad647p-23, 0x1.e182968058570p-28,
                                  0x1.6a14da020d96cp-27,  -0x1.5d868a813b6ddp-28};
  static constexpr double c1[] = {-0x1.e573ac901e581p-10, -0x1.c71c71c71c6e4p-9,  0x1.5ac056b016736p-9,   -0x1.0394f6f0a3c5dp-10,
                                  0x1.af83440a5e105p-13,  -0x1.af8333e61f257p-22, -0x1.2fa4aac1dbdc3p-16, 0x1.00a9c1710183ep-17,
                                  -0x1.b0c16316eb6fdp-20, 0x1.418a0e70fc3cdp-28,  0x1.28d05b5da8e3ep-23,  -0x1.eed174a63bf01p-25,
                                  0x1.74436b27d093fp-27};
  static constexpr double c2[] = {0x1.0ee643b990ecdp-8,   -0x1.5f7268edaf2f9p-9,  0x1.948b0fcd86fd8p-11,  0x1.0db2132a4c6f1p-19,
                                  -0x1.c253efce7fa24p-14, 0x1.bbf427efecc81p-15,  -0x1.ac2d0967f92a7p-17, 0x1.2bcad1bf4d95dp-25,
                                  0x1.706dddad2a6e0p-20,  -0x1.54e202fa21a9bp-21, 0x1.2a3b1f0e0c05ap-23,  0x1.feeb81bab380ep-27};
  static constexpr double c3[] = {0x1.547d93b35a67dp-11,  0x1.e13ce4662d04cp-13,  -0x1.ebfb18adf42d4p-12, 0x1.18b9b5ac04d45p-12,
                                  -0x1.3d2a1afa93cddp-14, -0x1.013c48961703bp-22, 0x1.73cb44fa01289p-17,  -0x1.7cfcb467aa647p-18,
                                  0x1.835d6897369a6p-20,  0x1.8b7d248f62420p-26,  -0x1.f4123bdb6cdefp-23};
  static constexpr double c4[] = {-0x1.c3e0b02dc0151p-11, 0x1.9b0ff693c2dbfp-11,  -0x1.3999a81a2b4e5p-12, -0x1.88fc2956378eap-20,
                                  0x1.169048c9eb5c2p-14,  -0x1.4cdc2e4dd1f78p-15, 0x1.7de90aee8da6ep-17,  -0x1.30a61a9ea4b60p-25,
                                  -0x1.d811d97f6f4a0p-20, 0x1.0eb4650a7f3f6p-20};
  static constexpr double c5[] = {-0x1.6128ac53a2159p-12, -0x1.247603ea5c0e9p-14, 0x1.22be80a88bd31p-12,
                                  -0x1.a2043a9b261d7p-13, 0x1.1d229ac5dd2e1p-14,  0x1.33cdb2a5ef176p-23,
                                  -0x1.c9c7cd31985a0p-17, 0x1.0cc6813296341p-17,  -0x1.12e133c02f8d4p-19};
  static constexpr double c6[] = {0x1.168eef99f3d56p-11,  -0x1.367750276ccdcp-11, 0x1.1c0c068ea65e5p-12, 0x1.b266d0d7bbd75p-21,
                                  -0x1.57066808bdbdfp-14, 0x1.d59a45be9b526p-15,  -0x1.15f72170ba617p-16};
  static constexpr double c7[] = {0x1.691854729d232p-12,  0x1.b1ca090c26634p-15,  -0x1.5f1e176bf40e2p-12, 0x1.2741b4ebb4b5ap-12,
                                  -0x1.d37fc95c87515p-14, -0x1.27cce12dc13d4p-18, 0x1.37c1a79525b86p-15};
  static constexpr double c8[] = {-0x1.56291babdaf0bp-11, 0x1.b81a2f73b1ec2p-11, -0x1.cc1bc4f470f0fp-12,
                                  0x1.a144caec00885p-20,  0x1.7047f14b795edp-13, -0x1.2942ddcf0ffb8p-13};
  static constexpr double c9[] = {-0x1.394aa5c37cff2p-11, -0x1.1a74b8670962fp-14, 0x1.786226a74d6cbp-11, -0x1.6cc080b11dc8cp-11};
  static constexpr double c10[] = {0x1.5d96783238401p-10, -0x1.f219c808d6ba7p-10, 0x1.09a7548c4387ap-10};
  static constexpr double c11[] = {0x1.6a5c4b96fbd7ap-10, 0x1.45de75a84da8ap-11};
  // erfcx(z) = (first + t erfcx(t)) / (1 + 2 z), t = (z - 3)/(z + 3), 0 <= z <= 39; 2^-56.35
  static constexpr double erfcx_first_hi = 0x1.40c522d7e4987p+0, erfcx_first_lo = 0x1.a19969d5cf11fp-55;
  static constexpr double erfcx[] = {
      -0x1.15c084bb9e8f3p-3,  -0x1.85a15c58aa615p-5,  0x1.098366a5b46aap-3,   -0x1.e88b803a488a9p-4,  0x1.17ca2877f1aadp-4,
      -0x1.8574c40c1a746p-6,  0x1.4b884e425d207p-9,   0x1.ef1bdd8d5f90fp-10,  -0x1.98db50c2d226bp-11, -0x1.b91299b2c4419p-14,
      0x1.065a2eca3dbe2p-13,  0x1.4c313a4fad026p-18,  -0x1.513a3b05aa581p-16, -0x1.89add6e538224p-21, 0x1.d1f0951fa0ff1p-19,
      0x1.8316426dc2a70p-22,  -0x1.49f6eea8d656ap-21, -0x1.3abf51329a9a1p-23, 0x1.a8af119368fddp-24,  0x1.8ba4462d5f757p-25,
      -0x1.6c2a829380fc5p-27, -0x1.6bd32ea797537p-27, -0x1.d4819e61cdbd8p-32, 0x1.6f1810cca6fe1p-30,  0x1.5edc5f62ad9c0p-32};
  // -log Gamma(1 + a) = a (euler + a reciprocal(a)), 0 <= a <= 0.6; 2^-56.3
  static constexpr double euler_hi = 0x1.2788cfc6fb619p-1, euler_lo = -0x1.6cb90701fbfabp-58;
  static constexpr double reciprocal[] = {-0x1.a51a6625307d3p-1, 0x1.9a4d55beab2afp-2, -0x1.151322ac7bc33p-2, 0x1.a8b9c179aa76cp-3,
                                          -0x1.5b40caeabf6cfp-3, 0x1.27039e7be58aep-3, -0x1.010b028c45305p-3, 0x1.c802054441510p-4,
                                          -0x1.99dee7076352fp-4, 0x1.73bc9fc587cabp-4, -0x1.51bec43a54cadp-4, 0x1.2e40e2a5a46c4p-4,
                                          -0x1.0169020ee50cep-4, 0x1.8aa58f2a12031p-5, -0x1.f931474910f71p-6, 0x1.ea39cae393d87p-7,
                                          -0x1.38af112e60871p-8, 0x1.82b4a98e26204p-11};
};

/// A function of a in two parts, and its derivative, where one is asked for.
template <class X> struct with_slope {
  double_double<X> value, slope;
};
/// m 2^n.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> scale_twice(double_double<X> m, X n) noexcept {
  return {scale_twice(m.hi, n), scale_twice(m.lo, n)};
}

/// e^(y^2) erfc(y) for y = z + z_lo, 0 <= z <= 39. Of t, of the numerator and of the quotient the errors are known; what they and z_lo
/// change is added by the derivatives.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> scaled_erfc(X z, X z_lo) noexcept {
  using C = igamma_constants;
  auto const z3 = two_sum(z, X(3.0)), t = dd_div(two_sum(z, X(-3.0)), z3);
  auto const p = two_prod(t.hi, horner(t.hi, C::erfcx)), f = fast_two_sum(X(C::erfcx_first_hi), p.hi);
  auto const den = two_sum(X(1.0), z + z);
  X const q = f.hi / den.hi, slope = fma(z + z, q, X(-0x1.20dd750429b6dp+0)), off = guard(t.lo * z3.hi) * guard(z3.hi * X(1.0 / 6));
  X const low = (f.lo + (p.lo + X(C::erfcx_first_lo))) + guard(off * fma(slope, den.hi, q + q));
  return fast_two_sum(q, fma(slope, z_lo, fma(-q, den.lo, residual(f.hi, q, den.hi) + low) / den.hi));
}

/// P of x <= a, Q of x > a by the uniform expansion, and dP/da.
template <bool Slope, floating_lane X> CONSTAX_INLINE constexpr with_slope<X> igamma_uniform(X a, X x) noexcept {
  using C = igamma_constants;
  X const one(1.0), zero(0.0);
  // Beyond 2^500 the result depends on x / a alone.
  mask_of<X> const huge = a > X(0x1p500);
  X const down = select(huge, X(0x1p-200), one);
  a = a * down, x = x * down;
  auto const mu = dd_div(two_sum(x, -a), double_double<X>{a, zero}), phi = deviation(mu), e = dd_mul(phi, a);
  mask_of<X> const in = e.hi < X(1390.0), some = in & (e.hi > X(0x1p-900));
  double_double<X> const f = where(in, e, {X(1390.0), zero});
  X const z = math::sqrt(select(some, f.hi, select(in, zero, X(1390.0)))),
          z_lo = select(some, (residual(f.hi, z, z) + f.lo) / select(some, z + z, one), zero);
  auto const exp = wide_exp(double_double<X>{-f.hi, -f.lo});
  mask_of<X> const upper = mu.hi > zero;
  X const size = math::sqrt(phi.hi + phi.hi), eta = select(upper, size, -size), w = one / a;
  auto const norm = dd_div(wide_sqrt_over_2pi(double_double<X>{a, zero}), double_double<X>{a, zero});
  // The sum over k of c_k(eta) a^-k, and its derivatives by eta and 1/a.
  X sum = horner(eta, C::c11), by_eta(0.0), by_w(0.0);
  auto const term = [&](auto const& c) {
    constexpr std::size_t N = sizeof c / sizeof *c;
    X y(c[N - 1]);
    if constexpr (Slope) {
      X d(0.0);
      for (std::size_t i = N - 1; i-- > 0;) d = fma(d, eta, y), y = fma(y, eta, X(c[i]));
      by_eta = fma(by_eta, w, d), by_w = fma(by_w, w, sum);
    } else y = horner(eta, c);
    sum = fma(sum, w, y);
  };
  if constexpr (Slope) by_eta = X(C::c11[1]);
  term(C::c10), term(C::c9), term(C::c8), term(C::c7), term(C::c6), term(C::c5), term(C::c4), term(C::c3), term(C::c2), term(C::c1),
      term(C::c0);
  if constexpr (!Slope) {
    auto const half = scaled_erfc(z, z_lo);
    auto const y = dd_add(double_double<X>{half.hi * X(0.5), half.lo * X(0.5)}, guard(select(upper, sum, -sum) * norm.hi));
    return {scale_twice(dd_mul(y, exp.m), exp.n), {}};
  } else {
    X const below = guard(eta * horner(eta, C::c0)), above = -below / (one + below);  // eta / mu - 1, mu / eta - 1
    X slope = fma(eta, X(-0.5), above);
    slope = fma(sum, mu.hi - fma(w, X(0.5), phi.hi), slope);
    slope = fma(guard(-w * (one + above)), by_eta, fma(guard(-w * w), by_w, slope));
    return {{}, scale_twice(dd_mul(dd_mul(double_double<X>{-norm.hi, -norm.lo}, exp.m), fast_two_sum(one, slope)), exp.n)};
  }
}

/// x^a e^-x / Gamma(1 + a) for a > 0, x > 0; taken for 0 where a or x is above 10^6 (not to be called for a near x there).
/// Also for 0 where it is below e^least. With y = a + k, k = 0 or 8: sqrt(y / 2 pi) (y/e)^-k (x/y)^a e^(a-x) e^-stirling(y) (a + 1) ... (a
/// + 7) or, for k = 0, 1 / a instead of the product.
template <floating_lane X> CONSTAX_INLINE constexpr wide_exponential<X> gamma_density(X a, X x, double least = -1390.0) noexcept {
  X const one(1.0), zero(0.0);
  mask_of<X> const ok = (a <= X(1e6)) & (x <= X(1e6)), tiny = x < X(0x1p-900);
  mask_of<X> const small = a < X(8.0);
  X const b = select(ok, a, one), z = select(ok, x, one);
  auto const y = two_sum(b, select(small, X(8.0), zero));
  auto l = wide_log(dd_div(double_double<X>{z * select(tiny, X(0x1p200), one), zero}, y));
  l = dd_add(l, double_double<X>{select(tiny, X(-0x1.1542457337d43p+7), zero), select(tiny, X(0x1.e3948c376279dp-49), zero)});
  X const w = one / y.hi;
  auto e = dd_add(dd_mul(l, b), two_sum(b, -z));
  e = dd_add(dd_add(e, select(small, X(8.0), zero)), guard(-w * horner(guard(w * w), gamma_constants::stirling)));
  mask_of<X> const in = e.hi > X(least);
  auto const exp = wide_exp(where(in, e, {X(least), zero}));
  auto const y2 = dd_mul(y, y), y4 = dd_mul(y2, y2), y8 = dd_mul(y4, y4), p = rise(double_double<X>{select(small, b, one), zero}).p,
             q = dd_div(where(small, p, {one, zero}), where(small, y8, {b, zero}));
  return {where(ok & in, dd_mul(dd_mul(exp.m, wide_sqrt_over_2pi(y)), q)), exp.n};
}

/// The largest integer below 256 that is at most n in some lane, 0 if there is none.
template <floating_lane X> CONSTAX_INLINE constexpr int most(X n) noexcept {
  int k = 0;
  for (int step = 128; step > 0; step /= 2) {
    if (any(n >= X(double(k + step)))) k += step;
  }
  return k;
}
/// 2^-e for 2^e <= y < 2^(e+1).
template <floating_lane X> CONSTAX_INLINE constexpr X inverse_power(X y) noexcept {
  return invert_power(from_bits<double>(to_bits(y) & bits_t<X>(ieee<double>::inf)));
}

// Sums and fractions are computed from their last term on, as quotients of two numbers that need no division at each step; `lo` holds what
// the roundings of a number have lost so far, to first order. How many terms a lane takes depends on its own arguments only. All is scaled,
// so that nothing overflows.

/// 1 + the sum over n >= 1 of x^n / ((a + 1) ... (a + n)) where `on` holds (there x < a), and its derivative by a: s(k) = (x s(k+1) + a +
/// k) / (a + k).
template <bool Slope, floating_lane X> CONSTAX_INLINE constexpr with_slope<X> igamma_series(mask_of<X> on, X a0, X x0) noexcept {
  X const one(1.0), zero(0.0), half(0.5), b = select(on, at_most(a0, 1e6), one), y = select(on, at_most(x0, 1e6), half), gap = b - y,
                                          least = b * X(0x1p-10);
  // To 2^-57: at x = a about 26 + 1.35 a terms, fewer for small a; for large a 40 / log(a / x), where log(v) >= 2 (v - 1)/(v + 1).
  X const n1 = fma(b, X(2.6), X(18.0)), n2 = fma(b, X(1.35), X(26.0)), n3 = fma((b + y) / select(gap > least, gap, least), X(21.0), one);
  X const n12 = select(n1 < n2, n1, n2), n = select(on, select(n12 < n3, n12, n3), zero);
  X const c = inverse_power(b + X(8.0)), a = b * c, x = y * c;
  double_double<X> num{one, zero}, den = num, dnum{zero, zero}, dden = dnum;
  for (int k = most(n); k > 0; --k) {
    mask_of<X> const more = n >= X(double(k));
    auto const r = two_sum(a, c * X(double(k)));
    auto const p = two_prod(den.hi, r.hi), t = two_prod(num.hi, x), s = two_sum(p.hi, t.hi);
    X const lo = fma(den.lo, r.hi, fma(den.hi, r.lo, p.lo)), s_lo = fma(num.lo, x, (t.lo + s.lo) + lo);
    if constexpr (Slope) {  // the derivative of r is c
      auto const dp = two_prod(dden.hi, r.hi), ds = two_sum(dp.hi, den.hi * c), dt = two_prod(dnum.hi, x), du = two_sum(dt.hi, ds.hi);
      X const d_lo = fma(den.lo, c, fma(dden.lo, r.hi, fma(dden.hi, r.lo, dp.lo))) + ds.lo, du_lo = fma(dnum.lo, x, (dt.lo + du.lo) + d_lo);
      dden = where(more, {ds.hi, d_lo}, dden), dnum = where(more, {du.hi, du_lo}, dnum);
    }
    den = where(more, {p.hi, lo}, den), num = where(more, {s.hi, s_lo}, num);
  }
  den = fast_two_sum(den.hi, den.lo);
  auto const s = dd_div(fast_two_sum(num.hi, num.lo), den);
  if constexpr (!Slope) return {s, {}};
  else {
    auto const m = dd_mul(s, fast_two_sum(dden.hi, dden.lo));
    return {s, dd_div(dd_add(fast_two_sum(dnum.hi, dnum.lo), double_double<X>{-m.hi, -m.lo}), den)};
  }
}

/// 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / ...)) where `on` holds (there x >= a, x > 1/2), and its derivative by a: h(k) = 1
/// / v(k), v(k) = b(k) + m(k+1) / v(k+1). The value alone needs no lost digits: a step leaves less of the error of the one before.
template <bool Slope, floating_lane X> CONSTAX_INLINE constexpr with_slope<X> igamma_fraction(mask_of<X> on, X a0, X x0) noexcept {
  X const one(1.0), zero(0.0), a = select(on, at_most(a0, 1e6), one), x = select(on, at_most(x0, 1e6), X(2.0));
  X const n = select(on, fma(one / x, fma(a, X(12.0), X(108.0)), X(13.0)), X(-1.0));  // to 2^-57
  X const c = inverse_power(x + X(32.0)), c2 = guard(c * c);
  auto const gap = two_sum(x, -a);
  double_double<X> num{one, zero}, den{zero, zero}, dnum = den, dden = den;
  for (int k = most(n); k >= 0; --k) {
    mask_of<X> const more = n >= X(double(k));
    X const next(double(k + 1)), odd(double(2 * k + 1));
    if constexpr (!Slope) {
      X const b = ((gap.hi + odd) + gap.lo) * c, m = guard((a - next) * next) * c2, v = fma(num.hi, b, guard(den.hi * m));
      den.hi = select(more, num.hi, den.hi), num.hi = select(more, v, num.hi);
    } else {
      auto const b0 = two_sum(gap.hi, odd), f = two_sum(a, -next), m0 = two_prod(f.hi, next);
      double_double<X> const b{b0.hi * c, (b0.lo + gap.lo) * c}, m{m0.hi * c2, fma(f.lo, next, m0.lo) * c2};
      X const dm = next * c2;  // the derivative of m; that of b is -c
      auto const p = two_prod(num.hi, b.hi), q = two_prod(den.hi, m.hi), s = two_sum(p.hi, q.hi);
      auto const t = two_prod(den.hi, dm), dp = two_prod(dnum.hi, b.hi), dq = two_prod(dden.hi, m.hi), ds = two_sum(dp.hi, dq.hi),
                 dt = two_sum(t.hi, num.hi * -c), du = two_sum(ds.hi, dt.hi);
      X const lo = fma(num.lo, b.hi, fma(den.lo, m.hi, fma(num.hi, b.lo, fma(den.hi, m.lo, p.lo + q.lo)))) + s.lo;
      X const d_lo = fma(dnum.lo, b.hi, fma(dden.lo, m.hi, fma(dnum.hi, b.lo, fma(dden.hi, m.lo, dp.lo + dq.lo)))) +
                     fma(den.lo, dm, fma(num.lo, -c, t.lo)) + ((ds.lo + dt.lo) + du.lo);
      dden = where(more, dnum, dden), dnum = where(more, {du.hi, d_lo}, dnum), den = where(more, num, den),
      num = where(more, {s.hi, lo}, num);
    }
  }
  num = fast_two_sum(num.hi, num.lo), den = fast_two_sum(den.hi, den.lo);
  auto const h = dd_div(den, num);
  if constexpr (!Slope) return {{h.hi * c, h.lo * c}, {}};
  else {
    auto const m = dd_mul(h, fast_two_sum(dnum.hi, dnum.lo)),
               d = dd_div(dd_add(fast_two_sum(dden.hi, dden.lo), double_double<X>{-m.hi, -m.lo}), num);
    return {{h.hi * c, h.lo * c}, {d.hi * c, d.lo * c}};
  }
}

/// Q(a, x) for x <= 9/16 and a so small that a log x > -0.34: there e = e^L - 1 is below 1/400, and Q = a s + (a s - 1) e loses nothing.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> igammac_small(mask_of<X> on, X a0, X x0) noexcept {
  using C = igamma_constants;
  X const one(1.0), a = select(on, a0, X(0.5)), x = select(on, x0, X(0.5));
  auto const p = two_prod(a, horner(a, C::reciprocal)), g = two_sum(X(C::euler_hi), p.hi);
  auto const l = dd_mul(dd_add(wide_log(x), double_double<X>{g.hi, g.lo + (p.lo + X(C::euler_lo))}), a);
  auto const e = fast_two_sum(l.hi, fma(guard(l.hi * l.hi), horner(l.hi, exp_constants<double>::p), l.lo));
  // s = -sum of (-x)^k / ((a + k) k!), from the last term on: 17 terms are enough for x <= 9/16
  X sum(0.0);
  for (int k = 17; k > 1; --k) sum = guard((one / (a + X(double(k))) - sum) * (x / X(double(k))));
  auto const s = dd_mul(dd_mul(dd_add(dd_div(double_double<X>{one, X(0.0)}, two_sum(one, a)), -sum), x), a);
  return dd_add(s, dd_mul(dd_add(s, -one), e));
}

/// P, or Q where upper holds: the smaller one, roughly.
template <class X> struct igamma_half {
  double_double<X> value;
  mask_of<X> upper;
};
template <class X> struct igamma_regions {
  mask_of<X> uniform, low, series, fraction;
};
template <floating_lane X> CONSTAX_INLINE constexpr igamma_regions<X> regions(mask_of<X> ok, X a, X x) noexcept {
  mask_of<X> const uniform = ok & (a >= X(20.0)) & (math::abs(x - a) <= a * X(0.4)), other = ok & !uniform, low = other & (x <= X(0.5625)),
                   series = low | (other & (x < a)), rest = other & !series;
  return {uniform, low, series, rest};
}
template <floating_lane X> CONSTAX_INLINE constexpr igamma_half<X> igamma_smaller(mask_of<X> ok, X a, X x) noexcept {
  X const one(1.0), zero(0.0);
  auto const in = regions(ok, a, x);
  mask_of<X> small = in.low, series = in.series, upper = in.fraction | (in.uniform & (x > a));
  if (any(small)) small = small & (a * wide_log(select(small, x, X(0.5))).hi > X(-0.34));
  series = series & !small;
  double_double<X> y{zero, zero};
  if (any(in.uniform)) y = igamma_uniform<false>(select(in.uniform, a, X(20.0)), select(in.uniform, x, X(20.0))).value;
  if (any(series | in.fraction)) {
    mask_of<X> const rest = series | in.fraction;
    X const b = select(rest, at_most(a, 1e6), one);
    auto const d = gamma_density(select(rest, a, one), select(rest, x, one));
    double_double<X> v{one, zero};
    if (any(series)) v = igamma_series<false>(series, a, x).value;
    if (any(in.fraction)) v = where(in.fraction, igamma_fraction<false>(in.fraction, a, x).value, v);
    mask_of<X> const tiny = in.fraction & (b < X(0x1p-500));
    v = dd_mul(dd_mul(d.m, v), select(in.fraction, b * select(tiny, X(0x1p600), one), one));
    y = where(rest, scale_twice(v, d.n - select(tiny, X(600.0), zero)), y);
  }
  if (any(small)) y = where(small, igammac_small(small, a, x), y);
  upper = upper | small;
  return {y, upper};
}

struct igamma_of {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X a, X x) const noexcept {
    X const one(1.0), zero(0.0), inf = inf_of<X>();
    mask_of<X> const valid = (a >= zero) & (x >= zero) & !((a == zero) & (x == zero)),
                     ok = valid & (a > zero) & (x > zero) & (a < inf) & (x < inf);
    auto const r = igamma_smaller(ok, select(ok, a, one), select(ok, x, one));
    X const special = select((a == zero) | (x == inf), one, zero);
    return select(ok, select(r.upper, (one - r.value.hi) - r.value.lo, r.value.hi), select(valid, special, nan_of<X>()));
  }
};
struct igammac_of {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X a, X x) const noexcept {
    X const one(1.0), zero(0.0), inf = inf_of<X>();
    mask_of<X> const valid = (a >= zero) & (x >= zero) & !((a == zero) & (x == zero)) & !((a == inf) & (x == inf)),
                     ok = valid & (a > zero) & (x > zero) & (a < inf) & (x < inf);
    auto const r = igamma_smaller(ok, select(ok, a, one), select(ok, x, one));
    X const special = select((a == zero) | (x == inf), zero, one);
    return select(ok, select(r.upper, r.value.hi, (one - r.value.hi) - r.value.lo), select(valid, special, nan_of<X>()));
  }
};
struct igamma_grad_a_of {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X a0, X x0) const noexcept {
    X const one(1.0), zero(0.0), inf = inf_of<X>();
    mask_of<X> const valid = (a0 > zero) & (x0 >= zero), ok = valid & (x0 > zero) & (a0 < inf) & (x0 < inf);
    X const a = select(ok, select(a0 > X(0x1p-900), a0, X(0x1p-900)), one),
            x = select(ok, x0, one); // below 2^-900 the result is the limit, which psi(a) would not give
    auto const in = regions(ok, a, x);
    X y(0.0);
    if (any(in.uniform)) y = igamma_uniform<true>(select(in.uniform, a, X(20.0)), select(in.uniform, x, X(20.0))).slope.hi;
    mask_of<X> const rest = in.series | in.fraction;
    if (any(rest)) {
      // The slope of log D is log x - psi(1 + a), that of log(a D) log x - psi(a); psi(1 + a) = psi(a) + 1/a would cancel for small a.
      X const b = select(rest, a, one), z = select(rest, x, one);
      auto const d = gamma_density(b, z);
      auto const psi = digamma_above(two_sum(b, select(in.series, one, zero))), g = dd_add(wide_log(z), double_double<X>{-psi.hi, -psi.lo});
      with_slope<X> s{{zero, zero}, {zero, zero}};
      if (any(in.series)) s = igamma_series<true>(in.series, a, x);
      if (any(in.fraction)) {
        auto const f = igamma_fraction<true>(in.fraction, a, x);
        X const minus = -at_most(b, 1e6);
        s = {where(in.fraction, dd_mul(f.value, minus), s.value), where(in.fraction, dd_mul(f.slope, minus), s.slope)};
      }
      y = select(rest, scale_twice(dd_mul(d.m, dd_add(dd_mul(s.value, g), s.slope)).hi, d.n), y);
    }
    return select(ok, -math::abs(y), select(valid, zero, nan_of<X>()));  // -0 where it underflows
  }
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The regularized lower incomplete gamma function P(a, x): 0 at x = 0, 1 at x = inf and at a = 0; nan for negative arguments and at (0,
/// 0).
template <floating_lane X> CONSTAX_INLINE constexpr X igamma(X a, std::type_identity_t<X> x) noexcept {
  return detail::in_double(detail::igamma_of{}, a, x);
}

/// The upper one, Q(a, x) = 1 - P(a, x), accurate where it is small; nan for negative arguments, at (0, 0) and (inf, inf).
template <floating_lane X> CONSTAX_INLINE constexpr X igammac(X a, std::type_identity_t<X> x) noexcept {
  return detail::in_double(detail::igammac_of{}, a, x);
}

/// The derivative of igamma by a; 0 at x = 0, nan for x < 0 and a <= 0.
template <floating_lane X> CONSTAX_INLINE constexpr X igamma_grad_a(X a, std::type_identity_t<X> x) noexcept {
  return detail::in_double(detail::igamma_grad_a_of{}, a, x);
}

}  // namespace constax::inline CONSTAX_TAG::math
