// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise tangent. tan : T[s] -> T[s], T floating. tan(±0) = ±0.
struct tan_t : elementwise<tan_t> {
  static constexpr std::string_view name = "tan";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::tan(x); }
  static constexpr value jvp(auto, auto dx, auto y) { return dx * (y * y + 1.0); }
};
inline constexpr tan_t tan{};

} // namespace constax::inline CONSTAX_TAG
