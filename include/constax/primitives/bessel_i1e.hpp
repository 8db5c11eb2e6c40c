// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise modified Bessel function of order 1, scaled: `e^-|x| I1(x)`. bessel_i1e : T[s] -> T[s], T floating. bessel_i1e(±0) = ±0.
/// The derivative at 0 is 1/2, as JAX has it; the second and higher ones lose a factor |x| per order in accuracy near 0, and are 0 there.
struct bessel_i1e_t : elementwise<bessel_i1e_t> {
  static constexpr std::string_view name = "bessel_i1e";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::bessel_i1e(x); }
  static constexpr value jvp(auto x, auto dx, auto y);
};
inline constexpr bessel_i1e_t bessel_i1e{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/abs.hpp>
#include <constax/primitives/bessel_i0e.hpp>
#include <constax/primitives/div.hpp>
#include <constax/primitives/gt.hpp>
#include <constax/primitives/select_n.hpp>
#include <constax/primitives/sign.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {
// I1' = I0 - I1/x, whose limit at 0 is 1/2. What is not taken there is computed at 1: its derivatives are finite.
constexpr value bessel_i1e_t::jvp(auto x, auto dx, auto y) {
  double const eps = type_of(x).type == dtype::f32 ? 0x1p-23 : 0x1p-52;
  auto const far = gt(abs(x), eps), z = select_n(far, like(x, 1.0), x);
  return dx * select_n(far, like(x, 0.5), bessel_i0e(z) - y * (sign(z) + 1.0 / z));
}
} // namespace constax::inline CONSTAX_TAG
