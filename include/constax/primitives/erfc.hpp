// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/gaussian.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise complementary error function `1 - erf(x)`, accurate for large x. erfc : T[s] -> T[s], T floating.
struct erfc_t : elementwise<erfc_t> {
  static constexpr std::string_view name = "erfc", kin = "erfc gaussian";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::erfc(x); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * (-1.1283791670955126 * gaussian(x)); }
};
inline constexpr erfc_t erfc{};

} // namespace constax::inline CONSTAX_TAG
