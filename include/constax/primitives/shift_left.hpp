// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `x[i] * 2^n[i]`, modulo the range of T. shift_left : T[s], T[s] -> T[s], T an integer. 0 where n < 0 or n has no less than
/// T's bits.
struct shift_left_t : elementwise<shift_left_t, integers> {
  static constexpr std::string_view name = "shift_left";
  static constexpr bool exact = true;
  static constexpr auto eval(auto const& x, auto const& n) { return math::shift_left(x, n); }
};
inline constexpr shift_left_t shift_left{};

} // namespace constax::inline CONSTAX_TAG
