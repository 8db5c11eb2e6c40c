// SPDX-License-Identifier: BSL-1.0
#pragma once
// elements: what api/numpy's functions of two operands, written once for both kinds of tracers, ask of dynamic ones
#include <constax/api/gcd.hpp>
#include <constax/api/histogram.hpp>
#include <constax/runtime/control.hpp>
#include <constax/runtime/functions.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class X, class Y, class F> dynamic_tracer broadcast_both_dynamic(X const& x, Y const& y, F f) {
  dtype const t = dtype_among(x, y);
  dynamic_tracer const a = dynamic_in(x, t), b = dynamic_in(y, t);
  numpy_shape const s = broadcast_avals(a.type(), b.type());
  if (!s.ok || a.type().type != b.type().type) return add(a, b); // says so
  return f(broadcast_to_dynamic(a, s.result), broadcast_to_dynamic(b, s.result));
}
inline dynamic_tracer with_axes_dynamic(int least, bool behind, dynamic_tracer const& x) {
  dynamic_tracer y = x;
  while (y.rank() < least) y = expand_dims(y, y.rank() == 0 ? 0 : y.rank() == 2 || behind ? -1 : 0);
  return y;
}
inline dynamic_tracer joined_with_axes(std::vector<dynamic_tracer> const& xs, int least, bool behind, int axis) {
  std::vector<dynamic_tracer> wide;
  for (dynamic_tracer const& x : xs) wide.push_back(with_axes_dynamic(least, behind, x));
  return concatenate(wide, axis);
}
template <class X, class Y, class... O> dynamic_tracer all_equal_dynamic(bool broadcast, X const& x, Y const& y, O... o) {
  dynamic_tracer const a(x), b(y);
  aval const of_a = a.type(), of_b = b.type();
  bool const comparable = broadcast ? broadcast_avals(of_a, of_b).ok : of_a.shape == of_b.shape;
  return comparable ? all_equal(a, b, o...) : dynamic_in(false, dtype::boolean);
}

inline void expect_integers_dynamic(dynamic_tracer const& x, dynamic_tracer const& y) {
  aval const a = x.type(), b = y.type();
  if (!info(a.type).integer || a.type != b.type) raise_error<type_error>("[constax] gcd, lcm: both operands are integers of one type");
}

template <class X, class I> dynamic_tracer element_at_dynamic(X const& x, I const& i) { return read_at_dynamic(drop_negative{}, x, i); }
template <class V> dynamic_tracer number_beside_dynamic(dynamic_tracer const& a, V const& v) { return dynamic_in(v, a.type().type); }
template <class Side> dynamic_tracer searchsorted_dynamic(dynamic_tracer const& a, dynamic_tracer const& v) {
  aval const of_a = a.type(), of_v = v.type();
  if (of_a.rank() != 1) raise_error<shape_error>("[constax] searchsorted: the sorted array has one axis");
  if (of_a.type != of_v.type) raise_error<type_error>("[constax] searchsorted: both arrays have one dtype; convert one with cx::astype");
  i64 const n = of_a.shape[0].number;
  return n == 0 ? dynamic_tracer(zeros_like(astype<int>(ne(v, v)))) : dynamic_tracer(bisected<Side>(a, v, n));
}
template <class S> dynamic_tracer digitize_dynamic(dynamic_tracer const& x, dynamic_tracer const& edges, S s) {
  if (edges.rank() != 1) raise_error<shape_error>("[constax] digitize: the edges are a vector");
  i64 const n = edges.shape(0);
  if (n == 0) return zeros_like(astype<int>(eq(x, x)));
  dynamic_tracer const up = ge(edges[-1], edges[0]), place = searchsorted(where(up, edges, flip(edges)), x, s);
  return where(up, place, static_cast<int>(n) - place);
}

} // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG {

// Of a list of any length.
inline dynamic_tracer vstack(std::vector<dynamic_tracer> const& xs) { return detail::joined_with_axes(xs, 2, false, 0); }
inline dynamic_tracer hstack(std::vector<dynamic_tracer> const& xs) {
  return detail::joined_with_axes(xs, 1, false, xs.empty() || xs[0].rank() < 2 ? 0 : 1);
}
inline dynamic_tracer dstack(std::vector<dynamic_tracer> const& xs) { return detail::joined_with_axes(xs, 3, false, 2); }
inline dynamic_tracer column_stack(std::vector<dynamic_tracer> const& xs) { return detail::joined_with_axes(xs, 2, true, 1); }

} // namespace constax::inline CONSTAX_TAG
