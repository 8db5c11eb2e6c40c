// SPDX-License-Identifier: BSL-1.0
#pragma once
// dtype: the element types, their names in jaxprs and their C++ types.
#include <constax/base/text.hpp>

namespace constax::inline CONSTAX_TAG {

enum class dtype : u8 { f32, f64, i8, i32, i64, u8, u32, u64, boolean };

/// One row per dtype: `name` as JAX prints it, bytes in memory, and the class it belongs to.
struct dtype_info {
  std::string_view name;
  u8 bytes;
  bool floating, integer, is_signed;
};
inline constexpr dtype_info dtype_table[] = {
    {"f32", 4, true, false, true}, {"f64", 8, true, false, true},  {"i8", 1, false, true, true},   {"i32", 4, false, true, true},
    {"i64", 8, false, true, true}, {"u8", 1, false, true, false}, {"u32", 4, false, true, false}, {"u64", 8, false, true, false},
    {"bool", 1, false, false, false}};
constexpr dtype_info const& info(dtype t) { return dtype_table[static_cast<u8>(t)]; }

namespace detail {
template <dtype D>
struct element;
template <> struct element<dtype::f32> { using type = float; };
template <> struct element<dtype::f64> { using type = double; };
template <> struct element<dtype::i8> { using type = std::int8_t; };
template <> struct element<dtype::i32> { using type = std::int32_t; };
template <> struct element<dtype::i64> { using type = std::int64_t; };
template <> struct element<dtype::u8> { using type = std::uint8_t; };
template <> struct element<dtype::u32> { using type = std::uint32_t; };
template <> struct element<dtype::u64> { using type = std::uint64_t; };
template <> struct element<dtype::boolean> { using type = bool; };

// `long` and `long long` are both 64 bits wide: an integer's dtype follows from its size and sign.
template <class T>
constexpr int find_dtype() {
  if constexpr (__is_same(T, float)) return static_cast<int>(dtype::f32);
  else if constexpr (__is_same(T, double)) return static_cast<int>(dtype::f64);
  else if constexpr (__is_same(T, bool)) return static_cast<int>(dtype::boolean);
  else if constexpr (__is_same(T, char) || !requires(T x) { T{} % T{1}; x << 1; }) return -1;
  else if constexpr (sizeof(T) == 1) return static_cast<int>(T(-1) < T(0) ? dtype::i8 : dtype::u8);
  else if constexpr (sizeof(T) == 4) return static_cast<int>(T(-1) < T(0) ? dtype::i32 : dtype::u32);
  else if constexpr (sizeof(T) == 8) return static_cast<int>(T(-1) < T(0) ? dtype::i64 : dtype::u64);
  else return -1;
}
} // namespace detail

template <dtype D>
using element_of = typename detail::element<D>::type;

/// A C++ type that arrays can hold.
template <class T>
concept element_type = detail::find_dtype<T>() >= 0;

template <element_type T>
inline constexpr dtype dtype_of = static_cast<dtype>(detail::find_dtype<T>());

constexpr text& operator<<(text& t, dtype d) { return t << info(d).name; }

} // namespace constax::inline CONSTAX_TAG
