// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise least integer not below x. ceil : T[s] -> T[s], T floating. The derivative is 0.
struct ceil_t : elementwise<ceil_t> {
  static constexpr std::string_view name = "ceil";
  static constexpr bool exact = true;
  static constexpr auto eval(auto const& x) { return math::ceil(x); }
  static constexpr value jvp(auto, auto dx, auto) { return dx.ctx->zero(type_of(dx)); }
};
inline constexpr ceil_t ceil{};

} // namespace constax::inline CONSTAX_TAG
