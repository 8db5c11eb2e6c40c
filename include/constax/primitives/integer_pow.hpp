// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/div.hpp>
#include <constax/primitives/mul.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise power with an integer exponent, by squaring. integer_pow[y] : T[s] -> T[s], T a number. x^0 = 1, whatever x is, with
/// derivative 0.
struct integer_pow_t : elementwise<integer_pow_t, numeric> {
  static constexpr std::string_view name = "integer_pow";
  static constexpr std::string_view cpp = "guard(math::integer_pow($x, $0))";
  static constexpr bool exact = true;
  static constexpr i64 flops = 3;
  struct params {
    i32 y = 0;
    static constexpr char const* names[] = {"y"};
  };
  static constexpr typed type(operand_types xs, params const& p) {
    if (p.y < 0 && info(xs[0]->type).integer)
      return fault{fault_code::bad_params, {}, "a negative exponent needs a floating-point base; convert it with cx::astype", *xs[0]};
    return common_type<numeric>(xs);
  }
  static constexpr auto eval(auto const& x, params const& p) { return guard(math::integer_pow(x, p.y)); }
  static constexpr value jvp(auto x, auto dx, auto y, params const& p);
};

constexpr value integer_pow(is_value auto x, i32 n) {
  if (n == 0) return like(x, 1.0);
  return n == 1 ? x : bind<integer_pow_t>({n}, x);
}
// A negative power by a division of the one at hand: x^(1-p) may overflow where its reciprocal is an ordinary number.
constexpr value integer_pow_t::jvp(auto x, auto dx, auto y, params const& p) {
  if (p.y == 0) return dx.ctx->zero(type_of(dx));
  if (p.y == 1) return dx;
  if (p.y < 0) return dx * (static_cast<double>(p.y) * (y / x));
  return dx * (static_cast<double>(p.y) * integer_pow(x, p.y - 1));
}

} // namespace constax::inline CONSTAX_TAG
