// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>
#include <constax/primitives/no_derivative.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise n[i]-th derivative of digamma. polygamma : T[s], T[s] -> T[s], T floating; nan where n[i] is not 0, 1, 2, ... No derivative
/// in n.
struct polygamma_t : elementwise<polygamma_t> {
  static constexpr std::string_view name = "polygamma";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& n, auto const& x) { return math::polygamma(n, x); }
  static constexpr value jvp(auto n, auto x, auto dn, auto dx, auto) {
    if (!dn.is_zero()) return no_derivative(name, 0, dn);
    return dx * bind<polygamma_t>({}, one_more(n), x);
  }
};
inline constexpr polygamma_t polygamma{};

} // namespace constax::inline CONSTAX_TAG
