// SPDX-License-Identifier: BSL-1.0
#pragma once
// elementwise: where, clip, relu; softmax, which is one but for its sum; other names of primitives
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
  requires(tracing<C> || tracing<X> || tracing<Y>)
constexpr auto where(C const& c, X const& x, Y const& y) {
  if constexpr (detail::is_selector<C>) return select_n(ne(c, 0), y, x);
  else return select_n(c, y, x);
}
/// x kept between lo and hi, as min(max(x, lo), hi).
template <tracing X, class Lo, class Hi>
constexpr auto clip(X const& x, Lo const& lo, Hi const& hi) {
  return min(max(x, lo), hi);
}
/// max(x, 0), with derivative 0 at 0 as jax.nn has it.
template <tracing X>
constexpr auto relu(X const& x) {
  return select_n(le(x, 0), x, 0);
}
namespace detail {
/// x less its largest element along an axis: exp of it does not overflow.
template <class X, class A>
constexpr auto below_top(X const& x, A axis) {
  expect_floating<X>();
  return x - along<X, axes_of<X>(A{})>(top(x, axis));
}
} // namespace detail
/// exp(x), divided by its sum along an axis (the last). Its derivative is as accurate where one element dominates (primitives/softmax.hpp).
template <tracing X, axis_like A = integer<-1>>
constexpr auto softmax(X const& x, A axis = {}) {
  constexpr axes over = detail::axes_of<X>(A{});
  auto const e = exp(detail::below_top(stop_gradient(x), axis));
  return emit<softmax_of_t, softmax_of_t::params{over}>(e / detail::along<X, over>(sum(e, axis)), x);
}
/// log(softmax(x)).
template <tracing X, axis_like A = integer<-1>>
constexpr auto log_softmax(X const& x, A axis = {}) {
  constexpr axes over = detail::axes_of<X>(A{});
  auto const shifted = detail::below_top(stop_gradient(x), axis), e = exp(shifted);
  auto const s = sum(e, axis);
  return emit<log_softmax_of_t, log_softmax_of_t::params{over}>(shifted - detail::along<X, over>(log(s)), detail::weights<over>(e, s, x), x);
}

} // namespace constax::inline CONSTAX_TAG
