// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/one_minus_square.hpp>
#include <constax/primitives/rsqrt.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise arc cosine. acos : T[s] -> T[s], T floating; nan outside [-1, 1].
struct acos_t : elementwise<acos_t> {
  static constexpr std::string_view name = "acos";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::acos(x); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * -rsqrt(one_minus_square(x)); }
};
inline constexpr acos_t acos{};

} // namespace constax::inline CONSTAX_TAG
