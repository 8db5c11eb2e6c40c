// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `x[i] * y[i] + z[i]`, rounded once where the target has the instruction. fma : T[s], T[s], T[s] -> T[s], T floating.
/// The pass `contract` writes it for a product that only one sum uses.
struct fma_t : elementwise<fma_t> {
  static constexpr std::string_view name = "fma";
  static constexpr bool exact = true;
  static constexpr i64 flops = 2;
  static constexpr auto eval(auto const& x, auto const& y, auto const& z) { return constax::fma(x, y, z); }
  static constexpr value jvp(range<value> xs, range<value> dxs, range<value>) { return dxs[0] * xs[1] + xs[0] * dxs[1] + dxs[2]; }
  static constexpr value transpose(value ct, u32 operand, range<value> xs) {
    if (operand == 0) return ct * xs[1];
    if (operand == 1) return xs[0] * ct;
    return ct;
  }
};

constexpr value fma(value x, value y, value z) { return bind<fma_t>({}, x, y, z); }

} // namespace constax::inline CONSTAX_TAG
