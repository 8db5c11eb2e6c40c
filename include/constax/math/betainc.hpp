// SPDX-License-Identifier: BSL-1.0
#pragma once
// betainc: I_x(a, b) = f h, f = x^a (1-x)^b / (a B(a, b)), for x <= (a + 1)/(a + b + 2); else 1 - I_(1-x)(b, a).
//
// h is the even part of the continued fraction DLMF 8.17.22 by Steed's algorithm: at most about 150 terms where min(a, b) < 3000 (300 where b <= 1 and x is
// near 1: there the sides are changed later, since I is proportional to b and would be a small difference). Above, where it would need more and more, h is an integral over the part of the peak below x, by Gauss-Legendre's rule of 28 points: a times the integral of (t/x)^a ((1-t)/(1-x))^b / (t (1-t)).
// The exponent of f is -a phi(mu1) - b phi(mu2) with x = a/(a+b) (1 + mu1), 1 - x = b/(a+b) (1 + mu2) and phi(mu) = mu - log(1 + mu): double-doubles; where a or b is
// below 8 the arguments of Stirling's series are shifted as in gamma_parts.hpp. Accurate for a, b <= 10^290. f32 goes through double.
// Nodes and weights: docs/reference/math/betainc.py.
#include "igamma.hpp"

namespace constax::inline CONSTAX_TAG::detail {

struct betainc_constants {
  static constexpr double nodes[] = {0x1.d249f9268e8c0p-10, 0x1.3254355155250p-7, 0x1.76b53db96a48cp-6, 0x1.59912f0821f27p-5, 0x1.12a6f0ed8947dp-4, 0x1.8e0be59cd9503p-4,
                                     0x1.0ebc05a165ff2p-3, 0x1.5f96db08e1bedp-3, 0x1.b89b3256d5570p-3, 0x1.0c5a36ad9de94p-2, 0x1.3f5bf616a76b2p-2, 0x1.74b4569d9eea3p-2,
                                     0x1.abbd93369f329p-2, 0x1.e3cca5b685b7fp-2, 0x1.0e19ad24bd240p-1, 0x1.2a213664b066cp-1, 0x1.45a5d4b1308afp-1, 0x1.605204f4ac4a7p-1,
                                     0x1.79d2e4a9310b6p-1, 0x1.91d9336a4aaa4p-1, 0x1.a81a493dc7905p-1, 0x1.bc50fe97a6803p-1, 0x1.ce3e834c64d60p-1, 0x1.ddab21e24ed70p-1,
                                     0x1.ea66ed0f7de0ep-1, 0x1.f44a561234adcp-1, 0x1.fb36af2abaab7p-1, 0x1.ff16db036cb8cp-1};
  static constexpr double weights[] = {0x1.2afc07ab1c5c9p-8, 0x1.5a3a811ece501p-7, 0x1.0d874b8a226e9p-6, 0x1.6aaf12dc69637p-6, 0x1.c3707aee4a4e2p-6, 0x1.0b5b9f1c0a7a2p-5,
                                       0x1.31c03a8e85de3p-5, 0x1.546ebc0db6001p-5, 0x1.72fb5b81c1868p-5, 0x1.8d0729614b3e3p-5, 0x1.a2413503ecaa0p-5, 0x1.b26787e30dbfbp-5,
                                       0x1.bd47f277562fdp-5, 0x1.c2c0a81eda19dp-5, 0x1.c2c0a81eda19dp-5, 0x1.bd47f277562fdp-5, 0x1.b26787e30dbfbp-5, 0x1.a2413503ecaa0p-5,
                                       0x1.8d0729614b3e3p-5, 0x1.72fb5b81c1868p-5, 0x1.546ebc0db6001p-5, 0x1.31c03a8e85de3p-5, 0x1.0b5b9f1c0a7a2p-5, 0x1.c3707aee4a4e2p-6,
                                       0x1.6aaf12dc69637p-6, 0x1.0d874b8a226e9p-6, 0x1.5a3a811ece501p-7, 0x1.2afc07ab1c5c9p-8};
};

/// phi(mu) = mu - log(1 + mu) where r = 1 + mu > 0.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> deviation(double_double<X> mu, double_double<X> r) noexcept {
  X const zero(0.0);
  mask_of<X> const near = math::abs(mu.hi) <= X(0.4);
  auto y = deviation(double_double<X>{select(near, mu.hi, zero), select(near, mu.lo, zero)});
  if (!all(near)) {
    auto const l = wide_log(double_double<X>{select(near, X(1.0), r.hi), select(near, zero, r.lo)}), z = dd_add(mu, double_double<X>{-l.hi, -l.lo});
    y = {select(near, y.hi, z.hi), select(near, y.lo, z.lo)};
  }
  return y;
}

