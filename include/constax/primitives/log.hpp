// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/div.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise natural logarithm. log : T[s] -> T[s], T floating. log(±0) = -inf, log(x) = nan for x < 0.
struct log_t : elementwise<log_t> {
  static constexpr std::string_view name = "log";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::log(x); }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * (1.0 / x); }
};
inline constexpr log_t log{};

} // namespace constax::inline CONSTAX_TAG
