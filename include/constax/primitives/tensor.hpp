// SPDX-License-Identifier: BSL-1.0
#pragma once
// tensor: numbers with a shape, what the oracle computes with. Elements of every dtype are words of 64 bits, so that one type serves them
// all.
#include <constax/jaxpr/primitive.hpp>

#include <bit>
#include <type_traits>

namespace constax::inline CONSTAX_TAG {

/// Lengths of one operand or result in one call.
struct lengths {
  i64 of[max_rank] = {};
  int rank = 0;
  constexpr lengths() = default;
  constexpr lengths(shape const& s, bindings const& b = {}) : rank(s.rank) {
    for (int i = 0; i < rank; ++i) of[i] = b(s[i]);
  }
  constexpr i64 operator[](int i) const { return of[i]; }
  constexpr i64 size() const {
    i64 n = 1;
    for (int i = 0; i < rank; ++i) n *= of[i];
    return n;
  }
};

/// The bits of an element, in the low bits of a word; the rest is 0, so that equal words are equal elements.
template <element_type T>
constexpr u64 word_of(T x) {
  if constexpr (__is_same(T, float)) return std::bit_cast<u32>(x);
  else if constexpr (__is_same(T, double)) return std::bit_cast<u64>(x);
  else if constexpr (__is_same(T, bool)) return x ? 1 : 0;
  else if constexpr (is_prng_key<T> || is_half<T>) return x.word;
  else return static_cast<std::make_unsigned_t<T>>(x);
}
template <element_type T>
constexpr T element_in(u64 word) {
  if constexpr (__is_same(T, float)) return std::bit_cast<float>(static_cast<u32>(word));
  else if constexpr (__is_same(T, double)) return std::bit_cast<double>(word);
  else if constexpr (__is_same(T, bool)) return word != 0;
  else if constexpr (is_prng_key<T>) return T{word};
  else if constexpr (is_half<T>) return T::of_word(static_cast<u16>(word));
  else return static_cast<T>(word);
}

/// Numbers with a shape: an aval whose extents are numbers, and its elements, row-major, each as the bits of its own dtype.
struct tensor {
  aval type;
  vec<u64> words;

  constexpr tensor() = default;
  constexpr explicit tensor(aval const& a) : type(a), words(static_cast<u32>(a.shape.size()) * (has_two_words(a.type) ? 2 : 1)) {}

  /// Element i; of keys of two words also where `type` says what is stored of them.
  template <element_type T>
  constexpr T at(u32 i) const {
    if constexpr (has_two_words(dtype_of<T>)) return T{words[2 * i], words[2 * i + 1]};
    else return element_in<T>(words[i]);
  }
  template <element_type T>
  constexpr void put(u32 i, T x) {
    if constexpr (has_two_words(dtype_of<T>)) words[2 * i] = x.word, words[2 * i + 1] = x.second;
    else words[i] = word_of(x);
  }
  constexpr u32 size() const { return words.size(); }
  /// The same type and the same bits.
  friend constexpr bool operator==(tensor const& a, tensor const& b) { return a.type == b.type && a.words == b.words; }
};

namespace detail {

/// The place of row-major index i.
struct place {
  i64 at[max_rank] = {};
  constexpr place() = default;
  constexpr place(i64 i, lengths const& n) {
    for (int d = n.rank; d-- > 0 && n[d] > 0; i /= n[d]) at[d] = i % n[d]; // in an empty shape: the first place, where it is not read
  }
};
/// The place behind `at` in row-major order.
constexpr void step_place(i64* at, lengths const& n) {
  for (int d = n.rank; d-- > 0 && ++at[d] == n[d];) at[d] = 0;
}
constexpr i64 row_major(i64 const* at, lengths const& n) {
  i64 i = 0;
  for (int d = 0; d < n.rank; ++d) i = i * n[d] + at[d];
  return i;
}

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
