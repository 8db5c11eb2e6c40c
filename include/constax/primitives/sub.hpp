// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/add.hpp>
#include <constax/primitives/neg.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise difference: `z[i] = x[i] - y[i]`. sub : T[s], T[s] -> T[s], T a number.
struct sub_t : elementwise<sub_t, numeric> {
  static constexpr std::string_view name = "sub";
  static constexpr bool linear = true, exact = true;
  static constexpr auto eval(auto const& x, auto const& y) { return math::sub(x, y); }
  static constexpr value jvp(auto, auto, auto dx, auto dy, auto) { return dx - dy; }
  static constexpr value transpose(auto ct, u32 operand, auto) { return operand == 0 ? ct : -ct; }
};
inline constexpr sub_t sub{};

constexpr value operator-(is_value auto x, is_value auto y) { return y.is_zero() ? x : x.is_zero() ? -y : bind<sub_t>({}, x, y); }

} // namespace constax::inline CONSTAX_TAG
