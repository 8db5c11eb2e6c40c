// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/lorentzian.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise arc tangent. atan : T[s] -> T[s], T floating.
struct atan_t : elementwise<atan_t> {
  static constexpr std::string_view name = "atan";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::atan(x); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * lorentzian(x); }
};
inline constexpr atan_t atan{};

} // namespace constax::inline CONSTAX_TAG
