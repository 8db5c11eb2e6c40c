// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `x[i] / 2^n[i]` of the bits as an unsigned number, rounded down. shift_right_logical : T[s], T[s] -> T[s], T an integer.
/// 0 where n < 0 or n has no less than T's bits.
struct shift_right_logical_t : elementwise<shift_right_logical_t, integers> {
  static constexpr std::string_view name = "shift_right_logical";
  static constexpr bool exact = true;
  static constexpr auto eval(auto const& x, auto const& n) { return math::shift_right_logical(x, n); }
};
inline constexpr shift_right_logical_t shift_right_logical{};

} // namespace constax::inline CONSTAX_TAG
