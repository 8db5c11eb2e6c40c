// SPDX-License-Identifier: BSL-1.0
#pragma once
// lgamma: log|Gamma(x)| from the parts of tgamma: Stirling's sum minus the logarithm of the product, both double-doubles, hence no error
// where they cancel.
//
// From 2^-900 to 2^50 both to base 2, as tgamma has them: error 1.1 ulp; elsewhere by tgamma's other branch.
// Between 7/8 and 17/8 instead (x - 1) (x - 2) near(x - 3/2), near of degree 26 (docs/reference/math/gamma.py; 2^-54.6): there are the
// zeros 1 and 2. The zeros below -2 are met with an absolute error of about 2^-55. f32: the other branch in plain doubles.
#include "tgamma.hpp"

namespace constax::inline CONSTAX_TAG::detail {

struct lgamma_constants {
  static constexpr double ln2_hi = 0x1.62e42fefa39efp-1, ln2_lo = 0x1.abc9e3b39803fp-56;
  static constexpr double near[] = {0x1.eeb95b094c191p-2,   -0x1.2aed059bd608ap-3,  0x1.01af62a2929e8p-4,  -0x1.007aa83cee189p-5,
                                    0x1.1334235278f3ep-6,   -0x1.34dbda1496fc6p-7,  0x1.64f0665250625p-8,  -0x1.a50352352393bp-9,
                                    0x1.f814b7b74e5bbp-10,  -0x1.313e894f4794fp-10, 0x1.750ae7e179cabp-11, -0x1.cb4531b25c0acp-12,
                                    0x1.1c743efe8d339p-12,  -0x1.6236e53a1b54cp-13, 0x1.bb0a43102c74ep-14, -0x1.15e8140df9393p-14,
                                    0x1.5e2664ce7d7f7p-15,  -0x1.bf36be030d849p-16, 0x1.1b6e76120aa64p-16, -0x1.4941aeffef8a7p-17,
                                    0x1.a2b8aae518b7dp-18,  -0x1.9560d44092797p-18, 0x1.03e1e69478ad0p-18, 0x1.185ad39db39f3p-21,
                                    -0x1.72f76f58c8d4ep-22, -0x1.39f1ba0bea9b9p-19, 0x1.94e3bcff631c7p-20};
};
/// log Gamma(1 + d) / (d (d - 1)) for -1/8 <= d <= 9/8; t = d - 1/2.
template <floating_lane X> CONSTAX_INLINE constexpr X lgamma_near(X t) noexcept { return horner(t, lgamma_constants::near); }

/// log Gamma(y) for 2^-900 <= y <= 2^50, but for the neighbourhood of its zeros.
template <floating_lane X> CONSTAX_INLINE constexpr X lgamma_above(X y) noexcept {
  mask_of<X> const small = y < X(4.0);
  auto const x = raise(y, small);
  auto e = log2_gamma(x);
  if (any(small)) {  // elsewhere d is 1
    auto const l = log2_pair(x.d, X(log_bias<double>)), s = two_sum(e.hi, -l.hi);
    e = {s.hi, s.lo + (e.lo - fma(guard(x.d_lo * x.inverse_d), X(tgamma_constants::log2_e_hi), l.lo))};
  }
  return fma(e.hi, X(lgamma_constants::ln2_hi), fma(e.hi, X(lgamma_constants::ln2_lo), guard(e.lo * X(lgamma_constants::ln2_hi))));
}
/// v, or what it should be near the zeros 1 and 2.
template <floating_lane X> CONSTAX_INLINE constexpr X lgamma_middle(X x, X v) noexcept {
  mask_of<X> const middle = (x > X(0.875)) & (x < X(2.125));
  if (!any(middle)) return v;
  X const z = select(middle, x, X(1.5));
  return select(middle, fma((z - X(1.0)) * (z - X(2.0)), lgamma_near(z - X(1.5)), X(0.0)), v);  // + 0: no -0 at 1 and 2
}

struct lgamma_of {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X x) const noexcept {
    mask_of<X> const common = (x >= X(0x1p-900)) & (x <= X(0x1p50));
    if (all(common)) [[likely]] return lgamma_middle(x, lgamma_above(x));
    X const other = elsewhere(x);
    return any(common) ? lgamma_middle(x, select(common, lgamma_above(select(common, x, X(3.0))), other)) : other;
  }
  template <floating_lane X> CONSTAX_INLINE static constexpr X elsewhere(X x) noexcept {
    X const y = math::abs(x), one(1.0), zero(0.0);
    mask_of<X> const below = x < zero;
    auto const k = next_integer(y);
    mask_of<X> const ok = (x < X(0x1.754d9278b51a8p+1014)) & (y > zero) & !(below & (k.f == zero)) & (x == x);
    X const safe = select(ok, y, X(1.5));
    mask_of<X> const neg = ok & below, tiny = safe < X(0x1p-900), huge = safe > X(0x1p500);
    X const up = select(tiny, X(0x1p200), one), down = select(huge, X(0x1p-400), one);
    auto const g = factors(safe * up, neg, select(ok, k.f * up, X(0.5)));
    auto s = stirling(double_double<X>{g.y.hi, g.y.lo}, down);
    s = {select(neg, -s.hi, s.hi), select(neg, -s.lo, s.lo)};
    auto c = dd_mul(g.u, double_double<X>{select(neg, g.b.hi, g.a.hi), select(neg, g.b.lo, g.a.lo)});
    if (any(neg)) {
      auto const q = dd_div(c, g.a);
      c = {select(neg, q.hi, c.hi), select(neg, q.lo, c.lo)};
    }
    if (!all((x >= X(8.0)) | !ok)) {  // there c is 1
      auto const l = wide_log(c);
      s = dd_add(s, double_double<X>{-l.hi, -l.lo});
      s = dd_add(s, select(tiny, X(0x1.1542457337d43p+7), zero));  // 200 ln 2 in its first digits: |result| is above 600
    }
    X const v = s.hi * select(huge, X(0x1p400), one);
    return select(ok, v, select(x != x, x, inf_of<X>()));
  }
};

