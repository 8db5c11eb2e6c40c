// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `x[i] * y[i] + z[i]`, rounded once where the target has the instruction. fma : T[s], T[s], T[s] -> T[s], T floating.
/// The pass `contract` writes it for a product that only one sum uses.
struct fma_t : elementwise<fma_t> {
  static constexpr std::string_view name = "fma";
  static constexpr std::string_view cpp = "fma($x, $y, $z)";
  static constexpr bool exact = true;
  static constexpr i64 flops = 2;
  static constexpr auto eval(auto const& x, auto const& y, auto const& z) { return constax::fma(x, y, z); }
  static constexpr value jvp(auto x, auto y, auto, auto dx, auto dy, auto dz, auto) { return dx * y + x * dy + dz; }
  static constexpr value transpose(auto ct, u32 operand, auto xs) {
    if (operand == 0) return ct * xs[1];
    if (operand == 1) return xs[0] * ct;
    return ct;
  }
};

constexpr value fma(is_value auto x, is_value auto y, is_value auto z) { return bind<fma_t>({}, x, y, z); }

} // namespace constax::inline CONSTAX_TAG
