// SPDX-License-Identifier: BSL-1.0
#pragma once
// radix_sort : items -> items in the order of their keys, equal ones as they stood        a byte of the keys at a time, the lowest first
//
// Nothing depends on comparisons that a processor would have to guess. Knuth, The Art of Computer Programming 3, 5.2.5.
#include <constax/base/vec.hpp>

#include <bit>
#include <type_traits>

namespace constax::inline CONSTAX_TAG::detail {

struct sort_item {
  u64 key;
  i64 index;
};
/// A number as an integer whose order is that of the numbers: nan last, -0 as 0.
template <class T>
CONSTAX_INLINE constexpr u64 sort_key(T x) noexcept {
  if constexpr (std::is_floating_point_v<T>) {
    using bits_type = std::conditional_t<sizeof(T) == 4, u32, u64>;
    constexpr bits_type sign = bits_type{1} << (8 * sizeof(T) - 1);
    bits_type const bits = std::bit_cast<bits_type>(x == 0 ? T(0) : x);
    return x != x ? static_cast<bits_type>(~bits_type{0}) : static_cast<bits_type>(bits & sign ? ~bits : bits | sign);
  } else if constexpr (std::is_signed_v<T>) return static_cast<std::make_unsigned_t<T>>(x) ^ (u64{1} << (8 * sizeof(T) - 1));
  else return x;
}

/// Items below which each is put into its place among those before it.
inline constexpr i64 few_items = 48;
CONSTAX_INLINE constexpr void sort_few(sort_item* items, i64 n) noexcept {
  for (i64 i = 1; i < n; ++i) {
    sort_item const x = items[i];
    i64 to = i;
    for (; to > 0 && x.key < items[to - 1].key; --to) items[to] = items[to - 1];
    items[to] = x;
  }
}
/// `other`: memory for as many items. Keys have so many bytes -> where the items are then: one of the two.
constexpr sort_item* radix_sort(sort_item* items, sort_item* other, i64 n, int bytes) noexcept {
  if (n <= few_items) return sort_few(items, n), items;
  constexpr int digits = 256; // with 2,048 at a time a million take as long
  i64 counts[8][digits] = {};
  for (i64 i = 0; i < n; ++i)
    for (int b = 0; b < bytes; ++b) ++counts[b][items[i].key >> 8 * b & (digits - 1)];
  for (int b = 0; b < bytes; ++b) {
    i64* const count = counts[b];
    if (count[items[0].key >> 8 * b & (digits - 1)] == n) continue; // all have this digit
    for (i64 d = 0, at = 0; d < digits; ++d) {
      i64 const here = count[d];
      count[d] = at, at += here;
    }
    for (i64 i = 0; i < n; ++i) other[count[items[i].key >> 8 * b & (digits - 1)]++] = items[i];
    std::swap(items, other);
  }
  return items;
}

} // namespace constax::inline CONSTAX_TAG::detail
