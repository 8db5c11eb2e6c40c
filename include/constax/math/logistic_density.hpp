// SPDX-License-Identifier: BSL-1.0
#pragma once
// logistic_density: s(x) s(-x), s the logistic function. With y = s(x) it is y (1 - y), for x <= 3/4: around 0 the error of y cancels. Beyond,
// 1 - y = y e, e = e^-x with logistic's n and e^-r, and the error of y is what y (1 + e) lacks of 1.
#include "logistic.hpp"

namespace constax::inline CONSTAX_TAG::math {

/// The derivative of the logistic function, which is even; 0 at infinities.
template <floating_lane X> CONSTAX_INLINE constexpr X logistic_density(X x) noexcept {
  using T = element_t<X>;
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && x != x) return x;
  }
  X const one(T(1)), zero(T(0));
  auto const p = detail::reduce_logistic(x);
  X const y = detail::logistic_of(p), n = -math::max(p.n, zero), e = fma(p.r, p.q, one), g = e * (y * y), less = one - y;
  X const rest = fma(-y, detail::scale(e, n), less);
  return select(x > X(T(0.75)), detail::scale(fma(g + g, rest, g), n), y * less);
}

}  // namespace constax::inline CONSTAX_TAG::math
