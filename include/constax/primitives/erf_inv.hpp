// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>
#include <constax/primitives/mul.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise inverse of erf. erf_inv : T[s] -> T[s], T floating. erf_inv(±1) = ±inf, nan outside [-1, 1].
struct erf_inv_t : elementwise<erf_inv_t> {
  static constexpr std::string_view name = "erf_inv";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::erf_inv(x); }
  static constexpr value jvp(auto x, auto dx, auto y);
};
inline constexpr erf_inv_t erf_inv{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/erf_inv_slope.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value erf_inv_t::jvp(auto x, auto dx, auto) { return dx * erf_inv_slope(x); }
} // namespace constax::inline CONSTAX_TAG
