// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise logistic function `1 / (1 + e^-x)`. logistic : T[s] -> T[s], T floating.
struct logistic_t : elementwise<logistic_t> {
  static constexpr std::string_view name = "logistic", kin = "logistic logistic_density";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::logistic(x); }
  static constexpr value jvp(auto x, auto dx, auto y);
};
inline constexpr logistic_t logistic{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/logistic_density.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value logistic_t::jvp(auto x, auto dx, auto) { return dx * logistic_density(x); }
} // namespace constax::inline CONSTAX_TAG
