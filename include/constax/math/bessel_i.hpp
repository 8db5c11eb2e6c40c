// SPDX-License-Identifier: BSL-1.0
#pragma once
// bessel_i0, bessel_i1 and the derivatives of the latter: e^|x| times what bessel_i0e.hpp has of order 0 and 1, all in two parts until the
// last rounding:
//
//   I0,  I1,  I1' = I0 - I1/x,  I1'' = I1 - (I0 - 2 I1/x) / x, for |x| < 3 the power series of that, whose terms are positive
//
// f32 is computed in f64.
#include "bessel_i1e.hpp"
#include "gamma_parts.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// I1'' = x/4 sum over j of (2j + 3) (j + 1) t^j / ((j + 1)! (j + 2)!), t = x^2 / 4; for t <= 9/4 to 2^-60.
struct bessel_bend_constants {
  double c[17];
};
inline constexpr bessel_bend_constants bessel_bend = [] {
  bessel_bend_constants r{};
  double f = 0.5; // 1 / ((j + 1)! (j + 2)!)
  for (int j = 0; j < 17; ++j) {
    if (j > 0) f /= static_cast<double>((j + 1) * (j + 2));
    r.c[j] = f * static_cast<double>((2 * j + 3) * (j + 1));
  }
  return r;
}();

/// The Derivative-th derivative of the modified Bessel function of the first kind of this order.
template <int Order, int Derivative> struct bessel_i_of {
  static constexpr bool odd = (Order + Derivative) % 2 != 0;
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X x) const noexcept {
    if constexpr (scalar_lane<X>) {
      if (is_constant_evaluated() && x != x) return x;
    }
    X const a = at_most(math::abs(x), 720.0);  // where all are inf; nan passes
    auto const minus = [](double_double<X> v) { return double_double<X>{-v.hi, -v.lo}; };
    double_double<X> const g = bessel_ie<1>(a);
    double_double<X> v = g;
    if constexpr (Order == 1 && Derivative == 0) v = dd_mul(g, a);
    else {
      double_double<X> const h = bessel_ie<0>(a);
      if constexpr (Derivative == 0) v = h;
      else if constexpr (Derivative == 1) v = dd_add(h, minus(g));
      else {
        auto const far = a >= X(3.0);
        X const b = select(far, a, X(3.0));
        v = where(
            far,
            dd_add(dd_mul(g, b), minus(dd_div(dd_add(h, double_double<X>{X(-2.0) * g.hi, X(-2.0) * g.lo}), double_double<X>{b, X(0.0)}))),
            {X(1.0), X(0.0)});
      }
    }
    auto const e = wide_exp(double_double<X>{a, X(0.0)});
    X y = scale_twice(dd_mul(e.m, v).hi, e.n);
    if constexpr (Derivative == 2) {
      X const n = select(a < X(3.0), a, X(0.0)), half = n * X(0.5);
      y = select(a < X(3.0), guard(half * X(0.5)) * horner(guard(half * half), bessel_bend.c), y);
    }
    return odd ? math::copysign(y, x) : y;
  }
};
template <int Order, int Derivative, floating_lane X> CONSTAX_INLINE constexpr X bessel_i(X x) noexcept {
  return in_double(bessel_i_of<Order, Derivative>{}, x);
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The modified Bessel functions of the first kind, of order 0 (even) and 1 (odd).
template <floating_lane X> CONSTAX_INLINE constexpr X bessel_i0(X x) noexcept { return detail::bessel_i<0, 0>(x); }
template <floating_lane X> CONSTAX_INLINE constexpr X bessel_i1(X x) noexcept { return detail::bessel_i<1, 0>(x); }
/// The first and the second derivative of bessel_i1.
template <floating_lane X> CONSTAX_INLINE constexpr X bessel_i1_slope(X x) noexcept { return detail::bessel_i<1, 1>(x); }
template <floating_lane X> CONSTAX_INLINE constexpr X bessel_i1_bend(X x) noexcept { return detail::bessel_i<1, 2>(x); }

}  // namespace constax::inline CONSTAX_TAG::math
