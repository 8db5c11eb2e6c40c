// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise comparison: x[i] is at least y[i]; false where either is nan. ge : T[s], T[s] -> bool[s].
struct ge_t : elementwise<ge_t, numeric> {
  static constexpr std::string_view name = "ge";
  static constexpr std::string_view cpp = "$x >= $y";
  static constexpr bool exact = true;
  static constexpr typed type(operand_types xs) { return predicate_type<numeric>(xs); }
  static constexpr auto eval(auto const& x, auto const& y) { return x >= y; }
};
inline constexpr ge_t ge{};

} // namespace constax::inline CONSTAX_TAG
