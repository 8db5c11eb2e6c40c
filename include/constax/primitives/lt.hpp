// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise comparison: x[i] is below y[i]; false where either is nan. lt : T[s], T[s] -> bool[s].
struct lt_t : elementwise<lt_t, numeric> {
  static constexpr std::string_view name = "lt";
  static constexpr std::string_view cpp = "$x < $y";
  static constexpr bool exact = true;
  static constexpr typed type(operand_types xs) { return predicate_type<numeric>(xs); }
  static constexpr auto eval(auto const& x, auto const& y) { return x < y; }
};
inline constexpr lt_t lt{};

} // namespace constax::inline CONSTAX_TAG
