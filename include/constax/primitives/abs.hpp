// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/ge.hpp>
#include <constax/primitives/mul.hpp>
#include <constax/primitives/select_n.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise absolute value. abs : T[s] -> T[s], T a number. The derivative at ±0 is +1, as JAX has it.
struct abs_t : elementwise<abs_t, numeric> {
  static constexpr std::string_view name = "abs";
  static constexpr bool exact = true;
  static constexpr auto eval(auto const& x) { return math::abs(x); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * select_n(ge(x, 0.0), like(x, -1.0), like(x, 1.0)); }
};
inline constexpr abs_t abs{};

} // namespace constax::inline CONSTAX_TAG
