// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise largest integer not above x. floor : T[s] -> T[s], T floating. The derivative is 0.
struct floor_t : elementwise<floor_t> {
  static constexpr std::string_view name = "floor";
  static constexpr bool exact = true;
  static constexpr auto eval(auto const& x) { return math::floor(x); }
  static constexpr value jvp(auto, auto dx, auto) { return dx.ctx->zero(type_of(dx)); }
};
inline constexpr floor_t floor{};

} // namespace constax::inline CONSTAX_TAG
