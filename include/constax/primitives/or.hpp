// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise or, of truth values or bits. or : T[s], T[s] -> T[s], T an integer or bool.
struct or_t : elementwise<or_t, integral> {
  static constexpr std::string_view name = "or";
  static constexpr std::string_view cpp = "$R($x | $y)";
  static constexpr bool exact = true, commutative = true;
  static constexpr auto eval(auto const& x, auto const& y) { return x | y; }
};
inline constexpr or_t or_{};

} // namespace constax::inline CONSTAX_TAG
