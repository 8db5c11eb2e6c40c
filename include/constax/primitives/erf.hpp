// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/gaussian.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise error function. erf : T[s] -> T[s], T floating.
struct erf_t : elementwise<erf_t> {
  static constexpr std::string_view name = "erf";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::erf(x); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * (1.1283791670955126 * gaussian(x)); }
};
inline constexpr erf_t erf{};

} // namespace constax::inline CONSTAX_TAG
