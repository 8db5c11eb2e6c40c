// SPDX-License-Identifier: BSL-1.0
#pragma once
// tgamma: the gamma function, from Stirling's series at y = x + 8 (at x itself from 8 on) and the product x (x + 1) ... (x + 7).
//
// Exponent, product and quotient are double-doubles, so that one formula is good to about 1 ulp everywhere; the power of two is applied last. Below 0
// by reflection, Gamma(-y) = -pi / (y sin(pi y) Gamma(y)), where the same factors change sides. Polynomials: gamma_parts.hpp.
// f32: the same in plain doubles.
#include "gamma_parts.hpp"

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

struct tgamma_of {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X x) const noexcept {
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
  X const v = guard(f * f), sine = guard(f * fma(v, horner(v, gamma_constants::sinc), one));
  return {select(below, -e, e), select(below, p, one), select(below, select(small, sine, guard(sine * y)), own)};
}
struct plain_tgamma {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X x) const noexcept {
    X const y = math::abs(x), one(1.0), zero(0.0);
    auto const k = next_integer(y);
    mask_of<X> const negative = x < zero, pole = negative & (k.f == zero), ok = (y > zero) & !pole, below = ok & negative;
    // Beyond 60 the result is inf or 0 in f32, and so it is at 60.
    auto const g = plain_parts(select(ok, select(y < X(60.0), y, X(60.0)), one), below, select(ok, k.f, X(0.5)));
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
