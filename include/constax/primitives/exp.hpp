// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `y[i] = e^x[i]`. exp : T[s] -> T[s], T floating.
struct exp_t : elementwise<exp_t> {
  static constexpr std::string_view name = "exp";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::exp(x); }
  static constexpr value jvp(auto, auto dx, auto y) { return dx * y; }
};
inline constexpr exp_t exp{};

} // namespace constax::inline CONSTAX_TAG
