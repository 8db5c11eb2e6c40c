// SPDX-License-Identifier: BSL-1.0
#pragma once
// gamma_density: x^(a-1) e^-x / Gamma(a) = a D / x with igamma's D; where a >= 20 is near x, and beyond 10^6, e^(-a phi - w s(w^2)) sqrt(a
// / 2 pi) / x with phi = mu - log(1 + mu), mu = (x - a) / a, w = 1 / a and Stirling's series s. Exponents are double-doubles. f32 goes
// through double.
#include "igamma.hpp"

namespace constax::inline CONSTAX_TAG::detail {

struct gamma_density_of {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X a0, X x0) const noexcept {
    X const one(1.0), zero(0.0), inf = inf_of<X>();
    mask_of<X> const valid = (a0 >= zero) & (x0 >= zero), ok = valid & (a0 > zero) & (x0 > zero) & (a0 < inf) & (x0 < inf);
    X const a = select(ok, a0, one), x = select(ok, x0, one);
    mask_of<X> const uniform = ok & (a >= X(20.0)) & (math::abs(x - a) <= a * X(0.4)), rest = ok & !uniform;
    X y(0.0);
    // Divided by x before it is scaled: both may be tiny.
    mask_of<X> const tiny = x < X(0x1p-500), huge = x > X(0x1p500);
    X const up = select(tiny, X(0x1p600), select(huge, X(0x1p-600), one)), k = select(tiny, X(600.0), select(huge, X(-600.0), zero));
    double_double<X> const z{x * up, zero};
    if (any(uniform)) {
      X const b0 = select(uniform, a, X(20.0)), t0 = select(uniform, x, X(20.0)), down = select(b0 > X(0x1p500), X(0x1p-200), one),
              b = b0 * down, t = t0 * down, w = one / b0;
      auto const e = dd_add(dd_mul(deviation(dd_div(two_sum(t, -b), double_double<X>{b, zero})), b),
                            guard(w * horner(guard(w * w), gamma_constants::stirling)) * down);
      mask_of<X> const in = e.hi < X(1390.0) * down;
      auto const f = where(in, e, {zero, zero});
      auto const exp = wide_exp(double_double<X>{-f.hi / down, -f.lo / down});
      auto const v = dd_div(dd_mul(exp.m, wide_sqrt_over_2pi(double_double<X>{b0, zero})), where(uniform, z, {one, zero}));
      y = select(uniform & in, scale_twice(v, exp.n + k).hi, y);
    }
    if (any(rest)) {
      X const b = select(rest, a, one), t = select(rest, x, one);
      auto const d = gamma_density(b, t, -2140.0); // 1/x is at most e^745
      mask_of<X> const small = b < X(0x1p-500);
      auto const v = dd_div(dd_mul(d.m, select(rest, at_most(b, 1e6), one) * select(small, X(0x1p600), one)), where(rest, z, {one, zero}));
      X const n = at_most(d.n + k, 1500) - select(small, X(600.0), zero);
      y = select(rest, scale_twice(v, select(n < X(-2000.0), X(-2000.0), n)).hi, y);
    }
    X const at_zero = select(a0 < one, inf, select(a0 == one, one, zero)), special = select((x0 == zero) & (a0 > zero), at_zero, zero);
    X const at_pole = select(math::trunc(a0) == a0, zero, select(a0 > -one, -inf, nan_of<X>()));  // 1 / Gamma is 0 at 0, -1, ...
    return select(ok, y, select(valid, special, select(x0 == zero, at_pole, nan_of<X>())));
  }
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// x^(a-1) e^-x / Gamma(a) for a, x >= 0, its limits at 0 and infinity; nan for negative arguments, but at x = 0 -inf for -1 < a < 0 and 0
/// for negative integers a.
template <floating_lane X> CONSTAX_INLINE constexpr X gamma_density(X a, std::type_identity_t<X> x) noexcept {
  return detail::in_double(detail::gamma_density_of{}, a, x);
}

}  // namespace constax::inline CONSTAX_TAG::math
