// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise square. square : T[s] -> T[s], T a number.
struct square_t : elementwise<square_t, numeric> {
  static constexpr std::string_view name = "square";
  static constexpr std::string_view cpp = "guard(math::square($x))";
  static constexpr bool exact = true;
  static constexpr auto eval(auto const& x) { return guard(math::square(x)); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * (2.0 * x); }
};
inline constexpr square_t square{};

} // namespace constax::inline CONSTAX_TAG
