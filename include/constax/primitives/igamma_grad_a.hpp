// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise derivative of igamma(a[i], x[i]) in a. igamma_grad_a : T[s], T[s] -> T[s], T floating. As in JAX it has no derivative
/// itself.
struct igamma_grad_a_t : elementwise<igamma_grad_a_t> {
  static constexpr std::string_view name = "igamma_grad_a";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& a, auto const& x) { return math::igamma_grad_a(a, x); }
};
inline constexpr igamma_grad_a_t igamma_grad_a{};

} // namespace constax::inline CONSTAX_TAG
