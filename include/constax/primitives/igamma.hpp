// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/gamma_density.hpp>
#include <constax/primitives/igamma_grad_a.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise regularised lower incomplete gamma function P(a, x), from 0 at x = 0 to 1. igamma : T[s], T[s] -> T[s], T floating; nan for
/// a <= 0 or x < 0.
struct igamma_t : elementwise<igamma_t> {
  static constexpr std::string_view name = "igamma";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& a, auto const& x) { return math::igamma(a, x); }
  static constexpr value jvp(auto a, auto x, auto da, auto dx, auto) {
    auto d = da;
    if (!da.is_zero()) d = da * igamma_grad_a(a, x);
    if (!dx.is_zero()) d = d + dx * gamma_density(a, x);
    return d;
  }
};
inline constexpr igamma_t igamma{};

} // namespace constax::inline CONSTAX_TAG
