// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/div.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise cube root, of negatives too. cbrt : T[s] -> T[s], T floating.
struct cbrt_t : elementwise<cbrt_t> {
  static constexpr std::string_view name = "cbrt";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::cbrt(x); }
  static constexpr value jvp(auto, auto dx, auto y) { return dx * ((1.0 / 3.0) / (y * y)); }
};
inline constexpr cbrt_t cbrt{};

} // namespace constax::inline CONSTAX_TAG
