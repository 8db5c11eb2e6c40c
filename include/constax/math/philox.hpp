// SPDX-License-Identifier: BSL-1.0
#pragma once
// philox2x32, philox4x32, philox4x32_folded, rng_bit_generator: Philox-2x32-10 and Philox-4x32-10 of Salmon, Moraes, Dror and Shaw,
// "Parallel random numbers: as easy as 1, 2, 3", SC11 (section 4.3): ten rounds of one or two products of 32 bits, whose halves change
// places. As a hash of a key and a counter it is a random function of the counter.
//
// A word of 32 bits is the low half of a lane of 64: there a product of two has room, and registers need no shuffle. What stands above it
// does not matter until the last round.
#include "../lane/lane.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// The N words of a block, two or four, each in a lane of 64 bits.
template <int N, class X> struct philox_block {
  X word[N];
  /// Words 2 i and 2 i + 1 as one of 64 bits, the first one above.
  CONSTAX_INLINE constexpr X half(int i) const noexcept { return static_cast<X>((word[2 * i] << X(element_t<X>(32))) | word[2 * i + 1]); }
};
/// The product of the low words.
template <any_lane X> CONSTAX_INLINE constexpr X low_product(X a, X b) noexcept {
  if constexpr (scalar_lane<X>) return (a & 0xffffffff) * (b & 0xffffffff);
  else return on_packs<X>::low_product(a, b);
}

/// The block at a counter of N words under a key of half as many. Of four words the key has two words in one of 64 bits, the first one
/// above; of two it is the low word.
template <int N, any_lane X>
  requires std::is_same_v<element_t<X>, std::uint64_t>
CONSTAX_INLINE constexpr philox_block<N, X> philox_words(X key, philox_block<N, X> x) noexcept {
  constexpr int pairs = N / 2;
  constexpr std::uint64_t factors[2] = {N == 2 ? 0xd256d193 : 0xd2511f53, 0xcd9e8d57}; // of words 0, 2
  constexpr std::uint64_t steps[2] = {0x9e3779b9, 0xbb67ae85};
  X const mask(std::uint64_t{0xffffffff}), bits(std::uint64_t{32});
  X k[pairs] = {};
  if constexpr (pairs == 1) k[0] = key;
  else k[0] = static_cast<X>(key >> bits), k[1] = key;
  for (int round = 0; round < 10; ++round) {
    X product[pairs] = {};
    for (int i = 0; i < pairs; ++i) product[i] = low_product(x.word[2 * i], X(factors[i]));
    for (int i = 0; i < pairs; ++i) {
      X const p = product[pairs - 1 - i];
      x.word[2 * i] = static_cast<X>(p >> bits) ^ x.word[2 * i + 1] ^ k[i];
      x.word[2 * i + 1] = p;
      k[i] = k[i] + X(steps[i]);
    }
  }
  for (X& w : x.word) w = w & mask;
  return x;
}
/// The block at a counter whose halves are words of 64 bits, of each the upper word first.
template <any_lane X>
  requires std::is_same_v<element_t<X>, std::uint64_t>
CONSTAX_INLINE constexpr philox_block<4, X> philox_at(X key, X first, X second) noexcept {
  X const bits(std::uint64_t{32});
  return philox_words(key, philox_block<4, X>{{static_cast<X>(first >> bits), first, static_cast<X>(second >> bits), second}});
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The block at a counter of two words of 32 bits in one of 64, the first one above, under a key that is the low word; as such a pair.
template <any_lane X>
  requires std::is_same_v<element_t<X>, std::uint64_t>
CONSTAX_INLINE constexpr X philox2x32(X key, X counter) noexcept {
  return detail::philox_words(key, detail::philox_block<2, X>{{static_cast<X>(counter >> X(std::uint64_t{32})), counter}}).half(0);
}

/// The first 64 bits of the block at a counter under a key. Each is words of 32 bits in words of 64, the first one above; so is the result.
template <any_lane X>
  requires std::is_same_v<element_t<X>, std::uint64_t>
CONSTAX_INLINE constexpr X philox4x32(X key, X first, X second) noexcept {
  return detail::philox_at(key, first, second).half(0);
}

/// The exclusive or of both halves of that block.
template <any_lane X>
  requires std::is_same_v<element_t<X>, std::uint64_t>
CONSTAX_INLINE constexpr X philox4x32_folded(X key, X first, X second) noexcept {
  auto const x = detail::philox_at(key, first, second);
  return static_cast<X>(x.half(0) ^ x.half(1));
}

/// Number i of the 64-bit numbers that XLA's RngBitGenerator gives on a CPU under a key of JAX's "rbg" or "unsafe_rbg": its first
/// half and its second one, each two words of 32 bits, the first one above. (Those of "rbg" are equal.) The first half is the key of
/// Philox. Words of its blocks follow each other, the first one of a pair below; blocks are counted from the second half and above it the
/// first, each with its first word below.
template <any_lane X>
  requires std::is_same_v<element_t<X>, std::uint64_t>
CONSTAX_INLINE constexpr X rng_bit_generator(X first_half, X second_half, X i) noexcept {
  X const bits(std::uint64_t{32}), one(std::uint64_t{1});
  auto const turned = [&](X half) { return static_cast<X>((half << bits) | (half >> bits)); };
  X const begin = turned(second_half), low = begin + static_cast<X>(i >> one);
  X const high = turned(first_half) + static_cast<X>((begin & ~low) >> X(std::uint64_t{63})); // and the carry: i / 2 is below 2^63
  detail::philox_block<4, X> const counter{{low, static_cast<X>(low >> bits), high, static_cast<X>(high >> bits)}};
  auto const x = detail::philox_words(first_half, counter);
  X const odd = X(std::uint64_t{0}) - (i & one);
  X const first = x.word[0] ^ ((x.word[0] ^ x.word[2]) & odd), second = x.word[1] ^ ((x.word[1] ^ x.word[3]) & odd);
  return static_cast<X>((second << bits) | first);
}

}  // namespace constax::inline CONSTAX_TAG::math
