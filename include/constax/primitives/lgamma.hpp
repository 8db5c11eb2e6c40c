// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/digamma.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `log(|gamma(x[i])|)`. lgamma : T[s] -> T[s], T floating. inf at 0, -1, -2, ...
struct lgamma_t : elementwise<lgamma_t> {
  static constexpr std::string_view name = "lgamma";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::lgamma(x); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * digamma(x); }
};
inline constexpr lgamma_t lgamma{};

} // namespace constax::inline CONSTAX_TAG
