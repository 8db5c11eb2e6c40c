// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/and.hpp>
#include <constax/primitives/convert_element_type.hpp>
#include <constax/primitives/eq.hpp>
#include <constax/primitives/integer_pow.hpp>
#include <constax/primitives/select_n.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <class X, class Y>
inline constexpr bool is_power_of_integers = false;
template <tracing X, tracing Y>
inline constexpr bool is_power_of_integers<X, Y> = X::aval.floating() && info(Y::aval.type).integer;
template <class X, class Y> dynamic_tracer pow_dynamic(X const& x, Y const& y); // runtime/elementwise.hpp
} // namespace detail

/// Elementwise power, as in C: pow(x, 0) = pow(1, y) = 1, also of nan. pow : T[s], T[s] -> T[s], T a number.
/// Integers to the power of integers are integers, modulo 2^bits; 1 / x^-y, rounded towards 0, where y is negative. (Of plain numbers,
/// pow(2, 3), it is a double, as in C++.) With an integer exponent, known in its type or only by value, it is integer_pow; of arrays
/// outside a traced function with one known in its type. Traced integers beside floating-point x become what x is; there is no derivative
/// in them, and that in x is 0 where they are 0, for x = 0 too, as of integer_pow.
struct pow_t : elementwise<pow_t, numeric> {
  static constexpr std::string_view name = "pow";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x, auto const& y) { return math::pow(x, y); }
  static constexpr value jvp(auto x, auto y, auto dx, auto dy, auto z);
  template <class X, class Y>
  constexpr auto operator()(X&& x, Y&& y) const {
    if constexpr (traced_value<X> && integer_number<Y>) {
      auto const n = static_cast<i32>(detail::plain(y));
      if constexpr (dynamic_tracing<X>) return emit_dynamic<integer_pow_t>({n}, x);
      else if constexpr (integral_number<Y>)
        return emit<integer_pow_t, integer_pow_t::params{static_cast<i32>(std::remove_cvref_t<Y>::value)}>(x);
      else return detail::recorded<integer_pow_t, std::remove_cvref_t<X>>({&x.value, 1}, {n});
    } else if constexpr (detail::is_power_of_integers<std::remove_cvref_t<X>, std::remove_cvref_t<Y>>) {
      auto const base = select_n(eq(y, 0), x, 1); // at 0^0 the rule's 0 * 0^-1 would be nan
      return elementwise::operator()(base,
                                     emit<convert_element_type_t, convert_element_type_t::params{std::remove_cvref_t<X>::aval.type}>(y));
    } else if constexpr (number<std::remove_cvref_t<X>> && number<std::remove_cvref_t<Y>>) {
      using T = std::common_type_t<decltype(detail::plain(x)), decltype(detail::plain(y))>;
      return detail::call_plain<pow_t>(static_cast<std::conditional_t<std::is_integral_v<T>, double, T>>(detail::plain(x)), y);
    } else if constexpr (traced_value<X> && traced_value<Y> && (dynamic_tracing<X> || dynamic_tracing<Y>)) return detail::pow_dynamic(x, y);
    else return elementwise::operator()(static_cast<X&&>(x), static_cast<Y&&>(y));
  }
};
inline constexpr pow_t pow{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/scaled_pow.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value pow_t::jvp(auto x, auto y, auto dx, auto dy, auto z) {
  auto d = dx.ctx->zero(type_of(z));
  if (y.is_constant() && !dx.is_zero() && y.lit.number() != 0.0) d = dx * bind<scaled_pow_t>({1}, y, x, y);
  if (!y.is_constant() && !dx.is_zero()) {
    auto const none = like(y, std::numeric_limits<double>::quiet_NaN()); // as in JAX 0^0 has no derivative
    d = dx * bind<scaled_pow_t>({1}, select_n(and_(eq(x, 0.0), eq(y, 0.0)), y, none), x, y);
  }
  if (!dy.is_zero()) d = d + dy * (detail::power_log(x, z) * z);
  return d;
}
} // namespace constax::inline CONSTAX_TAG
