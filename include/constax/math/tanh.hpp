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

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The hyperbolic tangent; tanh(-0) = -0, 1 and -1 at infinities.
template <floating_lane X> CONSTAX_INLINE constexpr X tanh(X x) noexcept {
  using T = element_t<X>;
  using C = detail::exp_constants<T>;
  using B = detail::bits_t<X>;
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && x != x) return x;
  }
  X const a = math::abs(x), half(T(0.5)), magic(detail::round_magic<X>);
  X const c = detail::at_most(a, T(sizeof(T) == 4 ? 10 : 22));  // tanh of that rounds to 1; nan passes
  X const t = fma(c, X(T(2 * 1.44269504088896340736)), magic), n = t - magic;  // -n of above
  X const r = fma(n, X(-C::ln2_lo / 2), fma(n, X(-C::ln2_hi / 2), c)), s = fma(r * r, detail::horner(r, detail::tanh_constants<T>::c.p), r);
  X const h = detail::from_bits<T>((detail::to_bits(t) << B(static_cast<typename detail::ieee<T>::bits>(detail::ieee<T>::digits - 1))) + B(detail::to_bits(T(0.5))));
  return math::copysign(((h - half) + s) / ((h + half) - s), x);
}

}  // namespace constax::inline CONSTAX_TAG::math
