// SPDX-License-Identifier: BSL-1.0
#pragma once
// logistic_density: s(x) s(-x), s the logistic function: h e^-r / (h + e^-r)^2 with logistic's h and e^-r, where nothing cancels. Beyond
// half of the exponents, where the square would overflow, it is e^-x = 2^-n e^-r: a branch that whole registers take.
#include "logistic.hpp"

namespace constax::inline CONSTAX_TAG::math {

/// The derivative of the logistic function, which is even; 0 at infinities.
template <floating_lane X> CONSTAX_INLINE constexpr X logistic_density(X x) noexcept {
  using T = element_t<X>;
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && x != x) return x;
  }
  auto const p = detail::reduce_logistic(x);
  auto const q = detail::logistic_quotient(p);
  auto const large = x > detail::constant<X>(42, 350);
  X const e = fma(p.r, p.q, X(T(1))), s = detail::sane(!large, q.s, T(1)), w = guard(e * q.h) / fma(s + s, -q.t, guard(s * s));
  if (any(large)) [[unlikely]] return select(large, detail::scale(e, -p.n), w);
  return w;
}

}  // namespace constax::inline CONSTAX_TAG::math
