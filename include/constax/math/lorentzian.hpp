// SPDX-License-Identifier: BSL-1.0
#pragma once
// lorentzian: 1 / (1 + x^2) = s / (s + s x x), with s = 1, or so small where x is large that s x x does not overflow before the quotient
// rounds to 0.
#include "arithmetic.hpp"
#include "bits.hpp"

namespace constax::inline CONSTAX_TAG::math {

/// 1 / (1 + x^2), the derivative of atan; 0 at infinities.
template <floating_lane X> CONSTAX_INLINE constexpr X lorentzian(X x) noexcept {
  using T = element_t<X>;
  X const a = math::abs(x), one(T(1));
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && x != x) return x;
  }
  auto const large = a > detail::constant<X>(0x1p50f, 0x1p500);
  if (!any(large)) [[likely]] return one / fma(x, x, one);
  X const c = detail::at_most(a, sizeof(T) == 4 ? T(0x1p76) : T(0x1p540)),
          s = select(large, detail::constant<X>(0x1p-60f, 0x1p-600), one); // of that it rounds to 0
  return s / fma(guard(s * c), c, s);
}

}  // namespace constax::inline CONSTAX_TAG::math
