// SPDX-License-Identifier: BSL-1.0
#pragma once
// philox4x32, philox4x32_folded, rng_bit_generator: Philox-4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
// 1, 2, 3", SC11 (section 4.3): ten rounds of two products of 32 bits, whose halves change places. As a hash of a key and a counter it is a
// random function of the counter.
//
// A word of 32 bits is the low half of a lane of 64: there a product of two has room, and registers need no shuffle. What stands above it
// does not matter until the last round.
#include "../lane/lane.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// The four words of a block, each in a lane of 64 bits.
template <class X> struct philox_block {
  X word[4];
  /// Words 2 i and 2 i + 1 as one of 64 bits, the first one above.
  CONSTAX_INLINE constexpr X half(int i) const noexcept { return static_cast<X>((word[2 * i] << X(element_t<X>(32))) | word[2 * i + 1]); }
};

/// The product of the low words.
template <any_lane X> CONSTAX_INLINE constexpr X low_product(X a, X b) noexcept {
  if constexpr (scalar_lane<X>) return (a & 0xffffffff) * (b & 0xffffffff);
  else return on_packs<X>::low_product(a, b);
}

/// The block at a counter of four words under a key, which is two words of 32 bits in one of 64, the first one above.
template <any_lane X>
  requires std::is_same_v<element_t<X>, std::uint64_t>
CONSTAX_INLINE constexpr philox_block<X> philox_words(X key, philox_block<X> x) noexcept {
  X const mask(std::uint64_t{0xffffffff}), bits(std::uint64_t{32});
  X k0 = static_cast<X>(key >> bits), k1 = key;
  for (int round = 0; round < 10; ++round) {
    X const p = low_product(x.word[0], X(std::uint64_t{0xd2511f53})), q = low_product(x.word[2], X(std::uint64_t{0xcd9e8d57}));
    x = {{static_cast<X>(q >> bits) ^ x.word[1] ^ k0, q, static_cast<X>(p >> bits) ^ x.word[3] ^ k1, p}};
    k0 = k0 + X(std::uint64_t{0x9e3779b9});
    k1 = k1 + X(std::uint64_t{0xbb67ae85});
  }
  return {{x.word[0] & mask, x.word[1] & mask, x.word[2] & mask, x.word[3] & mask}};
}
/// The block at a counter whose halves are words of 64 bits, of each the upper word first.
template <any_lane X>
  requires std::is_same_v<element_t<X>, std::uint64_t>
CONSTAX_INLINE constexpr philox_block<X> philox_at(X key, X first, X second) noexcept {
  X const bits(std::uint64_t{32});
  return philox_words(key, philox_block<X>{{static_cast<X>(first >> bits), first, static_cast<X>(second >> bits), second}});
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

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

/// Number i of the 64-bit numbers that XLA's RngBitGenerator gives on a CPU under a key of JAX's "rbg", of which `key` is one half: two
/// words of 32 bits, the first one above. Words of its blocks follow each other, the first one of a pair below; blocks are counted from
/// both halves of JAX's key on, the second half and above it the first, each with its first word below.
template <any_lane X>
  requires std::is_same_v<element_t<X>, std::uint64_t>
CONSTAX_INLINE constexpr X rng_bit_generator(X key, X i) noexcept {
  X const bits(std::uint64_t{32}), one(std::uint64_t{1});
  X const half = static_cast<X>((key << bits) | (key >> bits)), low = half + static_cast<X>(i >> one);
  X const high = half + static_cast<X>((half & ~low) >> X(std::uint64_t{63})); // and the carry: i / 2 is below 2^63
  auto const x = detail::philox_words(key, detail::philox_block<X>{{low, static_cast<X>(low >> bits), high, static_cast<X>(high >> bits)}});
  X const odd = X(std::uint64_t{0}) - (i & one);
  X const first = x.word[0] ^ ((x.word[0] ^ x.word[2]) & odd), second = x.word[1] ^ ((x.word[1] ^ x.word[3]) & odd);
  return static_cast<X>((second << bits) | first);
}

}  // namespace constax::inline CONSTAX_TAG::math
