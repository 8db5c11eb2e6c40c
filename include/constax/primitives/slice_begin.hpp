// SPDX-License-Identifier: BSL-1.0
#pragma once
// slice_begin : index, lengths of axis and slice, mode -> the slice's first element        of what is indexed by data (indexed.hpp)
#include <constax/base/integers.hpp>

#include <limits>
#include <type_traits>

namespace constax::inline CONSTAX_TAG {

/// What becomes of a slice that does not lie in x. clip: it is moved to the nearest place where it does. fill_or_drop: it reads as zeros,
/// and is not written. promise_in_bounds: there is none; a program that breaks its promise is undefined.
enum class index_mode : u8 { clip, fill_or_drop, promise_in_bounds };

namespace detail {

/// Where a slice of `size` elements begins on an axis of n; -1: it is dropped.
CONSTAX_INLINE constexpr i64 slice_begin(i64 index, i64 n, i64 size, index_mode mode, bool from_end) {
  if (mode == index_mode::promise_in_bounds) {
    if (from_end && index < 0) [[unlikely]]
      index += n;
    return index;
  }
  i64 const last = n - size;
  i64 const places = last < 0 ? 0 : last + 1;
  if (static_cast<u64>(index) < static_cast<u64>(places)) [[likely]] return index; // most do lie in x: one comparison
  if (from_end && index < 0) index += n;
  if (mode == index_mode::clip) return index < 0 ? 0 : index > last ? last : index;
  return index < 0 || index > last ? -1 : index;
}
/// An index, of whatever integer type: what is too large for i64 is as large as that can be.
template <class I>
CONSTAX_INLINE constexpr i64 place_number(I i) {
  constexpr i64 most = std::numeric_limits<i64>::max();
  if constexpr (std::is_unsigned_v<I> && sizeof(I) == 8) return i > static_cast<u64>(most) ? most : static_cast<i64>(i);
  else return static_cast<i64>(i);
}
/// Where the slice begins for an index in its own type: unsigned ones count from the beginning.
template <class I>
CONSTAX_INLINE constexpr i64 slice_begin_at(I index, i64 n, i64 size, index_mode mode, bool from_end) {
  return slice_begin(place_number(index), n, size, mode, std::is_signed_v<I> && from_end);
}
} // namespace detail
} // namespace constax::inline CONSTAX_TAG
