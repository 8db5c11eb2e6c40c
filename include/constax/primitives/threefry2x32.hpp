// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise: the hash of a counter under a key, by Threefry-2x32 in 20 rounds (math/threefry.hpp). threefry2x32 : u64[s], u64[s] ->
/// u64[s] A u64 is two words of 32 bits, the first one above: so one equation has one result, and words lie in registers as wide as those
/// of doubles.
struct threefry2x32_t : elementwise<threefry2x32_t, words> {
  static constexpr std::string_view name = "threefry2x32";
  static constexpr bool exact = true;
  static constexpr i64 flops = 73; // 20 rounds of three operations, five blocks of three; rotation counts as one
  static constexpr u8 works_in = 4;
  static constexpr auto eval(auto const& key, auto const& counter) { return math::threefry2x32(key, counter); }
};
inline constexpr threefry2x32_t threefry2x32{};

} // namespace constax::inline CONSTAX_TAG
