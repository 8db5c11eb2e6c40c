// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/exp.hpp>
#include <constax/primitives/mul.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise inverse of erf. erf_inv : T[s] -> T[s], T floating. erf_inv(±1) = ±inf, nan outside [-1, 1].
struct erf_inv_t : elementwise<erf_inv_t> {
  static constexpr std::string_view name = "erf_inv";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::erf_inv(x); }
  static constexpr value jvp(auto, auto dx, auto y) { return dx * (0.886226925452758 * exp(y * y)); }
};
inline constexpr erf_inv_t erf_inv{};

} // namespace constax::inline CONSTAX_TAG
