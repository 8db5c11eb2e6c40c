// SPDX-License-Identifier: BSL-1.0
#pragma once
// igamma, igammac, igamma_grad_a: P(a, x) = integral of t^(a-1) e^-t / Gamma(a) from 0 to x, Q = 1 - P, and dP/da. The smaller one of P and Q is computed:
//
//   a >= 20, |x - a| <= 0.4 a   Temme's uniform expansion with erfc(|eta| sqrt(a/2)) = e^(-a phi) erfcx(..), phi = eta^2 / 2 = mu - log(1 + mu), mu = (x - a)/a
//                               (Temme 1979; DLMF 8.12); the coefficients c_k(eta) as polynomials, up to a^-11: docs/reference/math/igamma.py
//   x <= 1.1, a small           Q = -expm1(L) - e^L a sum over n >= 1 of (-x)^n / ((a + n) n!), L = log(x^a / Gamma(1 + a))
//   else x < a or x <= 1.1      P = D sum of x^n / ((a + 1) ... (a + n)), D = x^a e^-x / Gamma(1 + a); at most 80 terms
//   else                        Q = a D / (x + 1 - a - (1 - a)/(x + 3 - a - 2 (2 - a)/(x + 5 - a - ...))) by Steed's algorithm; at most 110 terms
//
// The exponents of D and e^(-a phi) are double-doubles: there is no large argument whose result is inaccurate. Each lane leaves the sums when its
// own terms have become too small. The derivative differentiates the same formulas term by term. f32 goes through double.
#include "digamma.hpp"
#include "lgamma.hpp"

