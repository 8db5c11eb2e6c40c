// SPDX-License-Identifier: BSL-1.0
#pragma once
// fold: the reduction of one pack to a scalar, by a fixed tree.
#include "register.hpp"

namespace constax::inline CONSTAX_TAG {

/// c[i] = op(c[i], c[i + W/2]) for the lower half, then its half, down to one value. The order is part of the contract; op takes lanes of any width.
template <scalar_lane T, class Op> CONSTAX_INLINE constexpr T fold(T x, Op const&) noexcept { return x; }
template <class T, int W, class Op> CONSTAX_INLINE T fold(pack<T, W> x, Op const& op) noexcept {
  if constexpr (W == 2) return static_cast<T>(op(extract(x, 0), extract(x, 1)));  // small integers were promoted to int
  else return fold(op(low(x), high(x)), op);
}

}  // namespace constax::inline CONSTAX_TAG
