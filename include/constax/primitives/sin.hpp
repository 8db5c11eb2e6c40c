// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise sine: `y[i] = sin(x[i])`. sin : T[s] -> T[s], T floating. sin(±0) = ±0, sin(±inf) = nan.
struct sin_t : elementwise<sin_t> {
  static constexpr std::string_view name = "sin", kin = "sin cos";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::sin(x); }
  static constexpr value jvp(auto x, auto dx, auto y);
};
inline constexpr sin_t sin{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/cos.hpp>
#include <constax/primitives/mul.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value sin_t::jvp(auto x, auto dx, auto) { return dx * cos(x); }
} // namespace constax::inline CONSTAX_TAG
