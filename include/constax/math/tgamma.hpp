// SPDX-License-Identifier: BSL-1.0
#pragma once
// tgamma: the gamma function as 2^E / d: E is Stirling's series to base 2 at z = x + 4 (at x itself from 4 on), d the product x (x + 1) (x
// + 2) (x + 3).
//
// E from pow's logarithm (2^-65), in two parts; d in two parts, and the quotient corrected by its residual: error below 1.7 ulp, of which
// 2^(E - k) makes 1. Series: docs/reference/math/tgamma.py. Negative arguments, and those near the underflow of 1/x and the overflow, are a
// branch that whole registers take; it changes no bit of the others. There the shift is by 8, exponent, product and quotient are
// double-doubles, so that one formula is good to about 1 ulp everywhere; the power of two is applied last. Below 0 by reflection, Gamma(-y)
// = -pi / (y sin(pi y) Gamma(y)), where the same factors change sides. Polynomials: gamma_parts.hpp. f32: the latter in plain doubles.
#include "gamma_parts.hpp"
#include "pow.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// u, a and b of Gamma(y) = e^stirling / (u a) and |Gamma(-y)| = e^-stirling a / (u b).
template <class X> struct gamma_factors {
  double_double<X> y, u, a, b;
};
template <floating_lane X> CONSTAX_INLINE constexpr gamma_factors<X> factors(X y, mask_of<X> below, X f) noexcept {
  mask_of<X> const small = y < X(8.0);
  X const one(1.0), zero(0.0);
  auto const p = rise(double_double<X>{select(small, y, one), zero}).p;
  auto const z = two_sum(y, select(small, X(8.0), zero));
  auto const u = two_prod(select(below, f, select(small, y, one)), select(small | !below, one, y));
  return {z, u, {select(small, p.hi, one), select(small, p.lo, zero)}, sinc(f)};
}

struct tgamma_constants {
  // log2 Gamma(z) = (z - 1/2) (log2 z - log2 e) + first + w stirling(w^2), w = 1/z <= 1/4; error 2^-57.5
  static constexpr double stirling[] = {0x1.ec709dc3a03ebp-4,   -0x1.06a27645ecd15p-8, 0x1.2c27615567913p-10,
                                        -0x1.c239bf2624b0fp-11, 0x1.3e2721a5bfc39p-10, -0x1.6653c02bff8acp-9,
                                        0x1.11075f07fda3ep-7,   -0x1.a783b89f374c7p-6, 0x1.989cf3f5bddcdp-5};
  static constexpr double first_hi = 0x1.3573fcf6d5af9p-1, first_lo = 0x1.0e57879459ce1p-55;
  static constexpr double log2_e_hi = 0x1.71547652b82fep0, log2_e_lo = 0x1.777d0ffda0d24p-56;
};
/// Gamma(y) = Gamma(z + z_lo) / (d + d_lo) with z >= 4, for y >= 2^-900; inverses of z and d, roughly.
template <class X> struct raised {
  X z, z_lo, d, d_lo, inverse_z, inverse_d;
};
template <floating_lane X> CONSTAX_INLINE constexpr raised<X> raise(X y, mask_of<X> small) noexcept {
  X const one(1.0), zero(0.0), near = select(small, y, one);
  // y (y + 1) (y + 2) (y + 3) = v (v + 2) with v = y (y + 3)
  auto const y3 = fast_two_sum(X(3.0), near), v = two_prod(near, y3.hi), v2 = two_sum(v.hi, X(2.0)), p = two_prod(v.hi, v2.hi),
             y4 = fast_two_sum(X(4.0), near);
  X const v_lo = fma(near, y3.lo, v.lo), z = select(small, y4.hi, y), d = select(small, p.hi, one), inverse = one / (z * d);
  return {z, select(small, y4.lo, zero), d, select(small, fma(v.hi, v2.lo + v_lo, fma(v_lo, v2.hi, p.lo)), zero), inverse * d, inverse * z};
}
/// log2 Gamma(z + z_lo), 4 <= z <= 2^50, to about 2^-57 and its own 2^-63.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> log2_gamma(raised<X> const& x) noexcept {
  using C = tgamma_constants;
  auto const l = log2_pair(x.z, X(log_bias<double>));
  X const h = x.z - X(0.5), w = x.inverse_z;
  auto const m = fast_two_sum(l.hi, X(-C::log2_e_hi)), a = two_prod(m.hi, h);
  auto const c = fast_two_sum(X(C::first_hi), guard(w * horner(guard(w * w), C::stirling))), e = fast_two_sum(a.hi, c.hi);
  X const a_lo = fma(m.lo + (l.lo - X(C::log2_e_lo)), h, a.lo);
  // The derivative is log2(z) - log2(e) / (2 z) to 0.01.
  return {e.hi, e.lo + ((c.lo + X(C::first_lo)) + fma(x.z_lo, fma(w, X(-0.5 * C::log2_e_hi), l.hi), a_lo))};
}
/// Gamma(y) for 2^-900 <= y <= 171.5.
template <floating_lane X> CONSTAX_INLINE constexpr X tgamma_above(X y) noexcept {
  auto const x = raise(y, y < X(4.0));
  auto const [b, k] = exp2_pair(log2_gamma(x));
  X const q = guard(b * x.inverse_d);
  return scale(fma(fma(-q, x.d_lo, residual(b, q, x.d)), x.inverse_d, q), k);
}

