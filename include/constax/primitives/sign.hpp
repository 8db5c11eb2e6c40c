// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise sign: -1, 0 or 1; ±0 and nan stay. sign : T[s] -> T[s], T a number. The derivative is 0 everywhere.
struct sign_t : elementwise<sign_t, numeric> {
  static constexpr std::string_view name = "sign";
  static constexpr bool exact = true;
  static constexpr auto eval(auto const& x) { return math::sign(x); }
  static constexpr value jvp(auto, auto dx, auto) { return dx.ctx->zero(type_of(dx)); }
};
inline constexpr sign_t sign{};

} // namespace constax::inline CONSTAX_TAG
