// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise derivative of erf_inv, `sqrt(pi)/2 e^(erf_inv(x[i])^2)`. erf_inv_slope : T[s] -> T[s], T floating.
struct erf_inv_slope_t : elementwise<erf_inv_slope_t> {
  static constexpr std::string_view name = "erf_inv_slope";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::erf_inv_slope(x); }
  static constexpr value jvp(auto x, auto dx, auto y);
};
inline constexpr erf_inv_slope_t erf_inv_slope{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/erf_inv.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value erf_inv_slope_t::jvp(auto x, auto dx, auto y) { return dx * (2.0 * (erf_inv(x) * y) * y); }
} // namespace constax::inline CONSTAX_TAG
