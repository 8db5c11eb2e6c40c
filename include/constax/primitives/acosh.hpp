// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/sqrt.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise inverse hyperbolic cosine. acosh : T[s] -> T[s], T floating; nan below 1.
struct acosh_t : elementwise<acosh_t> {
  static constexpr std::string_view name = "acosh";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::acosh(x); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * (1.0 / (sqrt(x - 1.0) * sqrt(x + 1.0))); }
};
inline constexpr acosh_t acosh{};

} // namespace constax::inline CONSTAX_TAG
