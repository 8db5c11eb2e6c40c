// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise: number i of the 64-bit numbers of lax.rng_bit_generator, as XLA has them on a CPU, under a key of four words of 32 bits, in
/// two halves (math/philox.hpp). rng_bit_generator : u64[s], u64[s], u64[s] -> u64[s]
struct rng_bit_generator_t : elementwise<rng_bit_generator_t, words> {
  static constexpr std::string_view name = "rng_bit_generator";
  static constexpr bool exact = true;
  static constexpr i64 flops = 120; // the rounds of philox4x32; the counter with its carry, and one of two halves of the block
  static constexpr auto eval(auto const& first, auto const& second, auto const& i) { return math::rng_bit_generator(first, second, i); }
};
inline constexpr rng_bit_generator_t rng_bit_generator{};

} // namespace constax::inline CONSTAX_TAG
