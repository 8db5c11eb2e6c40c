// SPDX-License-Identifier: BSL-1.0
#pragma once
// betainc: I_x(a, b) = f h, f = x^a (1-x)^b / (a B(a, b)), for x <= (a + 1)/(a + b + 2); else 1 - I_(1-x)(b, a).
//
//   b <= 1            so for x below 3/4 or a (1-x) above 0.7 too: I is proportional to b and would be a small difference; what is left
//                     with b <= 0.6 is
//                     I = -expm1(L) - e^L b sum over n >= 1 of (1 - a) ... (n - a) y^n / (n! (b + n)), y = 1 - x, L = log(y^b Gamma(a + b)
//                     / (Gamma(a) Gamma(1 + b))), of whose parts each is proportional to b
//   a, b >= 3000      h is an integral over the part of the peak below x, by Gauss-Legendre's rule of 28 points: a times the integral of
//   (t/x)^a ((1-t)/(1-x))^b / (t (1-t)) else              h is the continued fraction DLMF 8.17.22, from its last level on as a quotient of
//                                                         two numbers: at most 180 levels, the first eighth of them as double-doubles
//
// The exponent of f is -a phi(mu1) - b phi(mu2) with x = a/(a+b) (1 + mu1), 1 - x = b/(a+b) (1 + mu2) and phi(mu) = mu - log(1 + mu):
// double-doubles; where a or b is below 8 the arguments of Stirling's series are shifted as in gamma_parts.hpp. f and h are multiplied as
// double-doubles, so 1 minus the product is as good: errors up to 1.3 ulp, in the integral 2.2. Accurate for a, b <= 10^290. f32 goes
// through double. Nodes and weights: docs/reference/math/betainc.py.
#include "cbrt.hpp"
#include "igamma.hpp"

