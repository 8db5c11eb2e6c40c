// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise hyperbolic cosine. cosh : T[s] -> T[s], T floating.
struct cosh_t : elementwise<cosh_t> {
  static constexpr std::string_view name = "cosh";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::cosh(x); }
  static constexpr value jvp(auto x, auto dx, auto y);
};
inline constexpr cosh_t cosh{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/mul.hpp>
#include <constax/primitives/sinh.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value cosh_t::jvp(auto x, auto dx, auto) { return dx * sinh(x); }
} // namespace constax::inline CONSTAX_TAG
