// SPDX-License-Identifier: BSL-1.0
#pragma once
// philox4x32, rng_bit_generator: Philox-4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC11 (section 4.3): ten
// rounds of two products of 32 bits, whose halves change places. As a hash of a key and a counter it is a random function of the counter.
//
// A word of 32 bits lies in a lane of 64: there a product of two has room, and registers that multiply 64 bits need no shuffle.
#include "../lane/lane.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// The four words of a block, each in a lane of 64 bits.
template <class X> struct philox_block {
  X word[4];
  /// Words 2 i and 2 i + 1 as one of 64 bits, the first one above.
  CONSTAX_INLINE constexpr X half(int i) const noexcept { return static_cast<X>((word[2 * i] << X(element_t<X>(32))) | word[2 * i + 1]); }
};

/// The block at a counter under a key: the key is two words of 32 bits in one of 64, the first one above; the counter is 128 bits in two
/// words of 64, whose words of 32 bits count from the low end, as Random123 has them.
template <any_lane X>
  requires std::is_same_v<element_t<X>, std::uint64_t>
CONSTAX_INLINE constexpr philox_block<X> philox_words(X key, X low, X high) noexcept {
  X const mask(std::uint64_t{0xffffffff}), bits(std::uint64_t{32});
  X k0 = static_cast<X>(key >> bits), k1 = key & mask;
  philox_block<X> x{{low & mask, static_cast<X>(low >> bits), high & mask, static_cast<X>(high >> bits)}};
  for (int round = 0; round < 10; ++round) {
    X const p = x.word[0] * X(std::uint64_t{0xd2511f53}), q = x.word[2] * X(std::uint64_t{0xcd9e8d57});
    x = {{static_cast<X>(q >> bits) ^ x.word[1] ^ k0, q & mask, static_cast<X>(p >> bits) ^ x.word[3] ^ k1, p & mask}};
    k0 = (k0 + X(std::uint64_t{0x9e3779b9})) & mask;
    k1 = (k1 + X(std::uint64_t{0xbb67ae85})) & mask;
  }
  return x;
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The first 64 bits of the block of a counter (detail::philox_words) under a key.
template <any_lane X>
  requires std::is_same_v<element_t<X>, std::uint64_t>
CONSTAX_INLINE constexpr X philox4x32(X key, X low, X high) noexcept {
  return detail::philox_words(key, low, high).half(0);
}

/// Number i of the 64-bit numbers that XLA's RngBitGenerator gives on a CPU under a key of JAX's "rbg", of which `key` is one half: two words
/// of 32 bits, the first one above. Words of its blocks follow each other, the first one of a pair below; blocks are counted from both halves
/// of JAX's key on, the second half and above it the first, each with its first word below.
template <any_lane X>
  requires std::is_same_v<element_t<X>, std::uint64_t>
CONSTAX_INLINE constexpr X rng_bit_generator(X key, X i) noexcept {
  X const bits(std::uint64_t{32}), one(std::uint64_t{1});
  X const half = static_cast<X>((key << bits) | (key >> bits)), low = half + static_cast<X>(i >> one);
  X const carry = static_cast<X>((half & ~low) >> X(std::uint64_t{63})); // of i / 2 below 2^63
  auto const x = detail::philox_words(key, low, half + carry);
  X const odd = X(std::uint64_t{0}) - (i & one);
  X const first = x.word[0] ^ ((x.word[0] ^ x.word[2]) & odd), second = x.word[1] ^ ((x.word[1] ^ x.word[3]) & odd);
  return static_cast<X>((second << bits) | first);
}

}  // namespace constax::inline CONSTAX_TAG::math
