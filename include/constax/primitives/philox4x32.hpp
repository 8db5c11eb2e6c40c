// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise: the first 64 bits of the block at a counter under a key, by Philox-4x32 in 10 rounds (math/philox.hpp). The counter is 128
/// bits, two halves. philox4x32 : u64[s], u64[s], u64[s] -> u64[s]
struct philox4x32_t : elementwise<philox4x32_t, words> {
  static constexpr std::string_view name = "philox4x32";
  static constexpr bool exact = true;
  static constexpr i64 flops = 104; // 10 rounds of two products, four exclusive ors, two shifts, two sums
  static constexpr auto eval(auto const& key, auto const& first, auto const& second) { return math::philox4x32(key, first, second); }
};
inline constexpr philox4x32_t philox4x32{};

/// Elementwise: the exclusive or of both halves of that block. philox4x32_folded : u64[s], u64[s], u64[s] -> u64[s]
struct philox4x32_folded_t : elementwise<philox4x32_folded_t, words> {
  static constexpr std::string_view name = "philox4x32_folded";
  static constexpr bool exact = true;
  static constexpr i64 flops = 109; // both halves are put together
  static constexpr auto eval(auto const& key, auto const& first, auto const& second) { return math::philox4x32_folded(key, first, second); }
};
inline constexpr philox4x32_folded_t philox4x32_folded{};

} // namespace constax::inline CONSTAX_TAG
