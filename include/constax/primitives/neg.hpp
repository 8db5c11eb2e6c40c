// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise negation: `y[i] = -x[i]`. neg : T[s] -> T[s], T a number; neg(0.0) = -0.0.
struct neg_t : elementwise<neg_t, numeric> {
  static constexpr std::string_view name = "neg";
  static constexpr bool linear = true, exact = true;
  static constexpr auto eval(auto const& x) { return math::neg(x); }
  static constexpr value transpose(auto ct) { return -ct; }
};
inline constexpr neg_t neg{};

constexpr value operator-(is_value auto x) { return x.is_zero() ? x : bind<neg_t>({}, x); }

} // namespace constax::inline CONSTAX_TAG
