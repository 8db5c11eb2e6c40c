// SPDX-License-Identifier: BSL-1.0
#pragma once
// fold: the reduction of one pack to a scalar, by a fixed tree; and of all other lanes, for each lane.
#include "register.hpp"

namespace constax::inline CONSTAX_TAG {

/// c[i] = op(c[i], c[i + W/2]) for the lower half, then its half, down to one value. The order is part of the contract; op takes lanes of
/// any width.
template <scalar_lane T, class Op> CONSTAX_INLINE constexpr T fold(T x, Op const&) noexcept { return x; }
template <class T, int W, class Op> CONSTAX_INLINE T fold(pack<T, W> x, Op const& op) noexcept {
  if constexpr (W == 2) return static_cast<T>(op(extract(x, 0), extract(x, 1)));  // small integers were promoted to int
  else return fold(op(low(x), high(x)), op);
}

/// c[i] = `rest` and all other lanes, in the tree of fold: of two halves each gets what the other gave.
template <scalar_lane T, class Op> CONSTAX_INLINE constexpr T fold_others(T, T rest, Op const&) noexcept { return rest; }
template <class T, int W, class Op> CONSTAX_INLINE pack<T, W> fold_others(pack<T, W> x, std::type_identity_t<T> rest,
                                                                          Op const& op) noexcept {
  if constexpr (W == 2) return op(pack<T, W>(rest), pack<T, W>(__builtin_shufflevector(x.v, x.v, 1, 0)));
  else {
    auto const of_both = fold_others(op(low(x), high(x)), rest, op);
    return op(join(of_both, of_both), join(high(x), low(x)));
  }
}

}  // namespace constax::inline CONSTAX_TAG
