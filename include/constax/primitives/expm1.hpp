// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/exp.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `y[i] = e^x[i] - 1`, accurate near 0. expm1 : T[s] -> T[s], T floating. expm1(±0) = ±0.
struct expm1_t : elementwise<expm1_t> {
  static constexpr std::string_view name = "expm1";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::expm1(x); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * exp(x); } // y + 1 cancels below 0
};
inline constexpr expm1_t expm1{};

} // namespace constax::inline CONSTAX_TAG
