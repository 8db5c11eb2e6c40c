// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise modified Bessel function of order 0, scaled: `e^-|x| I0(x)`. bessel_i0e : T[s] -> T[s], T floating. The derivative at its
/// kink 0 is 0.
struct bessel_i0e_t : elementwise<bessel_i0e_t> {
  static constexpr std::string_view name = "bessel_i0e";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::bessel_i0e(x); }
  static constexpr value jvp(auto x, auto dx, auto y);
};
inline constexpr bessel_i0e_t bessel_i0e{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/bessel_i1e.hpp>
#include <constax/primitives/mul.hpp>
#include <constax/primitives/sign.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value bessel_i0e_t::jvp(auto x, auto dx, auto y) { return dx * (bessel_i1e(x) - sign(x) * y); }
} // namespace constax::inline CONSTAX_TAG
