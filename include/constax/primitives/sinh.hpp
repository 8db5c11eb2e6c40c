// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise hyperbolic sine. sinh : T[s] -> T[s], T floating.
struct sinh_t : elementwise<sinh_t> {
  static constexpr std::string_view name = "sinh";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::sinh(x); }
  static constexpr value jvp(auto x, auto dx, auto y);
};
inline constexpr sinh_t sinh{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/cosh.hpp>
#include <constax/primitives/mul.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value sinh_t::jvp(auto x, auto dx, auto) { return dx * cosh(x); }
} // namespace constax::inline CONSTAX_TAG
