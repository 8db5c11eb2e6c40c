// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise not, of truth values or bits. not : T[s] -> T[s], T an integer or bool.
struct not_t : elementwise<not_t, integral> {
  static constexpr std::string_view name = "not";
  static constexpr std::string_view cpp = "$R($x ^ $R(-1))";
  static constexpr bool exact = true;
  static constexpr auto eval(auto const& x) {
    if constexpr (mask_lane<std::remove_cvref_t<decltype(x)>>) return !x;
    else return ~x;
  }
};
inline constexpr not_t not_{};

} // namespace constax::inline CONSTAX_TAG
