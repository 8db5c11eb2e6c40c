// SPDX-License-Identifier: BSL-1.0
#pragma once
// dtype: the element types, their names in jaxprs and their C++ types.
#include <constax/aval/half.hpp>
#include <constax/base/text.hpp>

namespace constax::inline v0 {

/// How a key of random numbers is used: what draws from it is a hash of it and of a counter, threefry2x32 of Salmon, Moraes, Dror and Shaw
/// ("Parallel random numbers: as easy as 1, 2, 3", SC11). Which number is drawn at which counter is JAX's convention, of today and from
/// before its version 0.5 (jax_threefry_partitionable=False).
struct threefry;
struct threefry_original;
/// JAX's "philox4x32": the same with philox4x32 of that paper. A counter has 128 bits, of which one half counts numbers, the other one
/// keys.
struct philox;
/// JAX's "philox2x32": philox2x32 of that paper. A key is one word of 32 bits: there are no more than 2^32 of them.
struct philox2;
/// JAX's "rbg": keys are split as threefry's are, bits are those of XLA's RngBitGenerator on a CPU, blocks of Philox-4x32-10. A key is two
/// words of 32 bits; JAX's has them twice, and everything that makes keys keeps it so.
struct rbg;
/// JAX's "unsafe_rbg": bits are those of rbg, other keys are made of bits too. A key is four words of 32 bits, any four.
struct unsafe_rbg;

/// A key, or an element of an array of keys. No arithmetic is done on it: cx::random makes other keys of it, and numbers.
template <class Impl>
struct prng_key {
  std::uint64_t word = 0; // JAX's two words of 32 bits, the first one above; of philox2 its one word
  CONSTAX_INLINE friend constexpr bool operator==(prng_key a, prng_key b) noexcept { return a.word == b.word; }
};
/// Four words of 32 bits: two in each of 64, the first one above.
template <>
struct prng_key<unsafe_rbg> {
  std::uint64_t word = 0, second = 0;
  CONSTAX_INLINE friend constexpr bool operator==(prng_key a, prng_key b) noexcept { return a.word == b.word && a.second == b.second; }
};

} // namespace constax::inline v0
namespace constax::inline CONSTAX_TAG {

// Stored ones first: plans count what they hold of each.
enum class dtype : u8 {
  f32, f64, i8, i32, i64, u8, u32, u64, boolean, u16,
  bf16, f16, key_fry, key_fry_original, key_philox, key_philox2, key_rbg, key_unsafe_rbg
};

/// One row per dtype: `name` as JAX prints it, bytes in memory, and the class it belongs to.
struct dtype_info {
  std::string_view name;
  u8 bytes;
  bool floating, integer, is_signed, key = false;
  u8 exponent_bits = 0; // of floating ones
  constexpr bool half() const { return floating && bytes == 2; }
};
inline constexpr dtype_info dtype_table[] = {{"f32", 4, true, false, true, false, 8},
                                             {"f64", 8, true, false, true, false, 11},
                                             {"i8", 1, false, true, true},
                                             {"i32", 4, false, true, true},
                                             {"i64", 8, false, true, true},
                                             {"u8", 1, false, true, false},
                                             {"u32", 4, false, true, false},
                                             {"u64", 8, false, true, false},
                                             {"bool", 1, false, false, false},
                                             {"u16", 2, false, false, false}, // words that are moved, and halves: nothing is computed
                                             {"bf16", 2, true, false, true, false, 8},
                                             {"f16", 2, true, false, true, false, 5},
                                             {"key<fry>", 8, false, false, false, true},
                                             {"key<fry_original>", 8, false, false, false, true},
                                             {"key<phx4>", 8, false, false, false, true},
                                             {"key<phx2>", 8, false, false, false, true},
                                             {"key<rbg>", 8, false, false, false, true},
                                             {"key<urbg>", 16, false, false, false, true}};
inline constexpr u8 dtype_count = sizeof dtype_table / sizeof(dtype_info);
constexpr dtype_info const& info(dtype t) { return dtype_table[static_cast<u8>(t)]; }
/// Is it of keys that are two words of 64 bits?
constexpr bool has_two_words(dtype t) { return info(t).key && info(t).bytes == 16; }
/// What plans and evaluators see of it: of a key its word, or each of its words, of a half its 16 bits.
constexpr dtype stored(dtype t) { return info(t).key ? dtype::u64 : info(t).half() ? dtype::u16 : t; }
/// How many dtypes plans and evaluators see.
inline constexpr u8 stored_count = static_cast<u8>(dtype::bf16);

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
template <> struct element<dtype::u16> { using type = std::uint16_t; };
template <> struct element<dtype::bf16> { using type = bfloat16; };
template <> struct element<dtype::f16> { using type = float16; };
template <> struct element<dtype::key_fry> { using type = prng_key<threefry>; };
template <> struct element<dtype::key_fry_original> { using type = prng_key<threefry_original>; };
template <> struct element<dtype::key_philox> { using type = prng_key<philox>; };
template <> struct element<dtype::key_philox2> { using type = prng_key<philox2>; };
template <> struct element<dtype::key_rbg> { using type = prng_key<rbg>; };
template <> struct element<dtype::key_unsafe_rbg> { using type = prng_key<unsafe_rbg>; };

// `long` and `long long` are both 64 bits wide: an integer's dtype follows from its size and sign.
template <class T>
constexpr int find_dtype() {
  if constexpr (__is_same(T, float)) return static_cast<int>(dtype::f32);
  else if constexpr (__is_same(T, double)) return static_cast<int>(dtype::f64);
  else if constexpr (__is_same(T, bool)) return static_cast<int>(dtype::boolean);
  else if constexpr (__is_same(T, std::uint16_t)) return static_cast<int>(dtype::u16);
  else if constexpr (__is_same(T, bfloat16)) return static_cast<int>(dtype::bf16);
  else if constexpr (__is_same(T, float16)) return static_cast<int>(dtype::f16);
  else if constexpr (__is_same(T, prng_key<threefry>)) return static_cast<int>(dtype::key_fry);
  else if constexpr (__is_same(T, prng_key<threefry_original>)) return static_cast<int>(dtype::key_fry_original);
  else if constexpr (__is_same(T, prng_key<philox>)) return static_cast<int>(dtype::key_philox);
  else if constexpr (__is_same(T, prng_key<philox2>)) return static_cast<int>(dtype::key_philox2);
  else if constexpr (__is_same(T, prng_key<rbg>)) return static_cast<int>(dtype::key_rbg);
  else if constexpr (__is_same(T, prng_key<unsafe_rbg>)) return static_cast<int>(dtype::key_unsafe_rbg);
  else if constexpr (__is_same(T, char) || !requires(T x) { T{} % T{1}; x << 1; }) return -1;
  else if constexpr (sizeof(T) == 1) return static_cast<int>(T(-1) < T(0) ? dtype::i8 : dtype::u8);
  else if constexpr (sizeof(T) == 4) return static_cast<int>(T(-1) < T(0) ? dtype::i32 : dtype::u32);
  else if constexpr (sizeof(T) == 8) return static_cast<int>(T(-1) < T(0) ? dtype::i64 : dtype::u64);
  else return -1;
}
} // namespace detail

template <dtype D>
using element_of = typename detail::element<D>::type;

template <class X>
inline constexpr bool is_prng_key = false;
template <class Impl>
inline constexpr bool is_prng_key<prng_key<Impl>> = true;

/// A C++ type that arrays can hold; those of std::uint16_t are no user's.
template <class T>
concept element_type = detail::find_dtype<T>() >= 0;

/// float, double, bfloat16, float16. (std::is_floating_point knows the first two.)
template <class T>
inline constexpr bool floating_element = std::is_floating_point_v<T> || is_half<T>;

template <element_type T>
inline constexpr dtype dtype_of = static_cast<dtype>(detail::find_dtype<T>());

constexpr text& operator<<(text& t, dtype d) { return t << info(d).name; }

} // namespace constax::inline CONSTAX_TAG
