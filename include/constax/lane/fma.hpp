// SPDX-License-Identifier: BSL-1.0
#pragma once
// fma: a * b + c on lanes, rounded once where the target has the instruction (CONSTAX_HAS_FMA).
#include "guard.hpp"
#include "soft.hpp"

namespace constax::inline CONSTAX_TAG {

/// a * b + c, rounded once; on a target without the instruction it is a product and a sum, rounded twice, in constant evaluation too.
template <scalar_lane T> requires floating_lane<T> CONSTAX_INLINE constexpr T fma(T a, T b, T c) noexcept {
  if (is_constant_evaluated()) {
    if constexpr (CONSTAX_HAS_FMA) return detail::soft_fma(a, b, c);
    else return detail::soft_fma(detail::soft_fma(a, b, T(-0.0)), T(1), c);
  }
#if CONSTAX_HAS_FMA
  return detail::fused(a, b, c);
#else
  T const p = a * b;  // a statement of its own: see fma_register
  return p + c;
#endif
}
#if CONSTAX_HAS_PACKS
template <class T, int W> requires std::is_floating_point_v<T>
CONSTAX_INLINE pack<T, W> fma(pack<T, W> a, pack<T, W> b, pack<T, W> c) noexcept {
  return detail::by_register(detail::fma_register{}, a, b, c);
}
#endif

}  // namespace constax::inline CONSTAX_TAG
