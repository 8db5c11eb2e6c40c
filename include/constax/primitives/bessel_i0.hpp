// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise modified Bessel function of the first kind, of order 0. bessel_i0 : T[s] -> T[s], T floating.
struct bessel_i0_t : elementwise<bessel_i0_t> {
  static constexpr std::string_view name = "bessel_i0";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::bessel_i0(x); }
  static constexpr value jvp(auto x, auto dx, auto y);
};
inline constexpr bessel_i0_t bessel_i0{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/bessel_i1.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value bessel_i0_t::jvp(auto x, auto dx, auto) { return dx * bessel_i1(x); }
} // namespace constax::inline CONSTAX_TAG
