// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise comparison: x[i] differs from y[i]; true where either is nan. ne : T[s], T[s] -> bool[s].
struct ne_t : elementwise<ne_t, anything> {
  static constexpr std::string_view name = "ne";
  static constexpr std::string_view cpp = "$x != $y";
  static constexpr bool exact = true, commutative = true;
  static constexpr typed type(operand_types xs) { return predicate_type<anything>(xs); }
  static constexpr auto eval(auto const& x, auto const& y) { return x != y; }
};
inline constexpr ne_t ne{};

} // namespace constax::inline CONSTAX_TAG
