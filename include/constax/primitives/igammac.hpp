// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/igamma.hpp>
#include <constax/primitives/neg.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise regularised upper incomplete gamma function Q(a, x) = 1 - igamma(a, x), accurate for large x. igammac : T[s], T[s] -> T[s],
/// T floating.
struct igammac_t : elementwise<igammac_t> {
  static constexpr std::string_view name = "igammac";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& a, auto const& x) { return math::igammac(a, x); }
  static constexpr value jvp(auto a, auto x, auto da, auto dx, auto) {
    auto d = da;
    if (!da.is_zero()) d = da * -igamma_grad_a(a, x);
    if (!dx.is_zero()) d = d + dx * -gamma_density(a, x);
    return d;
  }
};
inline constexpr igammac_t igammac{};

} // namespace constax::inline CONSTAX_TAG
