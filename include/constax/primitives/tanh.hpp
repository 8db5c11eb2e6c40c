// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise hyperbolic tangent. tanh : T[s] -> T[s], T floating.
struct tanh_t : elementwise<tanh_t> {
  static constexpr std::string_view name = "tanh", kin = "tanh sech2";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::tanh(x); }
  static constexpr value jvp(auto x, auto dx, auto y);
};
inline constexpr tanh_t tanh{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/sech2.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value tanh_t::jvp(auto x, auto dx, auto) { return dx * sech2(x); }
} // namespace constax::inline CONSTAX_TAG
