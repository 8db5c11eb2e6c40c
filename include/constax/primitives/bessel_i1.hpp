// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise modified Bessel function of the first kind, of order 1. bessel_i1 : T[s] -> T[s], T floating. bessel_i1(±0) = ±0.
struct bessel_i1_t : elementwise<bessel_i1_t> {
  static constexpr std::string_view name = "bessel_i1";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::bessel_i1(x); }
  static constexpr value jvp(auto x, auto dx, auto y);
};
inline constexpr bessel_i1_t bessel_i1{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/bessel_i1_slope.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value bessel_i1_t::jvp(auto x, auto dx, auto) { return dx * bessel_i1_slope(x); }
} // namespace constax::inline CONSTAX_TAG
