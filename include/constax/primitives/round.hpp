// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise nearest integer, halves away from zero (JAX's default). round : T[s] -> T[s], T floating. The derivative is 0.
struct round_t : elementwise<round_t> {
  static constexpr std::string_view name = "round";
  static constexpr bool exact = true;
  static constexpr auto eval(auto const& x) { return math::round(x); }
  static constexpr value jvp(auto, auto dx, auto) { return dx.ctx->zero(type_of(dx)); }
};
inline constexpr round_t round{};

} // namespace constax::inline CONSTAX_TAG
