// SPDX-License-Identifier: BSL-1.0
#pragma once
// logistic: 1 / (1 + e^-x), where x = n ln 2 + r as in exp.hpp, and e^-x = 2^-n (1 + r q(r)), with exp's polynomial in q: 1 / (1 + e^-x) for n >= 0 and
// 2^n / (2^n + (1 + r q)) below: no overflow, and full relative accuracy at both ends.
//
// With w = 2^-|n| the denominator is 1 + u, u = w + w r q or w + r q. Its quotient v is corrected by 1 - v (1 + u) = (1 - v) - v u: that is what the sum's rounding and the quotient's have
// lost. 1 - v is exact for v >= 1/2; else x is in (-0.35, 0) and n = 0, and in last places of v errors of 1 - v up to v, of u up to 2 v^2 (1 + |x|) and of the last step up to 1/2
// make 1.5 at most, since v <= 1/(2 + |x|).
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
  X const zero(T(0)), one(T(1));
  auto const [n, r] = detail::reduce_exp(detail::at_least(detail::at_most(x, T(sizeof(T) == 4 ? 20 : 40)), detail::exp_constants<T>::least));  // from 40 on it is 1; nan passes
  X const w = detail::scale(one, detail::from_bits<T>(detail::to_bits(n) | B(detail::ieee<T>::sign)));
  auto const below = n < zero;
  X const u = fma(select(below, r, w * r), detail::horner(r, detail::logistic_constants<T>::c.q), w);
  X const v = one / (one + u), m = detail::residual(one - v, u, v);
  X const y = fma(v, m, v);
  return select(below, y * w, y);
}

}  // namespace constax::inline CONSTAX_TAG::math
