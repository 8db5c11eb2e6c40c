// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/div.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise square root, correctly rounded. sqrt : T[s] -> T[s], T floating. sqrt(-0) = -0, nan below; the derivative at 0 is inf.
struct sqrt_t : elementwise<sqrt_t> {
  static constexpr std::string_view name = "sqrt";
  static constexpr bool exact = true, slow = true;
  static constexpr auto eval(auto const& x) { return math::sqrt(x); }
  // Half of 1/y, which is 0.5/y exactly, and which quotients by y need too: a product where there would be another division.
  static constexpr value jvp(auto, auto dx, auto y) { return dx * (0.5 * (1.0 / y)); }
};
inline constexpr sqrt_t sqrt{};

} // namespace constax::inline CONSTAX_TAG
