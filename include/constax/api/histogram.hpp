// SPDX-License-Identifier: BSL-1.0
#pragma once
// histogram : T[s] -> T[bins], T[bins + 1]        how many numbers lie between edges; and digitize, between which each lies
//
//   auto [counts, edges] = cx::histogram<20>(x);                    20 bins of equal width from the least number to the largest
//   cx::histogram(x, cx::linspace<21>(0.0, 1.0))                    between edges of yours
#include <constax/api/searchsorted.hpp>

namespace constax::inline CONSTAX_TAG {

/// The ends of N bins of equal width from min(x) to max(x); of width 1 in all where these are one, and from 0 to 1 where there is no x:
/// histogram_bin_edges<20>(x).
template <i64 N = 10, tracing X> constexpr auto histogram_bin_edges(X const& x) {
  static_assert(N > 0 && info(X::aval.type).floating,
                "[constax] histogram: N > 0 bins of floating numbers; convert others with cx::astype<double>");
  if constexpr (detail::has_empty_axis(X::aval, detail::every_axis(X::rank())))
    return linspace<N + 1>(zeros_like(sum(x)), ones_like(sum(x)));
  else {
    auto const low = min(x), high = max(x);
    auto const empty = eq(low, high);
    return linspace<N + 1>(where(empty, low - 0.5, low), where(empty, high + 0.5, high));
  }
}
/// How many x lie in [edge, next edge), the last edge counted too; or the sum of their weights. The edges increase.
template <tracing X, tracing E, tracing W> constexpr auto histogram(X const& x, E const& edges, W const& weights) {
  static_assert(E::rank() == 1 && E::aval.shape.is_static(), "[constax] histogram: the edges are a vector whose length is a number");
  constexpr i64 n = E::aval.shape[0].number;
  static_assert(n > 1, "[constax] histogram: there are two edges or more");
  auto const all = ravel(x);
  auto const bin = where(eq(all, edges[integer<-1>{}]), n - 1, searchsorted(edges, all, side::right)) - 1;
  return std::pair{segment_sum<n - 1>(ravel(weights), bin), edges};
}
template <tracing X, tracing E>
requires(E::rank() == 1) constexpr auto histogram(X const& x, E const& edges) { return histogram(x, edges, ones_like(x)); }
template <i64 N = 10, tracing X> constexpr auto histogram(X const& x) { return histogram(x, histogram_bin_edges<N>(x)); }
namespace detail {
template <class S> dynamic_tracer digitize_dynamic(dynamic_tracer const& x, dynamic_tracer const& edges, S s); // runtime/elements.hpp
} // namespace detail
/// The number of the bin in which each x lies: i with edges[i - 1] <= x < edges[i], of side::left < and <=. Edges increase or decrease.
template <traced_value X, traced_value E, class S = side::right_t> constexpr auto digitize(X const& x, E const& edges, S s = {}) {
  if constexpr (is_dynamic<X> || is_dynamic<E>) return detail::digitize_dynamic(x, edges, s);
  else if constexpr (E::rank() != 1) static_assert(E::rank() == 1, "[constax] digitize: the edges are a vector");
  else if constexpr (E::aval.shape[0] == extent(0)) return zeros_like(astype<int>(eq(x, x)));
  else {
    auto const up = ge(edges[integer<-1>{}], edges[integer<0>{}]);
    auto const place = searchsorted(where(up, edges, flip(edges)), x, s);
    return where(up, place, detail::traced_extent<int>(some_context({&x.value, 1}), E::aval.shape[0]) - place);
  }
}

} // namespace constax::inline CONSTAX_TAG
