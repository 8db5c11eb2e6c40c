// SPDX-License-Identifier: BSL-1.0
#pragma once
// statistics: average, ptp, count_nonzero, cov, corrcoef. mean: reduce.hpp; var, std_: api/norms.hpp
#include <constax/api/numpy/matrices.hpp>
#include <constax/api/numpy/products.hpp>
#include <constax/api/numpy/reduce.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// A vector w along an axis of an array like x: runtime/calculus.hpp.
template <class X, class W, class A> dynamic_tracer emit_beside(X const& x, W const& w, A axis);
} // namespace detail
/// sum(x w) / sum(w) of all elements or along an axis: average(x), average(x, 0_c), average(x, 0_c, w); w has x's shape, or is a vector
/// along the axis.
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto average(X const& x, A... axis) { return mean(x, axis...); }
template <traced_value X, axis_like A, traced_value W> constexpr auto average(X const& given, A axis, W const& w) {
  auto const x = detail::floats(given);
  if constexpr (is_dynamic<X> || is_dynamic<W>) {
    if (w.rank() != 1 || x.rank() == 1) return sum(x * w, axis) / sum(w, axis);
    auto const spread = detail::emit_beside(x, w, axis);
    return sum(x * spread, axis) / sum(w);
  } else if constexpr (W::rank() == 1 && X::rank() != 1) {
    constexpr shape to = X::aval.shape;
    constexpr int a = detail::axis_of<X>(A{});
    auto const spread = emit<broadcast_in_dim_t, broadcast_in_dim_t::params{to, axes{a}}>(w);
    return sum(x * spread, axis) / sum(w);
  } else return sum(x * w, axis) / sum(w, axis);
}
template <traced_value X, traced_value W> constexpr auto average(X const& given, W const& w) {
  auto const x = detail::floats(given);
  return sum(x * w) / sum(w);
}
/// The largest element less the smallest.
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto ptp(X const& x, A... axis) {
  return detail::extremum_along<reduce_max_t, max_t>(x, axis...) - detail::reduce_along<reduce_min_t>(x, axis...);
}
/// How many elements are not 0, as i32.
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto count_nonzero(X const& x, A... axis) { return sum(astype<bool>(x), axis...); }

namespace detail {
template <class X> constexpr auto variables_as_rows(X const& x) {
  if constexpr (is_dynamic<X>) return x.rank() == 1 ? expand_dims(x, 0) : x;
  else if constexpr (X::rank() == 1) return expand_dims(x, integer<0>{});
  else return x;
}
inline constexpr std::string_view no_variables =
    "[constax] cov, corrcoef: variables are the rows of a matrix, or a vector; transpose what has them as columns";
template <class X> struct says_cov {
  constexpr text operator()() const { return text(no_variables); }
};
template <class X> dynamic_tracer covariances_dynamic(X const& x); // runtime/calculus.hpp
template <class X> constexpr auto covariances(X const& x) {
  auto const d = x - expand_dims(mean(x, integer<1>{}), integer<1>{});
  constexpr aval a = X::aval;
  auto const n = count<typename X::value_type, a, axes{1}>(some_context({&x.value, 1}));
  return squeeze(emit<dot_general_t, dot_general_t::params{{1}, {1}, {}, {}}>(d, d) / (n - 1));
}
template <class C> constexpr auto correlations(C const& c) {
  if constexpr (is_dynamic<C>) {
    if (c.rank() == 0) return c / c;
    auto const s = sqrt(diagonal(c));
    return C(min(max(c / expand_dims(s, 1) / expand_dims(s, 0), -1), 1));
  } else if constexpr (C::rank() == 0) return c / c;
  else {
    auto const s = sqrt(diagonal(c));
    return min(max(c / expand_dims(s, integer<1>{}) / expand_dims(s, integer<0>{}), -1), 1);
  }
}
} // namespace detail
/// Covariances of the rows of x, and of y beside them, by n - 1: [v, n] -> [v, v]; of one vector a number.
template <traced_value X> constexpr auto cov(X const& given) {
  auto const x = detail::floats(given);
  if constexpr (is_dynamic<X>) return detail::covariances_dynamic(x);
  else if constexpr (X::rank() != 1 && X::rank() != 2) {
    expect_silence<detail::says_cov<X>>();
    return x;
  } else return detail::covariances(detail::variables_as_rows(x));
}
template <traced_value X, traced_value Y> constexpr auto cov(X const& x, Y const& y) {
  return cov(concatenate(detail::variables_as_rows(x), detail::variables_as_rows(y), integer<0>{}));
}
/// The same of rows of variance 1: correlations, -1 ... 1.
template <traced_value X, traced_value... Y>
requires(sizeof...(Y) <= 1) constexpr auto corrcoef(X const& x, Y const&... y) { return detail::correlations(cov(x, y...)); }

} // namespace constax::inline CONSTAX_TAG
