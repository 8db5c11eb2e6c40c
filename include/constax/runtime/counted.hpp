// SPDX-License-Identifier: BSL-1.0
#pragma once
// counted: results whose length numbers decide: nonzero(x), argwhere(x), unique(x), union1d(x, y), ... The length is asked for: of
// ndarrays, and in functions that are called without cx::jit, it is there; elsewhere that throws cx::concretization_error, and the length
// is said: nonzero(x, k).
#include <constax/runtime/eager.hpp>
#include <constax/runtime/places.hpp>
#include <constax/runtime/sorting.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
inline i64 how_many(dynamic_tracer const& x, std::string_view function) { return length_asked(sum(astype<bool>(x)), function); }
inline dynamic_tracer where_chosen(dynamic_tracer const& x, dynamic_tracer const& c, std::string_view function) {
  return take(x, flatnonzero(c, how_many(c, function)), 0, in_bounds);
}
/// The different elements, in order.
inline dynamic_tracer unique_dynamic(dynamic_tracer const& x, std::string_view function) {
  if (x.type().shape.size() == 0) return ravel(x);
  dynamic_runs const runs(x);
  return runs.values(how_many(runs.first, function));
}
inline i64 different(dynamic_tracer const& x, std::string_view function) {
  return x.type().shape.size() == 0 ? 0 : how_many(dynamic_runs(x).first, function);
}
inline i64 length_counted(dynamic_tracer const& i) { // negative ones count as 0, as in JAX
  return i.type().shape.size() == 0 ? 0 : length_asked(amax(max(i, 0)) + 1, "bincount");
}
inline dynamic_tracer difference_of_sets(dynamic_tracer const& x, dynamic_tracer const& y, bool both, std::string_view function) {
  dynamic_tracer const u = unique_dynamic(x, function), there = isin(u, y);
  return where_chosen(u, both ? there : dynamic_tracer(not_(there)), function);
}
} // namespace detail

/// The places of all elements that are true, or not 0: an array for each axis; or rows; or of a vector one array.
template <dynamic_tracing X> std::vector<dynamic_tracer> nonzero(X const& x) {
  detail::expect_axis_of_places(x);
  return nonzero(x, detail::how_many(x, "nonzero"));
}
template <dynamic_tracing X> dynamic_tracer argwhere(X const& x) {
  detail::expect_axis_of_places(x);
  return argwhere(x, detail::how_many(x, "argwhere"));
}
template <dynamic_tracing X> dynamic_tracer flatnonzero(X const& x) { return flatnonzero(ravel(x), detail::how_many(x, "flatnonzero")); }
/// The different elements in their order; how often each is there; which of them each element is.
template <dynamic_tracing X> dynamic_tracer unique(X const& x) { return detail::unique_dynamic(x, "unique"); }
template <dynamic_tracing X> dynamic_tracer unique_values(X const& x) { return unique(x); }
template <dynamic_tracing X> auto unique_counts(X const& x) { return unique_counts(x, detail::different(x, "unique_counts")); }
template <dynamic_tracing X> auto unique_inverse(X const& x) { return unique_inverse(x, detail::different(x, "unique_inverse")); }
/// What is in x or in y; in both; in x alone; in one of them.
template <class X, class Y>
requires detail::late<X, Y> dynamic_tracer union1d(X const& x, Y const& y) {
  return detail::unique_dynamic(concatenate({ravel(dynamic_tracer(x)), ravel(dynamic_tracer(y))}), "union1d");
}
template <class X, class Y>
requires detail::late<X, Y> dynamic_tracer intersect1d(X const& x, Y const& y) {
  return detail::difference_of_sets(dynamic_tracer(x), dynamic_tracer(y), true, "intersect1d");
}
template <class X, class Y>
requires detail::late<X, Y> dynamic_tracer setdiff1d(X const& x, Y const& y) {
  return detail::difference_of_sets(dynamic_tracer(x), dynamic_tracer(y), false, "setdiff1d");
}
template <class X, class Y>
requires detail::late<X, Y> dynamic_tracer setxor1d(X const& given, Y const& other) {
  dynamic_tracer const x(given), y(other);
  return sort(concatenate({detail::difference_of_sets(x, y, false, "setxor1d"), detail::difference_of_sets(y, x, false, "setxor1d")}));
}

/// How often each of 0 ... the largest occurs in i; or the sum of the weights beside it.
template <dynamic_tracing I> dynamic_tracer bincount(I const& i) { return bincount(i, detail::length_counted(i)); }
template <class I, class W>
requires detail::late<I, W>
dynamic_tracer bincount(I const& i, W const& weights) {
  return bincount(i, weights, detail::length_counted(dynamic_tracer(i)));
}

#define CONSTAX_EAGER_SETS(name) \
  template <class X, class Y> \
  requires detail::eager_operands<X, Y> ndarray name(X const& x, Y const& y) { \
    return detail::eagerly_late([](auto const& a, auto const& b) { return name(a, b); }, ndarray(x), ndarray(y)); \
  }
CONSTAX_EAGER_SETS(intersect1d)
CONSTAX_EAGER_SETS(setdiff1d)
CONSTAX_EAGER_SETS(setxor1d)
#undef CONSTAX_EAGER_SETS

} // namespace constax::inline CONSTAX_TAG