namespace constax::inline CONSTAX_TAG::detail {

struct betainc_constants {
  static constexpr double nodes[] = {
      0x1.d249f9268e8c0p-10, 0x1.3254355155250p-7, 0x1.76b53db96a48cp-6, 0x1.59912f0821f27p-5, 0x1.12a6f0ed8947dp-4, 0x1.8e0be59cd9503p-4,
      0x1.0ebc05a165ff2p-3,  0x1.5f96db08e1bedp-3, 0x1.b89b3256d5570p-3, 0x1.0c5a36ad9de94p-2, 0x1.3f5bf616a76b2p-2, 0x1.74b4569d9eea3p-2,
      0x1.abbd93369f329p-2,  0x1.e3cca5b685b7fp-2, 0x1.0e19ad24bd240p-1, 0x1.2a213664b066cp-1, 0x1.45a5d4b1308afp-1, 0x1.605204f4ac4a7p-1,
      0x1.79d2e4a9310b6p-1,  0x1.91d9336a4aaa4p-1, 0x1.a81a493dc7905p-1, 0x1.bc50fe97a6803p-1, 0x1.ce3e834c64d60p-1, 0x1.ddab21e24ed70p-1,
      0x1.ea66ed0f7de0ep-1,  0x1.f44a561234adcp-1, 0x1.fb36af2abaab7p-1, 0x1.ff16db036cb8cp-1};
  static constexpr double weights[] = {
      0x1.2afc07ab1c5c9p-8, 0x1.5a3a811ece501p-7, 0x1.0d874b8a226e9p-6, 0x1.6aaf12dc69637p-6, 0x1.c3707aee4a4e2p-6, 0x1.0b5b9f1c0a7a2p-5,
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
    auto const l = wide_log(double_double<X>{select(near, X(1.0), r.hi), select(near, zero, r.lo)}),
               z = dd_add(mu, double_double<X>{-l.hi, -l.lo});
    y = {select(near, y.hi, z.hi), select(near, y.lo, z.lo)};
  }
  return y;
}

template <class X> constexpr double_double<X> choose(mask_of<X> m, double_double<X> a, double_double<X> b) noexcept {
  return {select(m, a.hi, b.hi), select(m, a.lo, b.lo)};
}

/// How many levels of the fraction below are enough for 2^-57, at most about 180. Level n leaves of the error of the next one about e^-(b_n
/// / sqrt(a_n)) while n < a, b, where a_n ~ n g, b_n ~ rest + n (2 + 2 y) (first), then e^-(4 sqrt(rest / n)) as for the incomplete gamma
/// function, then ((1 - sqrt y)/(1 + sqrt y))^2 (second); compared with Steed's algorithm at 4 million points.
template <floating_lane X> CONSTAX_INLINE constexpr X betainc_levels(X a, X b, X x, X y, X rest) noexcept {
  X const one(1.0), g = guard((a + b) * x / (a + one)) * guard(b * x), c = fma(y, X(2.0), X(2.0)), r = one / rest,
                    ay = at_least(guard(a * y), 0.1);
  X const n1 = guard(math::cbrt(g / guard(c * c)) * X(15.9)), n2 = guard(guard(g * r) * guard(r * X(468.0)));
  X const n3 = X(10.0) + X(106.0) / ay, n4 = X(10.0) / guard(math::sqrt(y) * fma(guard(y * X(1.0 / 3)), one + y, one));
  return X(4.5) + (select(n1 < n2, n1, n2) + select(n3 < n4, n3, n4));
}

/// h where `on` holds; rest = a + 1 - (a + b) x.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> betainc_fraction(mask_of<X> on, X a0, X b0, double_double<X> x0,
                                                                                      double_double<X> y0,
                                                                                      double_double<X> rest0) noexcept {
  using D = double_double<X>;
  X const one(1.0), half(0.5), zero(0.0), a = select(on, a0, one), b = select(on, b0, one);
  D const x = where(on, x0, D{half, zero}), y = where(on, y0, D{half, zero}), y1 = dd_add(y, one), rest = where(on, rest0, D{one, zero});
  X const n = select(on, betainc_levels(a, b, x.hi, y.hi, rest.hi), zero);
  // Little of what the levels beyond the first eighth have lost, and their coefficients' roundings, reaches the result: doubles are enough
  // there (measured: no larger errors, 0.6 of the time).
  X const wide = fma(n, X(0.125), one);
  // Both sides of a level are divided by about a + 2 n and rest + 2 n.
  X const c = inverse_power(a + (n + n)), d = inverse_power(rest.hi + (n + n)), ac = a * c, xd = x.hi * d, yd = y1.hi * d, rd = rest.hi * d;
  X q0 = one, r0 = zero;
  for (int k = most(n); k > 0; --k) {
    X const m(static_cast<double>(k)), mc = m * c;
    mask_of<X> const narrow = m > wide, more = narrow & (n >= m);
    if (!any(narrow)) break;
    X const odd = ac + ((mc + mc) + c), bm = fma(ac + mc, fma(yd, m, rd), guard(odd * guard(m * d)));
    X const p = fma(odd, q0, r0 * c), s = fma(bm, q0, guard((ac + (mc + mc)) * (r0 * d))),
            down = k % 8 == 0 ? inverse_power(math::abs(s)) : one;
    q0 = select(more, s * down, q0), r0 = select(more, guard(guard((b - m) * m) * xd) * (p * down), r0);
  }
  // Products and sums of which only the lower halves are rounded.
  auto const scaled = [](D v, X s) { return D{v.hi * s, v.lo * s}; };
  auto const add = [](D v, D w) {
    auto const s = two_sum(v.hi, w.hi);
    return D{s.hi, s.lo + (v.lo + w.lo)};
  };
  auto const mul = [](D v, D w) {
    auto const p = two_prod(v.hi, w.hi);
    return D{p.hi, fma(v.hi, w.lo, fma(v.lo, w.hi, p.lo))};
  };
  auto const times = [](D v, X w) {
    auto const p = two_prod(v.hi, w);
    return D{p.hi, fma(v.lo, w, p.lo)};
  };
  D q{q0, zero}, r{r0, zero};
  D const xs = scaled(x, d), ys = scaled(y1, d), rs = scaled(rest, d);
  for (int k = most(wide); k > 0; --k) {
    X const m(static_cast<double>(k)), mc = m * c;
    mask_of<X> const more = (wide >= m) & (n >= m);
    D const odd = two_sum(ac, (mc + mc) + c), u = add(rs, times(ys, m)), bm = add(mul(two_sum(ac, mc), u), times(odd, m * d));
    D const p = add(mul(odd, q), scaled(r, c)), s = add(mul(two_sum(ac, mc + mc), scaled(r, d)), mul(bm, q)),
            nm = mul(times(two_sum(b, -m), m), xs);
    X const down = k % 8 == 0 ? inverse_power(math::abs(s.hi)) : one;
    q = where(more, scaled(s, down), q), r = where(more, mul(nm, scaled(p, down)), r);
  }
  q = fast_two_sum(q.hi, q.lo), r = fast_two_sum(r.hi, r.lo);
  return dd_div(dd_add(dd_mul(two_sum(a, one), q), r), dd_add(r, dd_mul(rest, q)));
}

