// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `y[i] = 1 / (1 + x[i]^2)`, where x^2 may overflow. lorentzian : T[s] -> T[s], T floating. The derivative of atan.
struct lorentzian_t : elementwise<lorentzian_t> {
  static constexpr std::string_view name = "lorentzian";
  static constexpr bool slow = true;
  static constexpr i64 flops = 4;
  static constexpr auto eval(auto const& x) { return math::lorentzian(x); }
  static constexpr value jvp(auto x, auto dx, auto y) { return dx * (-2.0 * ((x * y) * y)); } // x y is at most 1/2
};
inline constexpr lorentzian_t lorentzian{};

} // namespace constax::inline CONSTAX_TAG
