// SPDX-License-Identifier: BSL-1.0
#pragma once
// elementwise: where, clip, relu; softmax, which is one but for its sum; other names of primitives
#include <constax/api/none.hpp>
#include <constax/api/numpy/reduce.hpp>

namespace constax::inline CONSTAX_TAG {

inline constexpr max_t maximum{};
inline constexpr min_t minimum{};
inline constexpr pow_t power{};
inline constexpr logistic_t sigmoid{};
// jax.scipy.special's
inline constexpr erf_inv_t erfinv{};
inline constexpr lgamma_t gammaln{};
inline constexpr igamma_t gammainc{};
inline constexpr igammac_t gammaincc{};
inline constexpr bessel_i0_t i0{};
inline constexpr bessel_i1_t i1{};
inline constexpr bessel_i0e_t i0e{};
inline constexpr bessel_i1e_t i1e{};

/// x where c, else y; integers are true unless they are 0.
template <class C, class X, class Y>
requires((traced_value<C> || traced_value<X> || traced_value<Y>) && !(is_lazy<C> || is_lazy<X> || is_lazy<Y>))
constexpr auto where(C const& c, X const& x, Y const& y) {
  if constexpr (is_dynamic<C>) return select_n(info(c.type().type).integer ? ne(c, 0) : c, y, x);
  else if constexpr (detail::is_selector<C>) return select_n(ne(c, 0), y, x);
  else return select_n(c, y, x);
}
template <number C, number X, number Y> constexpr auto where(C const& c, X const& x, Y const& y) {
  using T = std::common_type_t<decltype(detail::plain(x)), decltype(detail::plain(y))>;
  return static_cast<T>(detail::plain(c) != 0 ? detail::plain(x) : detail::plain(y));
}
/// x kept between lo and hi, as min(max(x, lo), hi); cx::none in place of one is no bound.
template <traced_value X, class Lo, class Hi> constexpr auto clip(X const& x, Lo const& lo, Hi const& hi) {
  if constexpr (std::is_same_v<Lo, none_t> && std::is_same_v<Hi, none_t>) return x;
  else if constexpr (std::is_same_v<Lo, none_t>) return min(x, hi);
  else if constexpr (std::is_same_v<Hi, none_t>) return max(x, lo);
  else return min(max(x, lo), hi);
}
/// max(x, 0), with derivative 0 at 0 as jax.nn has it.
template <traced_value X> constexpr auto relu(X const& x) { return select_n(le(x, 0), x, 0); }
namespace detail {
/// x less its largest element along an axis: exp of it does not overflow.
template <class X, class A>
constexpr auto below_top(X const& x, A axis) {
  return x - repeated_along(x, axes_meant(x, axis), top(x, axis));
}
} // namespace detail
/// exp(x), divided by its sum along an axis (the last). Its derivative is as accurate where one element dominates (primitives/softmax.hpp).
template <traced_value X, axis_like A = integer<-1>> constexpr auto softmax(X const& given, A axis = {}) {
  auto const x = detail::floats(given);
  auto const over = detail::axes_meant(x, axis);
  auto const e = exp(detail::below_top(stop_gradient(x), axis));
  return detail::emit_along<softmax_of_t>(over, e / detail::repeated_along(x, over, sum(e, axis)), x);
}
/// log(softmax(x)).
template <traced_value X, axis_like A = integer<-1>> constexpr auto log_softmax(X const& given, A axis = {}) {
  auto const x = detail::floats(given);
  auto const over = detail::axes_meant(x, axis);
  auto const shifted = detail::below_top(stop_gradient(x), axis), e = exp(shifted);
  auto const s = sum(e, axis);
  return detail::emit_along<log_softmax_of_t>(over, shifted - detail::repeated_along(x, over, log(s)), detail::weights(over, e, s, x), x);
}

} // namespace constax::inline CONSTAX_TAG
