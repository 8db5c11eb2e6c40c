// SPDX-License-Identifier: BSL-1.0
#pragma once
// histogram: how many numbers lie between edges, of dynamic tracers, as api/histogram.hpp has it of static ones: histogram(x), histogram(x,
// 20), histogram<20>(x), histogram(x, edges), histogram(x, edges, weights)
#include <constax/runtime/elements.hpp>
#include <constax/runtime/grids.hpp>

namespace constax::inline CONSTAX_TAG {

template <dynamic_tracing X> dynamic_tracer histogram_bin_edges(X const& x, i64 bins) {
  if (bins <= 0 || !x.type().floating())
    detail::raise_error<type_error>("[constax] histogram: N > 0 bins of floating numbers; convert others with cx::astype<double>");
  if (x.type().shape.size() == 0) return linspace(zeros_like(sum(x)), ones_like(sum(x)), bins + 1); // as NumPy has it
  dynamic_tracer const low = min(x), high = max(x), empty = eq(low, high);
  return linspace(where(empty, low - 0.5, low), where(empty, high + 0.5, high), bins + 1);
}
template <i64 N = 10, dynamic_tracing X> dynamic_tracer histogram_bin_edges(X const& x) { return histogram_bin_edges(x, N); }
template <class X, class E, class W>
requires detail::late<X, E, W>
auto histogram(X const& x, E const& given, W const& weights) {
  dynamic_tracer const edges(given), all = ravel(dynamic_tracer(x));
  if (edges.rank() != 1 || edges.shape(0) < 2)
    detail::raise_error<shape_error>("[constax] histogram: the edges are a vector, and there are two edges or more");
  i64 const n = edges.shape(0);
  dynamic_tracer const bin = where(eq(all, edges[-1]), static_cast<int>(n - 1), searchsorted(edges, all, side::right)) - 1;
  return std::pair{segment_sum(ravel(dynamic_tracer(weights)), bin, n - 1), edges};
}
template <class X, class E>
requires detail::late<X, E>
auto histogram(X const& x, E const& edges) { return histogram(x, edges, ones_like(dynamic_tracer(x))); }
template <dynamic_tracing X> auto histogram(X const& x, i64 bins) { return histogram(x, histogram_bin_edges(x, bins)); }
template <i64 N = 10, dynamic_tracing X> auto histogram(X const& x) { return histogram(x, N); }

} // namespace constax::inline CONSTAX_TAG
