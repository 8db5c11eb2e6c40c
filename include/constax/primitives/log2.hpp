// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/div.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise logarithm to base 2. log2 : T[s] -> T[s], T floating.
struct log2_t : elementwise<log2_t> {
  static constexpr std::string_view name = "log2";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::log2(x); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * (1.4426950408889634 / x); }
};
inline constexpr log2_t log2{};

} // namespace constax::inline CONSTAX_TAG
