// SPDX-License-Identifier: BSL-1.0
#pragma once
// rsqrt: 1 / sqrt(x), each rounded once: 1.5 ulp at most, where the root is just above a power of two, and 1 almost everywhere.
#include "arithmetic.hpp"

namespace constax::inline CONSTAX_TAG::math {

/// 1 / sqrt(x), two roundings; +inf at +0, -inf at -0.
template <floating_lane X> CONSTAX_INLINE constexpr X rsqrt(X x) noexcept { return math::div(X(element_t<X>(1)), math::sqrt(x)); }

}  // namespace constax::inline CONSTAX_TAG::math
