// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise hyperbolic tangent. tanh : T[s] -> T[s], T floating.
struct tanh_t : elementwise<tanh_t> {
  static constexpr std::string_view name = "tanh";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::tanh(x); }
  // One fma, and no worse than (1 + y) (1 - y): what y was rounded by is the larger part of what either loses beside 1.
  static constexpr value jvp(auto, auto dx, auto y) { return dx * (1.0 - y * y); }
};
inline constexpr tanh_t tanh{};

} // namespace constax::inline CONSTAX_TAG
