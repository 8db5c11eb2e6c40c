// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>
#include <constax/primitives/neg.hpp>
#include <constax/primitives/no_derivative.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise Hurwitz zeta function: the sum over k >= 0 of (q[i] + k)^-x[i]. zeta : T[s], T[s] -> T[s], T floating. No derivative in x.
struct zeta_t : elementwise<zeta_t> {
  static constexpr std::string_view name = "zeta";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x, auto const& q) { return math::zeta(x, q); }
  static constexpr value jvp(auto x, auto q, auto dx, auto dq, auto) {
    if (!dx.is_zero()) return no_derivative(name, 0, dx);
    return dq * (-x * bind<zeta_t>({}, one_more(x), q));
  }
};
inline constexpr zeta_t zeta{};

} // namespace constax::inline CONSTAX_TAG
