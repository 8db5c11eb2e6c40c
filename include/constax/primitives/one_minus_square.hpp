// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `1 - x[i]^2`, accurate beside -1 and 1. one_minus_square : T[s] -> T[s], T floating.
/// The derivatives of asin, acos and atanh divide by it. Its own is -2x; that of the product (1 - x) (1 + x) would cancel near 0.
struct one_minus_square_t : elementwise<one_minus_square_t> {
  static constexpr std::string_view name = "one_minus_square";
  static constexpr bool exact = true;
  static constexpr i64 flops = 3;
  static constexpr auto eval(auto const& x) { return math::one_minus_square(x); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * (-2.0 * x); }
};
inline constexpr one_minus_square_t one_minus_square{};

} // namespace constax::inline CONSTAX_TAG
