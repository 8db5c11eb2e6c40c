// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise: the block at a counter under a key, by Philox-2x32 in 10 rounds (math/philox.hpp): two words of 32 bits in one of 64, the
/// first one above. The key is the low word. philox2x32 : u64[s], u64[s] -> u64[s]
struct philox2x32_t : elementwise<philox2x32_t, words> {
  static constexpr std::string_view name = "philox2x32";
  static constexpr bool exact = true;
  static constexpr i64 flops = 54; // 10 rounds of a product, two exclusive ors, a shift, a sum; words taken apart and joined
  static constexpr auto eval(auto const& key, auto const& counter) { return math::philox2x32(key, counter); }
};
inline constexpr philox2x32_t philox2x32{};

} // namespace constax::inline CONSTAX_TAG
