// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/digamma.hpp>
#include <constax/primitives/div.hpp>
#include <constax/primitives/eq.hpp>
#include <constax/primitives/log.hpp>
#include <constax/primitives/log1p.hpp>
#include <constax/primitives/or.hpp>
#include <constax/primitives/select_n.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise density of the beta distribution, `x^(a-1) (1-x)^(b-1) / B(a, b)`, with its limits at x = 0 and 1. beta_density : T[s],
/// T[s], T[s] -> T[s], T floating. The derivative of regularized_incomplete_beta in x.
struct beta_density_t : elementwise<beta_density_t> {
  static constexpr std::string_view name = "beta_density";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& a, auto const& b, auto const& x) { return math::beta_density(a, b, x); }
  static constexpr value jvp(auto a, auto b, auto x, auto da, auto db, auto dx, auto y) {
    auto d = dx.ctx->zero(type_of(y));
    if (!da.is_zero()) d = d + da * (y * (log(x) - (digamma(a) - digamma(a + b))));
    if (!db.is_zero()) d = d + db * (y * (log1p(-x) - (digamma(b) - digamma(a + b))));
    if (!dx.is_zero()) {
      // y ((a - 1)/x - (b - 1)/(1 - x)), and at an end its limit
      auto const end = or_(eq(x, 0.0), eq(x, 1.0)), p = a - 1.0, q = b - 1.0, z = select_n(end, x, like(x, 0.5)), rest = 1.0 - z;
      auto const inside = y * ((p * rest - q * z) / (z * rest));
      d = d + dx * select_n(end, inside,
                            (p + b) * (bind<beta_density_t>({}, select_n(end, a, p), b, x) -
                                       bind<beta_density_t>({}, a, select_n(end, b, q), x)));
    }
    return d;
  }
};
inline constexpr beta_density_t beta_density{};

} // namespace constax::inline CONSTAX_TAG
