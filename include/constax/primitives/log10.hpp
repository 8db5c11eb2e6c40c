// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/div.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise logarithm to base 10. log10 : T[s] -> T[s], T floating. log10(±0) = -inf, log10(x) = nan for x < 0.
struct log10_t : elementwise<log10_t> {
  static constexpr std::string_view name = "log10";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::log10(x); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * (0.4342944819032518 / x); }
};
inline constexpr log10_t log10{};

} // namespace constax::inline CONSTAX_TAG
