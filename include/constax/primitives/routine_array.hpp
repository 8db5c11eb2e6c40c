// SPDX-License-Identifier: BSL-1.0
#pragma once
// routine_array: an array that a routine is given. Elements lie one after the other, along the last axis first.
#include <constax/base/integers.hpp>

namespace constax::inline CONSTAX_TAG {

template <class T> struct routine_array {
  T* data;
  i64 lengths[8];
  int rank;

  CONSTAX_INLINE constexpr i64 length(int axis) const { return lengths[axis]; }
  CONSTAX_INLINE constexpr i64 size() const {
    i64 n = 1;
    for (int d = 0; d < rank; ++d) n *= lengths[d];
    return n;
  }
  /// Elements in the order of memory.
  CONSTAX_INLINE constexpr T& operator[](i64 i) const { return data[i]; }
};

} // namespace constax::inline CONSTAX_TAG