/// a times the integral of (t/x)^a ((1-t)/y)^b / (t (1-t)) from 0 to x, for a, b >= 3000; w = b x - a y. In units of min(x, y) nothing
/// overflows. The roundings of the slope and of x/y would be last places of the result.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> betainc_integral(X a, X b, double_double<X> x, double_double<X> y,
                                                                                      double_double<X> w) noexcept {
  using D = double_double<X>;
  X const one(1.0), zero(0.0);
  mask_of<X> const right = y.hi < x.hi;
  D const unit{one, zero}, larger = choose(right, x, y), ratio = dd_div(choose(right, y, x), larger), ux = choose(right, ratio, unit),
                           uy = choose(right, unit, ratio), slope = dd_div(D{-w.hi, -w.lo}, larger);
  X const bend = fma(guard(a * ux.hi), ux.hi, guard(guard(b * uy.hi) * uy.hi));
  // Down to e^-42 of the value at x: slope u + bend u^2 / 2 = 42
  X const length = X(84.0) / (slope.hi + math::sqrt(fma(slope.hi, slope.hi, guard(bend * X(84.0)))));
  auto const phi = [](X v) {
    X const s = v / (v + X(2.0)), z = guard(s * s);
    return fma(s, v,
               -guard(guard(z * s) * fma(z, fma(z, horner(z, gamma_constants::phi_tail), X(gamma_constants::two_fifths_hi)),
                                         X(gamma_constants::two_thirds_hi))));
  };
  D sum{zero, zero};
  for (int i = 27; i >= 0; --i) {
    X const u = guard(length * X(betainc_constants::nodes[i]));
    X const vx = fma(u, ux.hi, guard(u * ux.lo)), vy = fma(u, uy.hi, guard(u * uy.lo));
    X const g = fma(slope.hi, u, fma(slope.lo, u, fma(a, phi(-vx), guard(b * phi(vy)))));
    auto const e = wide_exp(D{-select(g < X(800.0), g, X(800.0)), zero});
    auto const s = two_sum(sum.hi, guard(scale_twice(e.m.hi, e.n) * (X(betainc_constants::weights[i]) / ((one - vx) * (one + vy)))));
    sum = {s.hi, sum.lo + s.lo};
  }
  return dd_mul(dd_div(dd_mul(fast_two_sum(sum.hi, sum.lo), length), larger), a);
}

/// f for a, b > 0, x + y = 1, x > 0 and y > 0; w = b x - a y.
template <floating_lane X> CONSTAX_INLINE constexpr wide_exponential<X> betainc_factor(X a, X b, double_double<X> x, double_double<X> y,
                                                                                       double_double<X> w) noexcept {
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
  return {where(in, r), exp.n};
}

