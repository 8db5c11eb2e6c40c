// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/add.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise product: `z[i] = x[i] * y[i]`. mul : T[s], T[s] -> T[s], T a number.
struct mul_t : elementwise<mul_t, numeric> {
  static constexpr std::string_view name = "mul";
  static constexpr std::string_view cpp = "guard(math::mul($x, $y))";
  static constexpr bool commutative = true, exact = true;
  // guard: the compiler must not contract a product into a sum; where that is wanted the jaxpr says fma.
  static constexpr auto eval(auto const& x, auto const& y) { return guard(math::mul(x, y)); }
  static constexpr value jvp(auto x, auto y, auto dx, auto dy, auto) {
    if (same(x, y)) return dx * (x + x); // a square: one product with the tangent instead of two
    return dx * y + x * dy;
  }
  static constexpr value transpose(auto ct, u32 operand, auto xs) { return operand == 0 ? ct * xs[1] : xs[0] * ct; }
};
inline constexpr mul_t mul{};

constexpr value operator*(is_value auto x, is_value auto y) { return x.is_zero() ? x : y.is_zero() ? y : bind<mul_t>({}, x, y); }

} // namespace constax::inline CONSTAX_TAG
