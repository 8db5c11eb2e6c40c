// SPDX-License-Identifier: BSL-1.0
#pragma once
// logistic: 1 / (1 + e^-x) = h / (h + e^-r), where x = n ln 2 + r as in exp.hpp and h = 2^n, and e^-r = 1 + r q(r), with exp's polynomial in q: no overflow, full relative accuracy at
// both ends, and no cases.
//
// The denominator is s = (1 + h) + r q. What its two sums have added is t = (s - 1) - h - r q, where nothing that counts is rounded, and so v = h / s is too small by t v^2 / h. Of that
// one digit is enough: v^2 / h by adding and subtracting bits, as if log2 were linear between powers of two, is at most 1/9 too small. In last places of the result errors are 1/2 of v,
// 1/2 of the last step, up to 1/12 of what that leaves, and of r, q and the polynomial up to 1/2; measured: docs/reference/math.md. (In f32 17.2 cycles for 16 elements; by a second fma on a
// residual 1 - v s, with a select for each side of 0, 19.5.)
#include "exact.hpp"
#include "exp.hpp"
#include "residual.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct logistic_constants {
  static constexpr std::size_t size = sizeof(exp_constants<T>::p) / sizeof(T);
  struct coefficients {
    T q[size + 1];
  };
  /// (e^-r - 1) / r from exp's (e^r - 1 - r) / r^2.
  static constexpr coefficients c = [] {
    coefficients y{{T(-1)}};
    for (std::size_t k = 0; k < size; ++k) y.q[k + 1] = k % 2 == 0 ? exp_constants<T>::p[k] : -exp_constants<T>::p[k];
    return y;
  }();
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// 1 / (1 + e^-x); 0 at -inf, 1 at inf.
template <floating_lane X> CONSTAX_INLINE constexpr X logistic(X x) noexcept {
  using T = element_t<X>;
  using B = detail::bits_t<X>;
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && x != x) return x;
  }
  X const one(T(1));
  auto const [n, r] = detail::reduce_exp(detail::at_least(detail::at_most(x, T(sizeof(T) == 4 ? 20 : 40)), detail::exp_constants<T>::least));  // from 40 on it is 1; nan passes
  X const h = detail::scale(one, n), q = detail::horner(r, detail::logistic_constants<T>::c.q), s = fma(r, q, one + h), t = detail::residual((s - one) - h, r, q), v = h / s;
  B const b = detail::to_bits(v);
  return fma(t, detail::from_bits<T>(b + (b - detail::to_bits(h))), v);
}

}  // namespace constax::inline CONSTAX_TAG::math
