// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise cosine: `y[i] = cos(x[i])`. cos : T[s] -> T[s], T floating. cos(±inf) = nan.
struct cos_t : elementwise<cos_t> {
  static constexpr std::string_view name = "cos", kin = "sin cos";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::cos(x); }
  static constexpr value jvp(auto x, auto dx, auto y);
};
inline constexpr cos_t cos{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/mul.hpp>
#include <constax/primitives/neg.hpp>
#include <constax/primitives/sin.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value cos_t::jvp(auto x, auto dx, auto) { return dx * -sin(x); }
} // namespace constax::inline CONSTAX_TAG
