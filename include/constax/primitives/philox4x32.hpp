// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise: the first 64 bits of the block at a counter under a key, by Philox-4x32 in 10 rounds (math/philox.hpp). The counter is 128
/// bits, a low and a high word. philox4x32 : u64[s], u64[s], u64[s] -> u64[s]
struct philox4x32_t : elementwise<philox4x32_t, words> {
  static constexpr std::string_view name = "philox4x32";
  static constexpr bool exact = true;
  static constexpr i64 flops = 120; // 10 rounds of two products, four exclusive ors, two shifts, four to keep 32 bits
  static constexpr auto eval(auto const& key, auto const& low, auto const& high) { return math::philox4x32(key, low, high); }
};
inline constexpr philox4x32_t philox4x32{};

} // namespace constax::inline CONSTAX_TAG