struct plain_lgamma {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X x) const noexcept {
    X const y = math::abs(x), one(1.0), zero(0.0);
    mask_of<X> const negative = x < zero;
    auto const k = next_integer(y, negative);
    mask_of<X> const pole = negative & (k.f == zero), ok = (y > zero) & (y <= X(double(largest<float>))) & !pole, below = ok & negative;
    auto const g = plain_parts(select(ok, y, one), below, select(ok, k.f, X(0.5)));
    X v = g.e, c = g.den;
    if (any(below)) c = select(below, c / g.num, c);
    if (!all((x >= X(8.0)) | !ok)) v = v - plain_log(c);  // log 1 = 0 elsewhere
    // Taylor's series within 2^-8 of the zeros: there v is too coarse.
    mask_of<X> const second = x > X(1.5);
    X const d = select(ok, x, X(4.0)) - select(second, X(2.0), one);
    mask_of<X> const near = math::abs(d) < X(0x1p-8);
    if (any(near)) {
      constexpr double gamma = 0x1.2788cfc6fb619p-1, z2 = 0x1.a51a6625307d3p+0, z3 = 0x1.33ba004f00621p+0, z4 = 0x1.151322ac7d848p+0,
                       z5 = 0x1.0970a1fbc4e5bp+0;
      X const off = select(second, one, zero), t = select(near, d, zero);
      X const c5 = (X(z5) - off) * X(-0.2), c4 = (X(z4) - off) * X(0.25), c3 = (X(z3) - off) * X(-1.0 / 3), c2 = (X(z2) - off) * X(0.5),
              c1 = off - X(gamma);
      v = select(near, fma(t, fma(t, fma(t, fma(t, fma(t, c5, c4), c3), c2), c1), zero), v);
    }
    return select(ok, v, select(x != x, x, inf_of<X>()));
  }
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// log|Gamma(x)|. +inf at 0, negative integers and both infinities.
template <floating_lane X> CONSTAX_INLINE constexpr X lgamma(X x) noexcept {
  if constexpr (sizeof(element_t<X>) == 4) return detail::in_double(detail::plain_lgamma{}, x);
  else return detail::in_double(detail::lgamma_of{}, x);
}

}  // namespace constax::inline CONSTAX_TAG::math
