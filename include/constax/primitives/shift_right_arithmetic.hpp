// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `x[i] / 2^n[i]`, rounded down. shift_right_arithmetic : T[s], T[s] -> T[s], T an integer.
/// All bits are the sign where n < 0 or n has no less than T's bits.
struct shift_right_arithmetic_t : elementwise<shift_right_arithmetic_t, integers> {
  static constexpr std::string_view name = "shift_right_arithmetic";
  static constexpr bool exact = true;
  static constexpr auto eval(auto const& x, auto const& n) { return math::shift_right_arithmetic(x, n); }
};
inline constexpr shift_right_arithmetic_t shift_right_arithmetic{};

} // namespace constax::inline CONSTAX_TAG
