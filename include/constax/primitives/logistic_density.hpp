// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `y[i] = s(x[i]) s(-x[i])` with the logistic function s, to full relative accuracy at both ends. logistic_density : T[s] ->
/// T[s], T floating. The derivative of logistic; what it shares with logistic of the same operand is computed once.
struct logistic_density_t : elementwise<logistic_density_t> {
  static constexpr std::string_view name = "logistic_density", kin = "logistic logistic_density";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::logistic_density(x); }
  static constexpr value jvp(auto x, auto dx, auto y);
};
inline constexpr logistic_density_t logistic_density{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/tanh.hpp>

namespace constax::inline CONSTAX_TAG {
// s(-x) - s(x) = -tanh(x / 2)
constexpr value logistic_density_t::jvp(auto x, auto dx, auto y) { return dx * -(tanh(0.5 * x) * y); }
} // namespace constax::inline CONSTAX_TAG
