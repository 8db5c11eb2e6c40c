// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise and, of truth values or bits. and : T[s], T[s] -> T[s], T an integer or bool.
struct and_t : elementwise<and_t, integral> {
  static constexpr std::string_view name = "and";
  static constexpr std::string_view cpp = "$R($x & $y)";
  static constexpr bool exact = true, commutative = true;
  static constexpr auto eval(auto const& x, auto const& y) { return x & y; }
};
inline constexpr and_t and_{};

} // namespace constax::inline CONSTAX_TAG
