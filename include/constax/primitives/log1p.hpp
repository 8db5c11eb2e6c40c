// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/div.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `y[i] = log(1 + x[i])`, accurate near 0. log1p : T[s] -> T[s], T floating. log1p(±0) = ±0.
struct log1p_t : elementwise<log1p_t> {
  static constexpr std::string_view name = "log1p";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::log1p(x); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * (1.0 / (x + 1.0)); }
};
inline constexpr log1p_t log1p{};

} // namespace constax::inline CONSTAX_TAG
