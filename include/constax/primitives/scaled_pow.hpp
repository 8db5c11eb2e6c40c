// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/eq.hpp>
#include <constax/primitives/log.hpp>
#include <constax/primitives/mul.hpp>
#include <constax/primitives/select_n.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `c[i] * x[i]^y[i]`, also where the power alone would over- or underflow; 0 where c[i] is 0. scaled_pow : T[s], T[s], T[s] -> T[s], T floating.
/// The derivatives of pow in x: what is differentiated to 0, as x^2 for the third time, is 0 at x = 0 too, where the power is infinite.
struct scaled_pow_t : elementwise<scaled_pow_t> {
  static constexpr std::string_view name = "scaled_pow";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& c, auto const& x, auto const& y) { return math::scaled_pow(c, x, y); }
  static constexpr value jvp(auto c, auto x, auto y, auto dc, auto dx, auto dy, auto z);
};

namespace detail {
/// The derivative of c x^y in x: c y x^(y-1).
constexpr value power_slope(is_value auto c, is_value auto x, is_value auto y) {
  if (!c.is_constant() || !y.is_constant()) return bind<scaled_pow_t>({}, c * y, x, y.is_constant() ? like(y, y.lit.number() - 1.0) : y - 1.0);
  double const n = y.lit.number();
  return bind<scaled_pow_t>({}, like(x, c.lit.number() * n), x, like(x, n - 1.0));
}
/// The logarithm that multiplies a power to its derivative in the exponent; at 0, where the power decides, it is 0.
constexpr value power_log(is_value auto x) { return log(select_n(eq(x, 0.0), x, like(x, 1.0))); }
} // namespace detail

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/pow.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value scaled_pow_t::jvp(auto c, auto x, auto y, auto dc, auto dx, auto dy, auto z) {
  auto d = dx.ctx->zero(type_of(z));
  if (!dc.is_zero()) d = d + dc * pow(x, y);
  if (!dx.is_zero() && !(y.is_constant() && y.lit.number() == 0.0)) d = d + dx * detail::power_slope(c, x, y);
  if (!dy.is_zero()) d = d + dy * (detail::power_log(x) * z);
  return d;
}
} // namespace constax::inline CONSTAX_TAG
