// SPDX-License-Identifier: BSL-1.0
#pragma once
// logistic: 1 / (1 + e^-x) = h / (h + e^-r), where x = n ln 2 + r as in exp.hpp and h = 2^n, and e^-r = 1 + r q(r), with exp's polynomial
// in q: no overflow, full relative accuracy at both ends, and no cases.
//
// The denominator is s = (1 + h) + r q. What its two sums have added is t = (s - 1) - h - r q, where nothing that counts is rounded, and so
// v = h / s is too small by t v^2 / h. Of that one digit is enough: v^2 / h by adding and subtracting bits, as if log2 were linear between
// powers of two, is at most 1/9 too small. In last places of the result errors are 1/2 of v, 1/2 of the last step, up to 1/12 of what that
// leaves, and of r, q and the polynomial up to 1/2; measured: docs/reference/math.md. (In f32 17.2 cycles for 16 elements; by a second fma
// on a residual 1 - v s, with a select for each side of 0, 19.5.)
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

/// x = n ln 2 + r, and e^-r = 1 + r q.
template <class X> struct logistic_parts {
  X n, r, q;
};
/// For any x, or nan. From 40 on (f32: 20) the function is 1; its derivative rounds to 0 from 746 (104) on.
template <floating_lane X> CONSTAX_INLINE constexpr logistic_parts<X> reduce_logistic(X x) noexcept {
  using T = element_t<X>;
  auto const [n, r] = reduce_exp(at_least(at_most(x, -exp_constants<T>::least), exp_constants<T>::least));  // nan passes
  return {n, r, horner(r, logistic_constants<T>::c.q)};
}
/// h / (s - t), s - t = h + e^-r without what was rounded.
template <class X> struct logistic_fraction {
  X h, s, t;
};
template <floating_lane X> CONSTAX_INLINE constexpr logistic_fraction<X> logistic_quotient(logistic_parts<X> const& p) noexcept {
  using T = element_t<X>;
  X const one(T(1)), h = scale(one, at_most(p.n, T(sizeof(T) == 4 ? 120 : 1000))), s = fma(p.r, p.q, one + h);
  return {h, s, residual((s - one) - h, p.r, p.q)};
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// 1 / (1 + e^-x); 0 at -inf, 1 at inf.
template <floating_lane X> CONSTAX_INLINE constexpr X logistic(X x) noexcept {
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && x != x) return x;
  }
  using T = element_t<X>;
  using B = detail::bits_t<X>;
  auto const [h, s, t] = detail::logistic_quotient(detail::reduce_logistic(x));
  X const v = h / s;
  B const b = detail::to_bits(v);
  return fma(t, detail::from_bits<T>(b + (b - detail::to_bits(h))), v);
}

}  // namespace constax::inline CONSTAX_TAG::math
