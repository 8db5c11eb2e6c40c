// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise quotient: `z[i] = x[i] / y[i]`. div : T[s], T[s] -> T[s], T a number. Integers truncate; x / 0 = -1.
struct div_t : elementwise<div_t, numeric> {
  static constexpr std::string_view name = "div";
  static constexpr bool exact = true, slow = true;
  static constexpr auto eval(auto const& x, auto const& y) { return math::div(x, y); }
  // With one division: r = 1/y is inf for |y| below 5.6e-309, where dz is inf or nan too. z r is a coefficient of dy alone; where both
  // move, one product more for each tangent is one fewer in all, and r is the only residual.
  static constexpr value jvp(auto, auto y, auto dx, auto dy, auto z) {
    auto const r = 1.0 / y;
    return dx.is_zero() ? -(dy * (z * r)) : (dx - dy * z) * r;
  }
  static constexpr value transpose(auto ct, u32, auto xs) { return ct * (1.0 / xs[1]); }
};
inline constexpr div_t div{};

constexpr value operator/(is_value auto x, is_value auto y) { return x.is_zero() ? x : bind<div_t>({}, x, y); }

} // namespace constax::inline CONSTAX_TAG
