// SPDX-License-Identifier: BSL-1.0
#pragma once
// nextafter: one step up or down in the order of the bits.
#include "bits.hpp"
#include "exact.hpp"

namespace constax::inline CONSTAX_TAG::math {

/// The number next to x on the way to y; y itself if they are equal (so of zeros y's sign), nan if either is.
template <floating_lane X> CONSTAX_INLINE constexpr X nextafter(X x, std::type_identity_t<X> y) noexcept {
  using T = element_t<X>;
  using B = detail::bits_t<X>;
  X const zero(T(0));
  B const b = detail::to_bits(x), unit(static_cast<element_t<B>>(1));
  auto const away = (x > zero) == (x < y);  // from 0
  X const step = select(x == zero, math::copysign(X(std::numeric_limits<T>::denorm_min()), y), detail::from_bits<T>(select(away, b + unit, b - unit)));
  return select(x == y, y, select(x != x, x, select(y != y, y, step)));
}

}  // namespace constax::inline CONSTAX_TAG::math
