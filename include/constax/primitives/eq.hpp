// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise comparison: x[i] is equal to y[i]; false where either is nan. eq : T[s], T[s] -> bool[s].
struct eq_t : elementwise<eq_t, anything> {
  static constexpr std::string_view name = "eq";
  static constexpr std::string_view cpp = "$x == $y";
  static constexpr bool exact = true, commutative = true;
  static constexpr typed type(operand_types xs) { return predicate_type<anything>(xs); }
  static constexpr auto eval(auto const& x, auto const& y) { return x == y; }
};
inline constexpr eq_t eq{};

} // namespace constax::inline CONSTAX_TAG
