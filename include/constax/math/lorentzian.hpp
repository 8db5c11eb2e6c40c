// SPDX-License-Identifier: BSL-1.0
#pragma once
// lorentzian: 1 / (1 + x^2) = s / (s + s x x), with s = 1, or so small where x is large that s x x does not overflow before the quotient rounds to 0.
#include "arithmetic.hpp"
#include "bits.hpp"

namespace constax::inline CONSTAX_TAG::math {

/// 1 / (1 + x^2), the derivative of atan; 0 at infinities.
template <floating_lane X> CONSTAX_INLINE constexpr X lorentzian(X x) noexcept {
  using T = element_t<X>;
  X const a = detail::at_most(math::abs(x), sizeof(T) == 4 ? T(0x1p76) : T(0x1p540)), one(T(1));  // of that it rounds to 0; nan passes
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && x != x) return x;
  }
  X const s = select(a > detail::constant<X>(0x1p50f, 0x1p500), detail::constant<X>(0x1p-60f, 0x1p-600), one);
  return s / fma(guard(s * a), a, s);
}

}  // namespace constax::inline CONSTAX_TAG::math
