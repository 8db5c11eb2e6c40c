// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise integer part: rounded towards zero. trunc : T[s] -> T[s], T floating. trunc(x) = -0 for -1 < x <= -0. The derivative is 0.
struct trunc_t : elementwise<trunc_t> {
  static constexpr std::string_view name = "trunc";
  static constexpr bool exact = true;
  static constexpr auto eval(auto const& x) { return math::trunc(x); }
  static constexpr value jvp(auto, auto dx, auto) { return dx.ctx->zero(type_of(dx)); }
};
inline constexpr trunc_t trunc{};

} // namespace constax::inline CONSTAX_TAG
