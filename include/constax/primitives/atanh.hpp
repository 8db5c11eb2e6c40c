// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/div.hpp>
#include <constax/primitives/one_minus_square.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise inverse hyperbolic tangent. atanh : T[s] -> T[s], T floating; nan outside [-1, 1].
struct atanh_t : elementwise<atanh_t> {
  static constexpr std::string_view name = "atanh";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::atanh(x); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * (1.0 / one_minus_square(x)); }
};
inline constexpr atanh_t atanh{};

} // namespace constax::inline CONSTAX_TAG
