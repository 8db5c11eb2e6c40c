// SPDX-License-Identifier: BSL-1.0
#pragma once
// tanh: (1 - e^-2a) / (1 + e^-2a), a = |x|, without cancellation near 0: -2a = n ln 2 - 2r, |r| <= ln(2) / 4, and (1 - e^-2r) / 2 = s is
// r + r^2 p(r); numerator and denominator, multiplied by 2^(-n-1) = h, are (h - 1/2) + s and (h + 1/2) - s.
//
// p is expm1's polynomial (expm1.hpp) of -2r. Errors: 0.5 ulp each of numerator, denominator and quotient, and for n = -1 a quarter each
// of r's and s's; measured: docs/reference/math.md.
#include "exact.hpp"
#include "expm1.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct tanh_constants {
  static constexpr std::size_t size = sizeof(expm1_constants<T>::p) / sizeof(T);
  struct coefficients {
    T p[size];
  };
  static constexpr coefficients c = [] {
    coefficients y{};
    T power = -2;
    for (std::size_t k = 0; k < size; ++k, power *= -2) y.p[k] = power * expm1_constants<T>::p[k];
    return y;
  }();
};

/// With -2a = n ln 2 - 2r: t holds -n in its last bits, s = (1 - e^-2r) / 2.
template <class X> struct tanh_parts {
  X t, s;
};
/// For a >= 0, or nan. Beyond 375 (f32: 53) 1 / cosh^2 rounds to 0, as tanh does to 1 long before.
template <floating_lane X> CONSTAX_INLINE constexpr tanh_parts<X> reduce_tanh(X a) noexcept {
  using T = element_t<X>;
  using C = exp_constants<T>;
  X const magic(round_magic<X>), c = at_most(a, T(sizeof(T) == 4 ? 53 : 375));  // nan passes
  X const t = fma(c, X(T(2 * 1.44269504088896340736)), magic), n = t - magic;
  X const r = fma(n, X(-C::ln2_lo / 2), fma(n, X(-C::ln2_hi / 2), c));
  return {t, fma(r * r, horner(r, tanh_constants<T>::c.p), r)};
}
/// tanh(a) = n / d with h = 2^(-n-1).
template <class X> struct tanh_fraction {
  X n, d, h;
};
template <floating_lane X> CONSTAX_INLINE constexpr tanh_fraction<X> tanh_quotient(tanh_parts<X> const& p) noexcept {
  using T = element_t<X>;
  using B = bits_t<X>;
  X const half(T(0.5)),
      t = at_most(p.t, round_magic<X> + T(sizeof(T) == 4 ? 120 : 1000)); // the quotient is 1 from 2^digits on: h need not go on
  X const h = from_bits<T>((to_bits(t) << B(static_cast<typename ieee<T>::bits>(ieee<T>::digits - 1))) + B(to_bits(T(0.5))));
  return {(h - half) + p.s, (h + half) - p.s, h};
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The hyperbolic tangent; tanh(-0) = -0, 1 and -1 at infinities.
template <floating_lane X> CONSTAX_INLINE constexpr X tanh(X x) noexcept {
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && x != x) return x;
  }
  auto const q = detail::tanh_quotient(detail::reduce_tanh(math::abs(x)));
  return math::copysign(q.n / q.d, x);
}

}  // namespace constax::inline CONSTAX_TAG::math
