// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/mul.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `c[i] * e^(-x[i]^2)`, also where the exponential alone is subnormal. scaled_gaussian : T[s], T[s] -> T[s], T floating.
/// The derivatives of gaussian.
struct scaled_gaussian_t : elementwise<scaled_gaussian_t> {
  static constexpr std::string_view name = "scaled_gaussian";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& c, auto const& x) { return math::scaled_gaussian(c, x); }
  static constexpr value jvp(auto c, auto x, auto dc, auto dx, auto z);
};
inline constexpr scaled_gaussian_t scaled_gaussian{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/gaussian.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value scaled_gaussian_t::jvp(auto c, auto x, auto dc, auto dx, auto z) {
  auto d = dx.ctx->zero(type_of(z));
  if (!dc.is_zero()) d = d + dc * gaussian(x);
  if (!dx.is_zero()) d = d + dx * scaled_gaussian(c * (-2.0 * x), x);
  return d;
}
} // namespace constax::inline CONSTAX_TAG
