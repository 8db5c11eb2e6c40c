// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/digamma.hpp>
#include <constax/primitives/div.hpp>
#include <constax/primitives/eq.hpp>
#include <constax/primitives/log.hpp>
#include <constax/primitives/or.hpp>
#include <constax/primitives/select_n.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise density of the gamma distribution, `x^(a-1) e^-x / gamma(a)`, with its limits at x = 0 and inf. gamma_density : T[s], T[s]
/// -> T[s], T floating. The derivative of igamma in x, of igammac but for the sign.
struct gamma_density_t : elementwise<gamma_density_t> {
  static constexpr std::string_view name = "gamma_density";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& a, auto const& x) { return math::gamma_density(a, x); }
  static constexpr value jvp(auto a, auto x, auto da, auto dx, auto y) {
    auto d = dx.ctx->zero(type_of(y));
    if (!da.is_zero()) d = d + da * (y * (log(x) - digamma(a)));
    if (!dx.is_zero()) {
      // y (a - 1 - x) / x, and at the ends its limit: the densities of a - 1 and a are 0, finite or infinite there (elsewhere that of a - 1
      // may be nan)
      auto const end = or_(eq(x, 0.0), eq(x, std::numeric_limits<double>::infinity())), z = select_n(end, x, like(x, 1.0));
      d = d + dx * select_n(end, y * (((a - z) - 1.0) / z), bind<gamma_density_t>({}, select_n(end, a, a - 1.0), x) - y);
    }
    return d;
  }
};
inline constexpr gamma_density_t gamma_density{};

} // namespace constax::inline CONSTAX_TAG