/// log(1 + q), q > -1.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> wide_log1p(double_double<X> q) noexcept {
  X const one(1.0), zero(0.0);
  mask_of<X> const near = math::abs(q.hi) <= X(0.4);
  double_double<X> const v = where(near, q), phi = deviation(v);
  auto y = dd_add(v, double_double<X>{-phi.hi, -phi.lo});
  if (!all(near)) y = where(near, y, wide_log(where(near, double_double<X>{one, zero}, dd_add(q, one))));
  return y;
}

/// I for 0 < b <= 0.6, y = 1 - x <= 1/4 and a y <= 0.7 where `on` holds.
template <floating_lane X> CONSTAX_INLINE constexpr X betainc_near_one(mask_of<X> on, X a0, X b0, double_double<X> y0) noexcept {
  using D = double_double<X>;
  using C = igamma_constants;
  X const one(1.0), zero(0.0), half(0.5), eight(8.0);
  auto const minus = [](D v) { return D{-v.hi, -v.lo}; };
  X const a = select(on, at_least(a0, 0x1p-900), one), b = select(on, b0, half);
  D const y = where(on, y0, D{X(0.125), zero});
  // Gamma(a + b) / Gamma(a): Stirling's series at a or a + 8, and the product of (1 + b / (a + k))
  mask_of<X> const shift = a < eight;
  D shifts{zero, zero};
  if (any(shift)) {
    X const z = select(shift, a, one);
    D q{zero, zero};
    for (int k = 0; k < 8; ++k) {
      D const t = dd_div(D{b, zero}, two_sum(z, X(static_cast<double>(k))));
      q = dd_add(dd_add(t, q), dd_mul(q, t));
    }
    shifts = where(shift, wide_log1p(q));
  }
  D const u = two_sum(a, select(shift, eight, zero)), v = dd_add(u, b);
  X const wu = one / u.hi, wv = one / v.hi, zu = guard(wu * wu), zv = guard(wv * wv);
  // (w_v s(w_v^2) - w_u s(w_u^2)) / (w_v - w_u)
  X s(0.0), ds(0.0);
  for (int k = static_cast<int>(sizeof gamma_constants::stirling / sizeof *gamma_constants::stirling) - 1; k >= 0; --k)
    ds = fma(ds, zv, s), s = fma(s, zu, X(gamma_constants::stirling[k]));
  X const rest = guard(guard(-b * wu) * wv) * fma(guard(wv * (wu + wv)), ds, s);
  auto const g = two_prod(b, horner(b, C::reciprocal)), e0 = two_sum(X(C::euler_hi), g.hi);
  D l = dd_add(dd_add(wide_log(dd_mul(v, y)), -one), D{e0.hi, e0.lo + (g.lo + X(C::euler_lo))});
  l = dd_add(dd_mul(l, b), dd_mul(wide_log1p(dd_div(D{b, zero}, u)), dd_add(u, -half)));
  l = dd_add(dd_add(l, minus(shifts)), rest);
  // e^l - 1
  mask_of<X> const near = l.hi > X(-0.34);
  D const ln = where(near, l);
  D e = fast_two_sum(ln.hi, fma(guard(ln.hi * ln.hi), horner(ln.hi, exp_constants<double>::p), ln.lo));
  if (!all(near)) {
    mask_of<X> const in = l.hi > X(-700.0);
    auto const exp = wide_exp(where(in & (!near), l, D{X(-700.0), zero}));
    e = where(near, e, dd_add(scale_twice(exp.m, exp.n), -one));
  }
  // b times the sum of (1 - a) ... (n - a) y^n / (n! (b + n)), from the last term on
  X sum(0.0);
  for (int k = 28; k > 1; --k) {
    X const n(static_cast<double>(k));
    sum = guard(guard((n - a) * y.hi) * X(1.0 / k)) * (one / (b + n) + sum);
  }
  D const t = dd_mul(dd_mul(dd_mul(dd_add(dd_div(D{one, zero}, two_sum(one, b)), sum), y), two_sum(one, -a)), b);
  D const r = dd_add(dd_add(e, t), dd_mul(e, t));
  return -r.hi;
}

