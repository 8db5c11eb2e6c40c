// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/beta_density.hpp>
#include <constax/primitives/no_derivative.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise regularised incomplete beta function I_x(a, b), from 0 at x = 0 to 1 at x = 1; a, b > 0. No derivative in a and b, as in
/// JAX. regularized_incomplete_beta : T[s], T[s], T[s] -> T[s], T floating.
struct regularized_incomplete_beta_t : elementwise<regularized_incomplete_beta_t> {
  static constexpr std::string_view name = "regularized_incomplete_beta";
  static constexpr std::string_view cpp = "math::betainc($x, $y, $z)";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& a, auto const& b, auto const& x) { return math::betainc(a, b, x); }
  static constexpr value jvp(auto a, auto b, auto x, auto da, auto db, auto dx, auto) {
    if (!da.is_zero()) return no_derivative(name, 0, da);
    if (!db.is_zero()) return no_derivative(name, 1, db);
    return dx * beta_density(a, b, x);
  }
};
inline constexpr regularized_incomplete_beta_t betainc{};

} // namespace constax::inline CONSTAX_TAG
