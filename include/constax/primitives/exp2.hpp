// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `y[i] = 2^x[i]`. exp2 : T[s] -> T[s], T floating.
struct exp2_t : elementwise<exp2_t> {
  static constexpr std::string_view name = "exp2";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::exp2(x); }
  static constexpr value jvp(auto, auto dx, auto y) { return dx * (y * 0.6931471805599453); }
};
inline constexpr exp2_t exp2{};

} // namespace constax::inline CONSTAX_TAG
