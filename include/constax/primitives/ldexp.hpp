// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/convert_element_type.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `x[i] * 2^n[i]`, rounded once. ldexp : T[s], T[s] -> T[s], T floating, n integers in floating form. Linear in x, constant in
/// n.
struct ldexp_t : elementwise<ldexp_t> {
  static constexpr std::string_view name = "ldexp";
  static constexpr std::string_view cpp = "math::ldexp($x, convert<i32>($y))";
  static constexpr bool exact = true;
  // in an expression of arrays (api/expr.hpp) a number does not become an element: n is an integer
  static constexpr bool mixes_dtypes = true;
  static constexpr auto eval(auto const& x, auto const& n) { return math::ldexp(x, convert<i32>(n)); }
  static constexpr value jvp(auto, auto n, auto dx, auto, auto) { return dx.is_zero() ? dx : bind<ldexp_t>({}, dx, n); }
  static constexpr value transpose(auto ct, u32, auto xs) { return bind<ldexp_t>({}, ct, xs[1]); }
  /// ldexp(x, n), n an integer or a tracer of integers.
  template <class X, class N>
  constexpr auto operator()(X&& x, N&& n) const;
};
inline constexpr ldexp_t ldexp{};

namespace detail {
inline constexpr char const* no_exponent =
    "[constax] ldexp: the exponent must be an integer, or integers; for powers of other numbers multiply by cx::exp2(n)";
template <class N>
struct says_no_exponent {
  constexpr text operator()() const { return no_exponent; }
};
template <class N>
inline constexpr bool is_exponent = integer_number<N>;
template <tracing N>
inline constexpr bool is_exponent<N> = !std::is_floating_point_v<typename std::remove_cvref_t<N>::value_type>;

template <class T, class N>
constexpr auto exponent_as(N const& n, context* c) {
  if constexpr (tracing<N>) return emit<convert_element_type_t, convert_element_type_t::params{dtype_of<T>}>(n);
  else return as_tracer<T>(n, c);
}
template <class X, class N>
dynamic_tracer ldexp_dynamic(X const& x, N const& n); // runtime/elementwise.hpp
template <class X, class N>
constexpr auto ldexp_traced(X const& x, N const& n) {
  context* const c = context_of_any(x, n);
  auto const run = [&]<class T>(T) { return call_converted<ldexp_t, T>(as_tracer<T>(x, c), exponent_as<T>(n, c)); };
  if constexpr (tracing<X>) return run(typename X::value_type{});
  else return run(std::conditional_t<std::is_same_v<X, float>, float, double>{});
}
} // namespace detail

template <class X, class N>
constexpr auto ldexp_t::operator()(X&& x, N&& n) const {
  using given = std::remove_cvref_t<N>;
  if constexpr ((number<N> || tracing<N>) && !detail::is_exponent<given>) {
    expect_silence<detail::says_no_exponent<given>>();
    return x;
  } else if constexpr (dynamic_tracing<X> || dynamic_tracing<N>) return detail::ldexp_dynamic(x, n);
  else if constexpr (tracing<X> ? number<N> || tracing<N> : number<X> && tracing<N>) return detail::ldexp_traced(x, n);
  else return elementwise::operator()(static_cast<X&&>(x), static_cast<N&&>(n));
}

} // namespace constax::inline CONSTAX_TAG
