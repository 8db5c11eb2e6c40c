// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/abs.hpp>
#include <constax/primitives/div.hpp>
#include <constax/primitives/floor.hpp>
#include <constax/primitives/sign.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise remainder with the sign of x: C's fmod, and % of integers, where x % 0 = x. rem : T[s], T[s] -> T[s], T a number.
struct rem_t : elementwise<rem_t, numeric> {
  static constexpr std::string_view name = "rem";
  static constexpr bool exact = true;
  static constexpr i64 flops = 5;
  static constexpr auto eval(auto const& x, auto const& y) { return math::rem(x, y); }
  static constexpr value jvp(auto x, auto y, auto dx, auto dy, auto) {
    if (dy.is_zero()) return dx;
    auto const q = x / y;
    return dx - dy * (sign(q) * floor(abs(q)));
  }
};
inline constexpr rem_t rem{};

} // namespace constax::inline CONSTAX_TAG
