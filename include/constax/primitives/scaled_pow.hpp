// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/and.hpp>
#include <constax/primitives/eq.hpp>
#include <constax/primitives/is_finite.hpp>
#include <constax/primitives/log.hpp>
#include <constax/primitives/mul.hpp>
#include <constax/primitives/or.hpp>
#include <constax/primitives/select_n.hpp>
#include <constax/primitives/sub.hpp>

#include <limits>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `c[i] * x[i]^(y[i] - less)`, also where the power alone would over- or underflow; 0 where c[i] is 0.
/// scaled_pow[less] : T[s], T[s], T[s] -> T[s], T floating. The derivatives of pow in x: y - 1 would be rounded, and log x times as much
/// lost; and what is differentiated to 0, as x^2 for the third time, is 0 at x = 0 too, where the power is infinite.
struct scaled_pow_t : elementwise<scaled_pow_t> {
  static constexpr std::string_view name = "scaled_pow";
  static constexpr std::string_view cpp = "math::scaled_pow($x, $y, $z, $0)";
  static constexpr bool transcendental = true;
  struct params {
    i32 less = 0;
    static constexpr char const* names[] = {"less"};
  };
  static constexpr auto eval(auto const& c, auto const& x, auto const& y, params const& p) { return math::scaled_pow(c, x, y, p.less); }
  static constexpr value jvp(auto c, auto x, auto y, auto dc, auto dx, auto dy, auto z, params const& p);
};

namespace detail {
/// The derivative of c x^(y - less) in x: c (y - less) x^(y - less - 1).
constexpr value power_slope(is_value auto c, is_value auto x, is_value auto y, i32 less) {
  if (c.is_constant() && y.is_constant()) return bind<scaled_pow_t>({less + 1}, like(x, c.lit.number() * (y.lit.number() - less)), x, y);
  return bind<scaled_pow_t>({less + 1}, c * (y.is_constant() ? like(y, y.lit.number() - less) : y - static_cast<double>(less)), x, y);
}
/// The logarithm that multiplies a power z of x to its derivative in the exponent. Where it is infinite and the power decides, it is 0: at
/// x = 0 but for infinite powers (of 0^-1 the derivative is -inf), at x = inf where the power is 0.
constexpr value power_log(is_value auto x, is_value auto z) {
  if (x.is_constant() && x.lit.number() != 0.0 && x.lit.number() <= std::numeric_limits<double>::max()) return log(x);
  auto const at_0 = and_(eq(x, 0.0), is_finite(z)), at_inf = and_(eq(x, std::numeric_limits<double>::infinity()), eq(z, 0.0));
  return log(select_n(or_(at_0, at_inf), x, like(x, 1.0)));
}
} // namespace detail

constexpr value scaled_pow_t::jvp(auto c, auto x, auto y, auto dc, auto dx, auto dy, auto z, params const& p) {
  auto d = dx.ctx->zero(type_of(z));
  if (!dc.is_zero()) d = d + dc * bind<scaled_pow_t>(p, like(x, 1.0), x, y);
  if (!dx.is_zero() && !(y.is_constant() && y.lit.number() == p.less)) d = d + dx * detail::power_slope(c, x, y, p.less);
  if (!dy.is_zero()) d = d + dy * (detail::power_log(x, z) * z);
  return d;
}
} // namespace constax::inline CONSTAX_TAG
