// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/one_minus_square.hpp>
#include <constax/primitives/rsqrt.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise arc sine. asin : T[s] -> T[s], T floating; nan outside [-1, 1].
struct asin_t : elementwise<asin_t> {
  static constexpr std::string_view name = "asin";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::asin(x); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * rsqrt(one_minus_square(x)); }
};
inline constexpr asin_t asin{};

} // namespace constax::inline CONSTAX_TAG