struct tgamma_of {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X x) const noexcept {
    mask_of<X> const common = (x >= X(0x1p-900)) & (x <= X(171.5));
    if (all(common)) [[likely]] return tgamma_above(x);
    X const other = elsewhere(x);
    return any(common) ? select(common, tgamma_above(select(common, x, X(1.0))), other) : other;
  }
  template <floating_lane X> CONSTAX_INLINE static constexpr X elsewhere(X x) noexcept {
    X const y = math::abs(x), one(1.0), zero(0.0);
    mask_of<X> const below = x < zero;
    auto const k = next_integer(y);
    mask_of<X> const pole = below & (k.f == zero);
    mask_of<X> const ok = (x < X(0x1.573fae561f648p+7)) & (y < X(190.0)) & (y > X(0x1p-1024)) & !pole;
    X const safe = select(ok, y, one);
    mask_of<X> const neg = ok & below, tiny = safe < X(0x1p-900);
    X const up = select(tiny, X(0x1p200), one);
    auto const g = factors(safe * up, neg, select(ok, k.f * up, X(0.5)));
    auto const s = stirling(g.y, one);
    auto const e = wide_exp(double_double<X>{select(neg, -s.hi, s.hi), select(neg, -s.lo, s.lo)});
    double_double<X> const num{select(neg, g.a.hi, one), select(neg, g.a.lo, zero)};
    auto const den = dd_mul(double_double<X>{select(neg, g.b.hi, g.a.hi), select(neg, g.b.lo, g.a.lo)}, g.u);
    auto const r = dd_mul(dd_div(num, den), e.m);
    X const v = scale_twice(r.hi, e.n + select(tiny, X(200.0), zero));
    X const signed_v = select(below & !k.odd, -v, v);
    X const beyond = select(below, select(k.odd, zero, -zero), inf_of<X>());
    X const out = select(y > X(0x1p-1024), beyond, math::copysign(inf_of<X>(), x));
    return select(ok, signed_v, select((x != x) | pole | (x == -inf_of<X>()), nan_of<X>(), out));
  }
};

/// |Gamma(x)| in plain doubles as e^e num / den.
template <class X> struct plain_gamma {
  X e, num, den;
};
template <floating_lane X> CONSTAX_INLINE constexpr plain_gamma<X> plain_parts(X y, mask_of<X> below, X f) noexcept {
  X const one(1.0);
  mask_of<X> const small = y < X(8.0);
  X const z = select(small, y + X(8.0), y), p = select(small, plain_rise(select(small, y, one)), one);
  X const e = plain_stirling(z, plain_log(z), one / z), own = select(small, guard(p * y), one);
  if (!any(below)) return {e, one, own};
  X const v = guard(f * f), sine = guard(f * fma(v, fma(v, horner(v, gamma_constants::sinc), X(-gamma_constants::sixth_hi)), one));
  return {select(below, -e, e), select(below, p, one), select(below, select(small, sine, guard(sine * y)), own)};
}
struct plain_tgamma {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X x) const noexcept {
    X const y = math::abs(x), one(1.0), zero(0.0);
    mask_of<X> const negative = x < zero;
    auto const k = next_integer(y, negative);
    mask_of<X> const pole = negative & (k.f == zero), ok = (y > zero) & !pole, below = ok & negative;
    // Beyond 60 the result is inf or 0 in f32, and so it is at 60.
    auto const g = plain_parts(select(ok, at_most(y, 60.0), one), below, select(ok, k.f, X(0.5)));
    X const v = math::exp(g.e) * (g.num / g.den);
    return select(ok, select(below & !k.odd, -v, v), select(y == zero, math::copysign(inf_of<X>(), x), nan_of<X>()));
  }
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The gamma function. +-inf at +-0, nan at negative integers and at -inf.
template <floating_lane X> CONSTAX_INLINE constexpr X tgamma(X x) noexcept {
  if constexpr (sizeof(element_t<X>) == 4) return detail::in_double(detail::plain_tgamma{}, x);
  else return detail::in_double(detail::tgamma_of{}, x);
}

}  // namespace constax::inline CONSTAX_TAG::math
