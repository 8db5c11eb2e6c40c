// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise derivative of bessel_i1, accurate near 0, where `I0 - I1/x` is a difference of 1 and 1/2. bessel_i1_slope : T[s] -> T[s], T
/// floating.
struct bessel_i1_slope_t : elementwise<bessel_i1_slope_t> {
  static constexpr std::string_view name = "bessel_i1_slope";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::bessel_i1_slope(x); }
  static constexpr value jvp(auto x, auto dx, auto y);
};
inline constexpr bessel_i1_slope_t bessel_i1_slope{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/bessel_i1_bend.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value bessel_i1_slope_t::jvp(auto x, auto dx, auto) { return dx * bessel_i1_bend(x); }
} // namespace constax::inline CONSTAX_TAG