template <class X> constexpr double_double<X> choose(mask_of<X> m, double_double<X> a, double_double<X> b) noexcept { return {select(m, a.hi, b.hi), select(m, a.lo, b.lo)}; }

/// a / (b_0 + a_1 / (b_1 + a_2 / (b_2 + ...))) where `on` holds; rest = 1 - (b x - a y).
template <floating_lane X> CONSTAX_INLINE constexpr X betainc_fraction(mask_of<X> on, X a0, X b0, X x0, X y0, X rest0) noexcept {
  X const one(1.0), half(0.5);
  X const a = select(on, a0, one), b = select(on, b0, one), x = select(on, x0, half), y = select(on, y0, half), rest = select(on, rest0, one), ab = a + b;
  struct pair {
    X up, down;
  };
  // a_n and b_n; a_1 already divided by a
  auto const level = [&](X n) {
    X const q = a + ((n + n) - one), c = a + ((n + n) + one), m = n - one, nb = guard(n * guard((b - n) * x)), first = select(n == one, one, a + m);
    return pair{guard(guard((first / q) * (guard((ab + m) * x) / q)) * nb), (n + nb / q) + guard(((a + n) / c) * (rest + guard(n * (one + y))))};
  };
  // Steed's sum from a_1 on: b_0 may be small, and then 1/b_0 would be nearly cancelled.
  auto p = level(one);
  X d = one / p.down, term = guard(p.up * d), h = term, n = one;
  mask_of<X> done = (!on) | (term == X(0.0));
  for (int k = 0; k < 400 && !all(done); ++k) {
    n = n + one;
    p = level(n);
    X const t = guard(p.up * d), next = one / (p.down + t);
    term = guard(term * guard(-t * next));
    d = next;
    h = select(done, h, h + term);
    mask_of<X> const ready = math::abs(term) <= math::abs(h) * X(0x1p-56);
    done = done | ready;
  }
  return one / (rest / (a + one) + h);
}

/// a times the integral of (t/x)^a ((1-t)/y)^b / (t (1-t)) from 0 to x, for a, b >= 3000.
template <floating_lane X> CONSTAX_INLINE constexpr X betainc_integral(X a, X b, X x, X y, X w) noexcept {
  X const one(1.0), ix = one / x, iy = one / y, slope = guard(guard(-w * ix) * iy), bend = fma(guard(a * ix), ix, guard(guard(b * iy) * iy));
  // Down to e^-42 of the value at x: slope u + bend u^2 / 2 = 42
  X const length = X(84.0) / (slope + math::sqrt(fma(slope, slope, guard(bend * X(84.0)))));
  auto const phi = [](X v) {
    X const s = v / (v + X(2.0)), z = guard(s * s);
    return fma(s, v, -guard(guard(z * s) * fma(z, fma(z, horner(z, gamma_constants::phi_tail), X(gamma_constants::two_fifths_hi)), X(gamma_constants::two_thirds_hi))));
  };
  X sum(0.0);
  for (int i = 27; i >= 0; --i) {
    X const u = guard(length * X(betainc_constants::nodes[i]));
    X const g = fma(slope, u, fma(a, phi(guard(-u * ix)), guard(b * phi(guard(u * iy)))));
    auto const e = wide_exp(double_double<X>{-select(g < X(800.0), g, X(800.0)), X(0.0)});
    sum = fma(scale_twice(e.m.hi, e.n), X(betainc_constants::weights[i]) / ((x - u) * (y + u)), sum);
  }
  return guard(guard(sum * length) * a);
}

