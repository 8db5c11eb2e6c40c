// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise second derivative of bessel_i1. bessel_i1_bend : T[s] -> T[s], T floating. Its own derivatives beyond the first
/// lose accuracy near 0.
struct bessel_i1_bend_t : elementwise<bessel_i1_bend_t> {
  static constexpr std::string_view name = "bessel_i1_bend";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::bessel_i1_bend(x); }
  static constexpr value jvp(auto x, auto dx, auto y);
};
inline constexpr bessel_i1_bend_t bessel_i1_bend{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/bessel_i1.hpp>
#include <constax/primitives/bessel_i1_slope.hpp>
#include <constax/primitives/div.hpp>
#include <constax/primitives/lt.hpp>
#include <constax/primitives/mul.hpp>
#include <constax/primitives/select_n.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {
// From x^2 y'' + x y' = (x^2 + 1) y, differentiated; for |x| < 1/8, where that cancels, the series, whose next term is below 2^-53.
constexpr value bessel_i1_bend_t::jvp(auto x, auto dx, auto y) {
  auto const near = lt(x * x, like(x, 0.015625)), s = select_n(near, like(x, 0.0), x), s2 = s * s;
  auto const series = s2 * (s2 * (s2 * (s2 * (11.0 / 1966080.0) + 7.0 / 20480.0) + 35.0 / 3072.0) + 5.0 / 32.0) + 0.375;
  auto const r = 1.0 / select_n(near, x, like(x, 1.0)), slope = bessel_i1_slope(x);
  return dx * select_n(near, slope + r * (2.0 * (r * (slope - r * bessel_i1(x))) - y), series);
}
} // namespace constax::inline CONSTAX_TAG
