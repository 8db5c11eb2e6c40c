// SPDX-License-Identifier: BSL-1.0
#pragma once
// nextafter: one step in the order of the bits: upwards, or upwards for -x and -y.
#include "bits.hpp"
#include "exact.hpp"

namespace constax::inline CONSTAX_TAG::math {

/// The number next to x on the way to y; y itself if they are equal (so of zeros y's sign), nan if either is.
template <floating_lane X> CONSTAX_INLINE constexpr X nextafter(X x, std::type_identity_t<X> y) noexcept {
  using T = element_t<X>;
  using B = detail::bits_t<X>;
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && (x != x || y != y)) return x != x ? x : y;
  }
  X const zero(T(0));
  B const unit(static_cast<element_t<B>>(1)), flip = detail::to_bits(select(x < y, zero, -zero));
  X const v = detail::from_bits<T>(detail::to_bits(x) ^ flip) + zero;  // -0 becomes 0
  X const up = detail::from_bits<T>(select(v < zero, detail::to_bits(v) - unit, detail::to_bits(v) + unit) ^ flip);
  return select(x < y, up, select(x > y, up, select(x == x, y, x)));
}

}  // namespace constax::inline CONSTAX_TAG::math