struct betainc_of {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X a0, X b0, X x0) const noexcept {
    X const one(1.0), zero(0.0), inf = inf_of<X>();
    mask_of<X> const a_zero = (a0 == zero) | (b0 == inf), b_zero = (b0 == zero) | (a0 == inf);
    mask_of<X> const valid = (a0 >= zero) & (b0 >= zero) & (x0 >= zero) & (x0 <= one) & !(a_zero & b_zero);
    mask_of<X> const ok = valid & !a_zero & !b_zero & (x0 > zero) & (x0 < one);
    X const p0 = select(ok, at_most(a0, 1e290), one), q0 = select(ok, at_most(b0, 1e290), one), z = select(ok, x0, X(0.5));
    // I / b, or I itself where a is as small, does not depend on the size of a tiny b.
    mask_of<X> const tiny = q0 < X(0x1p-800), both = tiny & (p0 < X(0x1p-540));
    X const p = p0 * select(both, X(0x1p200), one), q = q0 * select(tiny, X(0x1p200), one);
    // Where b is small, I would be the small difference of 1 and I_(1-x)(b, a).
    auto const rest = two_sum(one, -z), back = dd_mul(rest, p),
               forth = dd_add(dd_mul(double_double<X>{z, zero}, q), double_double<X>{-back.hi, -back.lo});
    X const cz = rest.hi;
    mask_of<X> const close = (cz <= X(0.25)) & (cz * p <= X(0.7)), small = ok & (q <= X(0.6)) & close, unit = q <= one;
    mask_of<X> const swap = (unit & close) | ((!unit) & (forth.hi > cz - z));
    mask_of<X> const main = ok & !small;
    X const a = select(swap, q, p), b = select(swap, p, q);
    double_double<X> const own{z, zero}, x = choose(swap, rest, own), y = choose(swap, own, rest);
    double_double<X> const w{select(swap, -forth.hi, forth.hi), select(swap, -forth.lo, forth.lo)};
    X result = zero;
    if (any(main)) {
      auto const f = betainc_factor(a, b, x, y, w);
      mask_of<X> const some = main & (f.m.hi > zero), large = (a >= X(3000.0)) & (b >= X(3000.0)) & some, fraction = some & !large;
      double_double<X> h{one, zero};
      if (any(fraction)) h = betainc_fraction(fraction, a, b, x, y, dd_add(double_double<X>{-w.hi, -w.lo}, one));
      if (any(large)) {
        X const c(3000.0);
        double_double<X> const half{X(0.5), zero};
        h = where(large,
                  betainc_integral(select(large, a, c), select(large, b, c), where(large, x, half), where(large, y, half), where(large, w)),
                  h);
      }
      auto const v = scale_twice(dd_mul(f.m, h), f.n);
      result = select(swap, (one - v.hi) - v.lo, v.hi);
    }
    if (any(small)) result = select(small, betainc_near_one(small, p, q, rest), result);
    result = result * select(tiny & (!both), X(0x1p-200), one);
    X const special = select((b_zero & (x0 < one)) | (x0 == zero), zero, one);
    return select(ok, result, select(valid, special, nan_of<X>()));
  }
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The regularized incomplete beta function I_x(a, b) for a, b >= 0 and 0 <= x <= 1, nan elsewhere and for a = b = 0 or inf.
template <floating_lane X> CONSTAX_INLINE constexpr X betainc(X a, std::type_identity_t<X> b, std::type_identity_t<X> x) noexcept {
  return detail::in_double(detail::betainc_of{}, a, b, x);
}

}  // namespace constax::inline CONSTAX_TAG::math
