// SPDX-License-Identifier: BSL-1.0
#pragma once
// sorts_before: the order that sorts have, of elements of one type.
#include <constax/base/config.hpp>

#include <type_traits>

namespace constax::inline CONSTAX_TAG::detail {

/// Does x come before y? nan comes last, all nans are alike; -0 is 0. (Descending, x comes before y where y comes before x here.)
template <class T>
CONSTAX_INLINE constexpr bool sorts_before(T x, T y) {
  if constexpr (std::is_floating_point_v<T>) return x < y || (x == x && y != y);
  else return x < y;
}

} // namespace constax::inline CONSTAX_TAG::detail
