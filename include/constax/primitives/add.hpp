// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise sum: `z[i] = x[i] + y[i]`. add : T[s], T[s] -> T[s], T a number.
struct add_t : elementwise<add_t, numeric> {
  static constexpr std::string_view name = "add";
  static constexpr bool linear = true, commutative = true, exact = true;
  static constexpr auto eval(auto const& x, auto const& y) { return math::add(x, y); }
  static constexpr value jvp(auto, auto, auto dx, auto dy, auto);
  static constexpr value transpose(auto ct, u32, auto) { return ct; }
};
inline constexpr add_t add{};

constexpr value operator+(is_value auto x, is_value auto y) { return x.is_zero() ? y : y.is_zero() ? x : bind<add_t>({}, x, y); }
constexpr value add_t::jvp(auto, auto, auto dx, auto dy, auto) { return dx + dy; }

} // namespace constax::inline CONSTAX_TAG
