// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>
#include <constax/primitives/mul.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `y[i] = e^(-x[i]^2)`, accurate also where x^2 is large. gaussian : T[s] -> T[s], T floating.
/// The derivatives of erf and erfc are multiples of it; what it shares with erfc of the same operand is computed once.
struct gaussian_t : elementwise<gaussian_t> {
  static constexpr std::string_view name = "gaussian", kin = "erfc gaussian";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::gaussian(x); }
  static constexpr value jvp(auto x, auto dx, auto y);
};
inline constexpr gaussian_t gaussian{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/scaled_gaussian.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value gaussian_t::jvp(auto x, auto dx, auto) { return dx * scaled_gaussian(-2.0 * x, x); }
} // namespace constax::inline CONSTAX_TAG
