// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/digamma.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise gamma function. tgamma : T[s] -> T[s], T floating. tgamma(±0) = ±inf, nan at -1, -2, ...
struct tgamma_t : elementwise<tgamma_t> {
  static constexpr std::string_view name = "tgamma";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::tgamma(x); }
  static constexpr value jvp(auto x, auto dx, auto y) { return dx * (y * digamma(x)); }
};
inline constexpr tgamma_t tgamma{};

} // namespace constax::inline CONSTAX_TAG