namespace constax::inline CONSTAX_TAG::detail {

struct igamma_constants {
  // -0.471 <= eta <= 0.357; with their powers of a below 2^-58, c0 2^-55.3
  static constexpr double c0[] = {-0x1.5555555555555p-2, 0x1.5555555555554p-4, -0x1.e573ac901e53ep-7, 0x1.2f684bda16242p-10, 0x1.71de3a554a902p-12, -0x1.76e06ff21ee1bp-13,
                                  0x1.48c589496853cp-15, -0x1.25534cffd91d5p-19, -0x1.f1b23e83aecedp-20, 0x1.bd664df7af480p-21, -0x1.7b6b8f09ad647p-23, 0x1.e182968058570p-28,
                                  0x1.6a14da020d96cp-27, -0x1.5d868a813b6ddp-28};
  static constexpr double c1[] = {-0x1.e573ac901e581p-10, -0x1.c71c71c71c6e4p-9, 0x1.5ac056b016736p-9, -0x1.0394f6f0a3c5dp-10, 0x1.af83440a5e105p-13, -0x1.af8333e61f257p-22,
                                  -0x1.2fa4aac1dbdc3p-16, 0x1.00a9c1710183ep-17, -0x1.b0c16316eb6fdp-20, 0x1.418a0e70fc3cdp-28, 0x1.28d05b5da8e3ep-23, -0x1.eed174a63bf01p-25,
                                  0x1.74436b27d093fp-27};
  static constexpr double c2[] = {0x1.0ee643b990ecdp-8, -0x1.5f7268edaf2f9p-9, 0x1.948b0fcd86fd8p-11, 0x1.0db2132a4c6f1p-19, -0x1.c253efce7fa24p-14, 0x1.bbf427efecc81p-15,
                                  -0x1.ac2d0967f92a7p-17, 0x1.2bcad1bf4d95dp-25, 0x1.706dddad2a6e0p-20, -0x1.54e202fa21a9bp-21, 0x1.2a3b1f0e0c05ap-23, 0x1.feeb81bab380ep-27};
  static constexpr double c3[] = {0x1.547d93b35a67dp-11, 0x1.e13ce4662d04cp-13, -0x1.ebfb18adf42d4p-12, 0x1.18b9b5ac04d45p-12, -0x1.3d2a1afa93cddp-14, -0x1.013c48961703bp-22,
                                  0x1.73cb44fa01289p-17, -0x1.7cfcb467aa647p-18, 0x1.835d6897369a6p-20, 0x1.8b7d248f62420p-26, -0x1.f4123bdb6cdefp-23};
  static constexpr double c4[] = {-0x1.c3e0b02dc0151p-11, 0x1.9b0ff693c2dbfp-11, -0x1.3999a81a2b4e5p-12, -0x1.88fc2956378eap-20, 0x1.169048c9eb5c2p-14,
                                  -0x1.4cdc2e4dd1f78p-15, 0x1.7de90aee8da6ep-17, -0x1.30a61a9ea4b60p-25, -0x1.d811d97f6f4a0p-20, 0x1.0eb4650a7f3f6p-20};
  static constexpr double c5[] = {-0x1.6128ac53a2159p-12, -0x1.247603ea5c0e9p-14, 0x1.22be80a88bd31p-12, -0x1.a2043a9b261d7p-13, 0x1.1d229ac5dd2e1p-14, 0x1.33cdb2a5ef176p-23,
                                  -0x1.c9c7cd31985a0p-17, 0x1.0cc6813296341p-17, -0x1.12e133c02f8d4p-19};
  static constexpr double c6[] = {0x1.168eef99f3d56p-11, -0x1.367750276ccdcp-11, 0x1.1c0c068ea65e5p-12, 0x1.b266d0d7bbd75p-21, -0x1.57066808bdbdfp-14, 0x1.d59a45be9b526p-15,
                                  -0x1.15f72170ba617p-16};
  static constexpr double c7[] = {0x1.691854729d232p-12, 0x1.b1ca090c26634p-15, -0x1.5f1e176bf40e2p-12, 0x1.2741b4ebb4b5ap-12, -0x1.d37fc95c87515p-14, -0x1.27cce12dc13d4p-18,
                                  0x1.37c1a79525b86p-15};
  static constexpr double c8[] = {-0x1.56291babdaf0bp-11, 0x1.b81a2f73b1ec2p-11, -0x1.cc1bc4f470f0fp-12, 0x1.a144caec00885p-20, 0x1.7047f14b795edp-13, -0x1.2942ddcf0ffb8p-13};
  static constexpr double c9[] = {-0x1.394aa5c37cff2p-11, -0x1.1a74b8670962fp-14, 0x1.786226a74d6cbp-11, -0x1.6cc080b11dc8cp-11};
  static constexpr double c10[] = {0x1.5d96783238401p-10, -0x1.f219c808d6ba7p-10, 0x1.09a7548c4387ap-10};
  static constexpr double c11[] = {0x1.6a5c4b96fbd7ap-10, 0x1.45de75a84da8ap-11};
  // erfcx(z) = erfcx(t) / (1 + 2 z), t = (z - 3)/(z + 3), 0 <= z <= 39; 2^-53.9
  static constexpr double erfcx[] = {0x1.40c522d7e4987p+0, -0x1.15c084bb9e8e4p-3, -0x1.85a15c58aa6d1p-5, 0x1.098366a5b403ap-3, -0x1.e88b803a4784cp-4, 0x1.17ca28780c939p-4,
                                     -0x1.8574c40c57353p-6, 0x1.4b884e0e4f66fp-9, 0x1.ef1bdd9f0f3d3p-10, -0x1.98db49c1338bep-11, -0x1.b9129434acf33p-14,
                                     0x1.06599b44d2daap-13, 0x1.4c2ba9d850c81p-18, -0x1.512aafc5bb958p-16, -0x1.88c3f8789bdd0p-21, 0x1.d0dfcbe62df4bp-19,
                                     0x1.7dc9f4f364d31p-22, -0x1.43f987c879e14p-21, -0x1.2830908ac39a3p-23, 0x1.80321fb8c9798p-24, 0x1.3d5f1e7334ceep-25,
                                     -0x1.c93d083200865p-28, -0x1.68f307cd6bbc0p-28, -0x1.3b2177736074cp-31};
};

/// A function of a and its derivative, where one is asked for.
template <class X> struct with_slope {
  X value, slope;
};

/// e^(z^2) erfc(z) for 0 <= z <= 39.
template <floating_lane X> CONSTAX_INLINE constexpr X scaled_erfc(X z) noexcept {
  return horner((z - X(3.0)) / (z + X(3.0)), igamma_constants::erfcx) / fma(z, X(2.0), X(1.0));
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
  X const z = math::sqrt(select(e.hi < X(1390.0), select(e.hi > zero, e.hi, zero), X(1390.0)));
  mask_of<X> const in = e.hi < X(1390.0);
  auto const exp = wide_exp(double_double<X>{-select(in, e.hi, X(1390.0)), -select(in, e.lo, zero)});
  mask_of<X> const upper = mu.hi > zero;
  X const size = math::sqrt(phi.hi + phi.hi), eta = select(upper, size, -size), w = one / a, norm = one / math::sqrt(a * X(0x1.921fb54442d18p+2));
  // The sum over k of c_k(eta) a^-k, and its derivatives by eta and 1/a.
  X sum = horner(eta, C::c11), by_eta(0.0), by_w(0.0);
  auto const term = [&]<std::size_t N>(double const (&c)[N]) {
    X y(c[N - 1]);
    if constexpr (Slope) {
      X d(0.0);
      for (std::size_t i = N - 1; i-- > 0;) d = fma(d, eta, y), y = fma(y, eta, X(c[i]));
      by_eta = fma(by_eta, w, d), by_w = fma(by_w, w, sum);
    } else y = horner(eta, c);
    sum = fma(sum, w, y);
  };
  if constexpr (Slope) by_eta = X(C::c11[1]);
  term(C::c10), term(C::c9), term(C::c8), term(C::c7), term(C::c6), term(C::c5), term(C::c4), term(C::c3), term(C::c2), term(C::c1), term(C::c0);
  X const half_erfc = scaled_erfc(select(z < X(39.0), z, X(39.0))) * X(0.5), y = fma(select(upper, sum, -sum), norm, half_erfc);
  X const value = scale_twice(guard(y * exp.m.hi), exp.n);
  if constexpr (!Slope) return {value, zero};
  else {
    X const ratio = one / fma(eta, horner(eta, C::c0), one);  // mu / eta
    X slope = fma(eta, X(-0.5), ratio);
    slope = fma(sum, mu.hi - fma(w, X(0.5), phi.hi), slope);
    slope = fma(guard(-w * ratio), by_eta, fma(guard(-w * w), by_w, slope));
    return {value, scale_twice(guard(guard(-norm * slope) * exp.m.hi), exp.n)};
  }
}

/// x^a e^-x / Gamma(1 + a) for a > 0, x > 0; taken for 0 where a or x is above 10^6 (not to be called for a near x there).
/// With y = a + k, k = 0 or 8: sqrt(y / 2 pi) (y/e)^-k (x/y)^a e^(a-x) e^-stirling(y) (a + 1) ... (a + 7) or, for k = 0, 1 / a instead of the product.
template <floating_lane X> CONSTAX_INLINE constexpr X gamma_density(X a, X x) noexcept {
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
  mask_of<X> const in = e.hi > X(-1390.0);
  auto const exp = wide_exp(double_double<X>{select(in, e.hi, X(-1390.0)), select(in, e.lo, zero)});
  auto const y2 = dd_mul(y, y), y4 = dd_mul(y2, y2), y8 = dd_mul(y4, y4), p = rise(double_double<X>{select(small, b, one), zero}).p, q = dd_div(double_double<X>{select(small, p.hi, one), select(small, p.lo, zero)}, {select(small, y8.hi, b), select(small, y8.lo, zero)});
  return select(ok & in, scale_twice(dd_mul(dd_mul(exp.m, wide_sqrt_over_2pi(y)), q).hi, exp.n), zero);
}

/// The sum over n >= 1 of x^n / ((a + 1) ... (a + n)) where `on` holds, and its derivative by a. (The term 1 is added last, where it costs one rounding.)
template <bool Slope, floating_lane X> CONSTAX_INLINE constexpr with_slope<X> igamma_series(mask_of<X> on, X a, X x) noexcept {
  X const one(1.0);
  X r = select(on, a, one), c = one, sum(0.0), dc(0.0), dsum(0.0);
  mask_of<X> done = !on;
  X const y = select(on, x, X(0.0));
  for (int n = 0; n < 120 && !all(done); ++n) {
    r = r + one;
    X const q = y / r;
    if constexpr (Slope) dc = guard(q * (dc - c / r));
    c = guard(c * q);
    sum = select(done, sum, sum + c);
    mask_of<X> ready = c < (one + sum) * X(0x1p-56);
    if constexpr (Slope) {
      dsum = select(done, dsum, dsum + dc);
      ready = ready & (math::abs(dc) <= math::abs(dsum) * X(0x1p-56));
    }
    done = done | ready;
  }
  return {sum, dsum};
}

/// 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / ...)) where `on` holds (there x >= a, x > 1), and its derivative by a.
template <bool Slope, floating_lane X> CONSTAX_INLINE constexpr with_slope<X> igamma_fraction(mask_of<X> on, X a, X x) noexcept {
  X const one(1.0), f = select(on, a, one);
  X b = (select(on, x, X(2.0)) - f) + one, d = one / b, term = d, h = d, n(0.0), slope = guard(d * d), dterm = slope, dh = slope;
  mask_of<X> done = !on;
  for (int k = 0; k < 250 && !all(done); ++k) {
    n = n + one, b = b + X(2.0);
    X const m = guard(n * (f - n)), t = guard(m * d), next = one / (b + t), ratio = guard(-t * next);
    if constexpr (Slope) {
      X const dt = fma(n, d, guard(m * slope)), dnext = guard(guard(-next * next) * (dt - one));
      dterm = fma(dterm, ratio, guard(-term * fma(dt, next, guard(t * dnext))));
      slope = dnext;
      dh = select(done, dh, dh + dterm);
    }
    d = next, term = guard(term * ratio);
    h = select(done, h, h + term);
    mask_of<X> ready = math::abs(term) < math::abs(h) * X(0x1p-56);
    if constexpr (Slope) ready = ready & (math::abs(dterm) <= math::abs(dh) * X(0x1p-56));
    done = done | ready;
  }
  return {h, dh};
}

/// Q(a, x) for x <= 1.1 and a so small that P > 1/2.
template <floating_lane X> CONSTAX_INLINE constexpr X igammac_small(mask_of<X> on, X a0, X x0) noexcept {
  using K = exp_constants<double>;
  X const one(1.0), a = select(on, a0, X(0.5)), x = select(on, x0, X(0.5));
  X const l = guard(a * fma(one - a, lgamma_near(a - X(0.5)), wide_log(x).hi));
  auto const [n, r] = reduce_exp(l);
  X const e = fma(guard(r * r), horner(r, K::p), r), s = power_of_two<X>(convert<std::int64_t>(n)), em1 = fma(s, e, s - one);
  // -sum of (-x)^k / ((a + k) k!), from the last term on: 24 terms are enough for x <= 1.1
  X sum(0.0);
  for (int k = 24; k > 0; --k) sum = guard((one / (a + X(double(k))) - sum) * (x / X(double(k))));
  return fma(a * sum, one + em1, -em1);
}

/// P, or Q where upper holds: the smaller one, roughly.
template <class X> struct igamma_half {
  X value;
  mask_of<X> upper;
};
template <class X> struct igamma_regions {
  mask_of<X> uniform, small, series, fraction;
};
template <floating_lane X> CONSTAX_INLINE constexpr igamma_regions<X> regions(mask_of<X> ok, X a, X x) noexcept {
  mask_of<X> const uniform = ok & (a >= X(20.0)) & (math::abs(x - a) <= a * X(0.4)), other = ok & !uniform, low = other & (x <= X(1.1)), series = low | (other & (x < a)), rest = other & !series;
  return {uniform, low, series, rest};
}
template <floating_lane X> CONSTAX_INLINE constexpr igamma_half<X> igamma_smaller(mask_of<X> ok, X a, X x) noexcept {
  X const one(1.0);
  auto const in = regions(ok, a, x);
  mask_of<X> small = in.small & (x > X(0.5)) & (a <= x), series = in.series, upper = in.fraction | (in.uniform & (x > a));
  mask_of<X> const tiny = in.small & (x <= X(0.5));
  if (any(tiny)) small = small | (tiny & (a * wide_log(select(tiny, x, X(0.5))).hi > X(-0.4)));
  series = series & !small;
  X y(0.0);
  if (any(in.uniform)) y = igamma_uniform<false>(select(in.uniform, a, X(20.0)), select(in.uniform, x, X(20.0))).value;
  if (any(series | in.fraction)) {
    mask_of<X> const rest = series | in.fraction;
    X const d = gamma_density(select(rest, a, one), select(rest, x, one));
    if (any(series)) y = select(series, fma(d, igamma_series<false>(series, a, x).value, d), y);
    if (any(in.fraction)) y = select(in.fraction, guard(guard(d * a) * igamma_fraction<false>(in.fraction, a, x).value), y);
  }
  if (any(small)) y = select(small, igammac_small(small, a, x), y);
  upper = upper | small;
  return {y, upper};
}

struct igamma_of {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X a, X x) const noexcept {
    X const one(1.0), zero(0.0), inf = inf_of<X>();
    mask_of<X> const valid = (a >= zero) & (x >= zero) & !((a == zero) & (x == zero)), ok = valid & (a > zero) & (x > zero) & (a < inf) & (x < inf);
    auto const r = igamma_smaller(ok, select(ok, a, one), select(ok, x, one));
    X const special = select((a == zero) | (x == inf), one, zero);
    return select(ok, select(r.upper, one - r.value, r.value), select(valid, special, nan_of<X>()));
  }
};
struct igammac_of {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X a, X x) const noexcept {
    X const one(1.0), zero(0.0), inf = inf_of<X>();
    mask_of<X> const valid = (a >= zero) & (x >= zero) & !((a == zero) & (x == zero)) & !((a == inf) & (x == inf)), ok = valid & (a > zero) & (x > zero) & (a < inf) & (x < inf);
    auto const r = igamma_smaller(ok, select(ok, a, one), select(ok, x, one));
    X const special = select((a == zero) | (x == inf), zero, one);
    return select(ok, select(r.upper, r.value, one - r.value), select(valid, special, nan_of<X>()));
  }
};
struct igamma_grad_a_of {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X a0, X x0) const noexcept {
    X const one(1.0), zero(0.0), inf = inf_of<X>();
    mask_of<X> const valid = (a0 > zero) & (x0 >= zero), ok = valid & (x0 > zero) & (a0 < inf) & (x0 < inf);
    X const a = select(ok, select(a0 > X(0x1p-900), a0, X(0x1p-900)), one), x = select(ok, x0, one);  // below 2^-900 the result is the limit, which psi(a) would not give
    auto const in = regions(ok, a, x);
    X y(0.0);
    if (any(in.uniform)) y = igamma_uniform<true>(select(in.uniform, a, X(20.0)), select(in.uniform, x, X(20.0))).slope;
    mask_of<X> const rest = in.series | in.fraction;
    if (any(rest)) {
      X const b = select(rest, a, one), z = select(rest, x, one), d = gamma_density(b, z);
      // The slope of log D is log x - psi(1 + a); psi(1 + a) = psi(a) + 1/a would cancel for small a.
      X const l = wide_log(z).hi;
      if (any(in.series)) {
        auto const s = igamma_series<true>(in.series, a, x);
        X const g = l - digamma_of{}(select(in.series, b + one, one));
        y = select(in.series, guard(d * fma(s.value, g, g + s.slope)), y);
      }
      if (any(in.fraction)) {
        auto const s = igamma_fraction<true>(in.fraction, a, x);
        y = select(in.fraction, guard(-d * guard(b * fma(s.value, l - digamma_of{}(select(in.fraction, b, one)), s.slope))), y);
      }
    }
    return select(ok, y, select(valid, zero, nan_of<X>()));
  }
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The regularized lower incomplete gamma function P(a, x): 0 at x = 0, 1 at x = inf and at a = 0; nan for negative arguments and at (0, 0).
template <floating_lane X> CONSTAX_INLINE constexpr X igamma(X a, std::type_identity_t<X> x) noexcept { return detail::in_double(detail::igamma_of{}, a, x); }

/// The upper one, Q(a, x) = 1 - P(a, x), accurate where it is small; nan for negative arguments, at (0, 0) and (inf, inf).
template <floating_lane X> CONSTAX_INLINE constexpr X igammac(X a, std::type_identity_t<X> x) noexcept { return detail::in_double(detail::igammac_of{}, a, x); }

/// The derivative of igamma by a; 0 at x = 0, nan for x < 0 and a <= 0.
template <floating_lane X> CONSTAX_INLINE constexpr X igamma_grad_a(X a, std::type_identity_t<X> x) noexcept { return detail::in_double(detail::igamma_grad_a_of{}, a, x); }

}  // namespace constax::inline CONSTAX_TAG::math
