// SPDX-License-Identifier: BSL-1.0
#pragma once
// special: the logistic function and the error functions, on any lane.
#include "elementary.hpp"

namespace constax::inline CONSTAX_TAG::math {

/// 1 / (1 + e^-x), to full relative accuracy at both ends: e^-|x| cannot overflow, and below 0 it is the numerator.
template <floating_lane X> CONSTAX_INLINE constexpr X logistic(X x) noexcept {
  using T = element_t<X>;
  X const e = math::exp(-math::abs(x)), one(T(1));
  return select(x < X(T(0)), e, one) / (one + e);
}

/// The error function. (xsimd's is off by 68 ulp in f64.)
template <floating_lane X> CONSTAX_INLINE constexpr X erf(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_erf{}(x);
  else return detail::each(detail::libm_erf{}, x);
}
/// 1 - erf(x), accurate for large x. (xsimd's is off by 13 ulp in f32 and 34,500 in f64.)
template <floating_lane X> CONSTAX_INLINE constexpr X erfc(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_erfc{}(x);
  else return detail::each(detail::libm_erfc{}, x);
}

}  // namespace constax::inline CONSTAX_TAG::math
