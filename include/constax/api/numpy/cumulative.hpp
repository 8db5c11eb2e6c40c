// SPDX-License-Identifier: BSL-1.0
#pragma once
// cumulative: cumsum, cumprod, cummax, cummin, cumlogsumexp, linear_recurrence along an axis, from either end
#include <constax/api/numpy/reduce.hpp>
#include <constax/api/reverse.hpp>

#include <tuple>

namespace constax::inline CONSTAX_TAG {

namespace detail {
constexpr text which_axis(std::string_view name, int operands, aval const& of) {
  text t;
  t << "[constax] " << name << ": an operand of type " << of;
  if (of.rank() == 0) return t << " has no axis to go along";
  return t << " has several axes, say along which: cx::" << name << '(' << (operands == 1 ? "x" : "a, b") << ", 0_c)";
}
template <class P, class X>
struct says_which_axis {
  constexpr text operator()() const { return which_axis(P::name, P::operands, X::aval); }
};
template <class P, class Options, class... X>
dynamic_tracer accumulate_dynamic(bool from_end, Options const& options, X const&... x); // runtime/functions.hpp
template <class A>
inline constexpr bool is_one_axis = integer_number<A>;
template <class P, class X, class... More, class... Options>
constexpr auto accumulate_along([[maybe_unused]] std::tuple<Options...> options, X const& x, More const&... more) {
  constexpr bool has_axis = (is_one_axis<Options> || ...), from_end = (std::is_same_v<Options, reverse_t> || ...);
  static_assert(sizeof...(Options) == has_axis + from_end, "[constax] cumulative functions take an axis and cx::reverse");
  if constexpr (is_dynamic<X> || (is_dynamic<More> || ...)) return accumulate_dynamic<P>(from_end, options, x, more...);
  else if constexpr (!has_axis && X::rank() != 1) {
    expect_silence<says_which_axis<P, X>>();
    return after_error<X>();
  } else {
    constexpr params_of<P> p = [] {
      params_of<P> q{0, from_end};
      ([&] { if constexpr (is_one_axis<Options>) q.axis = axis_of<X>(Options{}); }(), ...);
      return q;
    }();
    return emit<P, p>(x, more...);
  }
}
} // namespace detail
/// x[0] + ... + x[i] for each i, along an axis: cumsum(x, 0_c), cumsum(x, 0_c, cx::reverse); a vector needs no axis.
template <traced_value X, class... Options> constexpr auto cumsum(X const& x, Options... options) {
  return detail::accumulate_along<cumsum_t>(std::tuple(options...), detail::countable(x));
}
/// x[0] * ... * x[i].
template <traced_value X, class... Options> constexpr auto cumprod(X const& x, Options... options) {
  return detail::accumulate_along<cumprod_t>(std::tuple(options...), detail::countable(x));
}
/// The largest, smallest of x[0], ..., x[i].
template <traced_value X, class... Options> constexpr auto cummax(X const& x, Options... options) {
  return detail::accumulate_along<cummax_t>(std::tuple(options...), x);
}
template <traced_value X, class... Options> constexpr auto cummin(X const& x, Options... options) {
  return detail::accumulate_along<cummin_t>(std::tuple(options...), x);
}
/// log(exp(x[0]) + ... + exp(x[i])), which does not overflow.
template <traced_value X, class... Options> constexpr auto cumlogsumexp(X const& x, Options... options) {
  return detail::accumulate_along<cumlogsumexp_t>(std::tuple(options...), x);
}
/// y[i] = a[i] * y[i-1] + b[i] along an axis, y[0] = b[0]: with constant a a decaying sum, an AR(1) filter.
template <traced_value A, traced_value B, class... Options> constexpr auto linear_recurrence(A const& a, B const& b, Options... options) {
  return detail::accumulate_along<linear_recurrence_t>(std::tuple(options...), a, b);
}

} // namespace constax::inline CONSTAX_TAG
