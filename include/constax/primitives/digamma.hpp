// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/polygamma.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise logarithmic derivative of the gamma function. digamma : T[s] -> T[s], T floating. nan at -1, -2, ...
struct digamma_t : elementwise<digamma_t> {
  static constexpr std::string_view name = "digamma";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::digamma(x); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * polygamma(1.0, x); }
};
inline constexpr digamma_t digamma{};

} // namespace constax::inline CONSTAX_TAG