/// f for a, b > 0, x + y = 1, x > 0 and y > 0; w = b x - a y.
template <floating_lane X> CONSTAX_INLINE constexpr X betainc_factor(X a, X b, double_double<X> x, double_double<X> y, double_double<X> w) noexcept {
  using D = double_double<X>;
  X const one(1.0), zero(0.0), eight(8.0);
  auto const sum = two_sum(a, b);
  mask_of<X> const sa = a < eight, sb = b < eight, ss = sum.hi < eight, shift = sa | sb, tiny = x.hi < X(0x1p-900);
  D const za = two_sum(a, select(sa, eight, zero)), zb = two_sum(b, select(sb, eight, zero)), zs = dd_add(sum, select(ss, eight, zero));
  D const none{zero, zero}, unit{one, zero};
  X const up = select(tiny, X(0x1p200), one);
  D const ra = dd_div(dd_mul(D{x.hi * up, x.lo * up}, zs), za), rb = dd_div(dd_mul(y, zs), zb);
  D const ma = choose(shift, dd_add(ra, -one), dd_div(w, za)), mb = choose(shift, dd_add(rb, -one), dd_div(D{-w.hi, -w.lo}, zb));
  D pa = deviation(ma, ra), pb = deviation(mb, rb);
  // Without a shift a mu1 + b mu2 = 0.
  pa = dd_add(pa, choose(shift, D{-ma.hi, -ma.lo}, none)), pb = dd_add(pb, choose(shift, D{-mb.hi, -mb.lo}, none));
  pa = dd_add(pa, D{select(tiny, X(0x1.1542457337d43p+7), zero), select(tiny, X(-0x1.e3948c376279dp-49), zero)});
  D e = dd_add(dd_mul(pa, a), dd_mul(pb, b));
  e = {-e.hi, -e.lo};
  auto const rest = [&](X z) {
    X const v = one / z;
    return guard(v * horner(guard(v * v), gamma_constants::stirling));
  };
  // e^(z_a + z_b - z_s - ...) is a power of e^8.
  e = dd_add(e, (rest(zs.hi) - rest(za.hi)) - rest(zb.hi));
  e = dd_add(e, ((select(sa, eight, zero) + select(sb, eight, zero)) - select(ss, eight, zero)));
  mask_of<X> const in = math::abs(e.hi) < X(1390.0);
  auto const exp = wide_exp(D{select(in, e.hi, X(-1390.0)), select(in, e.lo, zero)});
  // ((z_s or 1) / ((z_a or 1) (z_b or 1)))^8
  D base = dd_div(choose(ss, zs, unit), dd_mul(choose(sa, za, unit), choose(sb, zb, unit)));
  base = dd_mul(base, base), base = dd_mul(base, base), base = dd_mul(base, base);
  D num = unit, den = choose(sa, unit, D{a, zero});
  if (any(sa)) num = choose(sa, rise(D{select(sa, a, one), zero}).p, unit);
  if (any(sb)) num = dd_mul(num, choose(sb, dd_mul(rise(D{select(sb, b, one), zero}).p, select(sb, b, one)), unit));
  if (any(ss)) {
    D const s = choose(ss, sum, unit);
    den = dd_mul(den, choose(ss, dd_mul(rise(s).p, s), unit));
  }
  D const root = wide_sqrt_over_2pi(dd_mul(za, dd_div(zb, zs)));
  D const r = dd_mul(dd_mul(dd_mul(exp.m, root), base), dd_div(num, den));
  return select(in, scale_twice(r.hi, exp.n), zero);
}

struct betainc_of {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X a0, X b0, X x0) const noexcept {
    X const one(1.0), zero(0.0), inf = inf_of<X>(), most(1e290);
    mask_of<X> const a_zero = (a0 == zero) | (b0 == inf), b_zero = (b0 == zero) | (a0 == inf);
    mask_of<X> const valid = (a0 >= zero) & (b0 >= zero) & (x0 >= zero) & (x0 <= one) & !(a_zero & b_zero);
    mask_of<X> const ok = valid & !a_zero & !b_zero & (x0 > zero) & (x0 < one);
    X const p = select(ok, select(a0 < most, a0, most), one), q = select(ok, select(b0 < most, b0, most), one), z = select(ok, x0, X(0.5));
    // Not for a small b, where I would be the small difference of 1 and I_(1-x)(b, a), and the fraction still converges.
    X const cz = one - z;
    mask_of<X> const easy = (q <= one) & ((cz >= X(0.03)) | (cz * p >= X(0.3))), swap = (z > (p + one) / ((p + q) + X(2.0))) & !easy;
    X const a = select(swap, q, p), b = select(swap, p, q);
    auto const rest = two_sum(one, -z);
    double_double<X> const own{z, zero}, x = choose(swap, rest, own), y = choose(swap, own, rest);
    auto const ya = dd_mul(y, a), w = dd_add(dd_mul(x, b), double_double<X>{-ya.hi, -ya.lo});
    X const f = betainc_factor(a, b, x, y, w);
    mask_of<X> const large = (a >= X(3000.0)) & (b >= X(3000.0)) & ok, fraction = ok & !large;
    X h = one;
    if (any(fraction)) h = betainc_fraction(fraction, a, b, x.hi, y.hi, (one - w.hi) - w.lo);
    if (any(large)) {
      X const c(3000.0);
      h = select(large, betainc_integral(select(large, a, c), select(large, b, c), select(large, x.hi, X(0.5)), select(large, y.hi, X(0.5)), select(large, w.hi, zero)), h);
    }
    X const v = guard(f * h);
    X const special = select((b_zero & (x0 < one)) | (x0 == zero), zero, one);
    return select(ok, select(swap, one - v, v), select(valid, special, nan_of<X>()));
  }
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The regularized incomplete beta function I_x(a, b) for a, b >= 0 and 0 <= x <= 1, nan elsewhere and for a = b = 0 or inf.
template <floating_lane X> CONSTAX_INLINE constexpr X betainc(X a, std::type_identity_t<X> b, std::type_identity_t<X> x) noexcept { return detail::in_double(detail::betainc_of{}, a, b, x); }

}  // namespace constax::inline CONSTAX_TAG::math
