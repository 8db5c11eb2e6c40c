// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise logistic function `1 / (1 + e^-x)`. logistic : T[s] -> T[s], T floating.
struct logistic_t : elementwise<logistic_t> {
  static constexpr std::string_view name = "logistic";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::logistic(x); }
  static constexpr value jvp(auto, auto dx, auto y) { return dx * (y * (1.0 - y)); }
};
inline constexpr logistic_t logistic{};

} // namespace constax::inline CONSTAX_TAG
