// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise xor, of truth values or bits. xor : T[s], T[s] -> T[s], T an integer or bool.
struct xor_t : elementwise<xor_t, integral> {
  static constexpr std::string_view name = "xor";
  static constexpr std::string_view cpp = "$R($x ^ $y)";
  static constexpr bool exact = true, commutative = true;
  static constexpr auto eval(auto const& x, auto const& y) { return x ^ y; }
};
inline constexpr xor_t xor_{};

} // namespace constax::inline CONSTAX_TAG
