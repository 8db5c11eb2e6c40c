// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/hypot.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise inverse hyperbolic sine. asinh : T[s] -> T[s], T floating.
struct asinh_t : elementwise<asinh_t> {
  static constexpr std::string_view name = "asinh";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::asinh(x); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * (1.0 / hypot(x, 1.0)); }
};
inline constexpr asinh_t asinh{};

} // namespace constax::inline CONSTAX_TAG
