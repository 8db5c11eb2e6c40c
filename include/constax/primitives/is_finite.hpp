// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Neither infinite nor nan, elementwise. is_finite : T[s] -> bool[s], T floating.
struct is_finite_t : elementwise<is_finite_t, floating> {
  static constexpr std::string_view name = "is_finite";
  static constexpr bool exact = true;
  static constexpr typed type(operand_types xs) { return predicate_type<floating>(xs); }
  static constexpr auto eval(auto const& x) { return math::is_finite(x); }
};
inline constexpr is_finite_t is_finite{};

} // namespace constax::inline CONSTAX_TAG
