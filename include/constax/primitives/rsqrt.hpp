// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/div.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `1 / sqrt(x)`. rsqrt : T[s] -> T[s], T floating. rsqrt(±0) = ±inf.
struct rsqrt_t : elementwise<rsqrt_t> {
  static constexpr std::string_view name = "rsqrt";
  static constexpr bool exact = true;
  static constexpr i64 flops = 2;
  static constexpr auto eval(auto const& x) { return math::rsqrt(x); }
  static constexpr value jvp(auto x, auto dx, auto y) { return dx * (-0.5 * y / x); }
};
inline constexpr rsqrt_t rsqrt{};

} // namespace constax::inline CONSTAX_TAG
