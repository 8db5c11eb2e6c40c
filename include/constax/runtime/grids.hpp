// SPDX-License-Identifier: BSL-1.0
#pragma once
// grids: numbers at equal distances or ratios, so many as is known at run time, as api/numpy/grids.hpp has them: linspace(0.0, 1.0, n),
// logspace(0.0, 3.0, n), geomspace(1.0, x, n). Numbers, traced ones, or arrays of them, which stand behind the new axis.
#include <constax/api/numpy/grids.hpp>
#include <constax/runtime/make.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <class X>
concept end_of_late_grid = number<X> || traced_value<X>;
/// What the ends are numbers of.
template <class T, class A, class B> dtype dtype_of_grid(A const& a, B const& b) {
  if constexpr (!std::is_void_v<T>) return dtype_of<T>;
  else if constexpr (number<A> && number<B>) return dtype::f64;
  else return dtype_among(a, b);
}
inline dynamic_tracer spaced_dynamic(dynamic_tracer const& first, dynamic_tracer const& last, i64 n, bool end) {
  aval const a = first.type(), b = last.type();
  numpy_shape const of = broadcast_avals(a, b);
  if (!of.ok || a.type != b.type) return add(first, last); // says so
  expect_array("linspace", {a.type, {extent(n)}});
  shape s{extent(n)};
  for (int d = 0; d < of.result.rank; ++d) s.push(of.result[d]);
  if (n < 2) return spread_dynamic<broadcast_in_dim_t>(first + last * 0, s);
  i64 const steps = end ? n - 1 : n;
  dynamic_tracer const i = iota_later(a.type, s, 0), t = i / static_cast<double>(steps), y = first * (1.0 - t) + last * t;
  return end ? dynamic_tracer(where(eq(i, static_cast<double>(steps)), last, y)) : y;
}
} // namespace detail

/// n numbers at equal distances from start to stop, of which the last one is stop: linspace(0.0, 1.0, n), linspace(x, y, n,
/// endpoint<false>).
template <class T = void, detail::end_of_late_grid A, detail::end_of_late_grid B, detail::says_endpoint E = detail::endpoint_option<true>>
dynamic_tracer linspace(A const& start, B const& stop, i64 n, E = {}) {
  dtype const t = detail::dtype_of_grid<T>(start, stop);
  return detail::spaced_dynamic(detail::dynamic_in(start, t), detail::dynamic_in(stop, t), n, E::value);
}
/// base to the power of these, base 10.
template <class T = void, detail::end_of_late_grid A, detail::end_of_late_grid B, detail::says_endpoint E = detail::endpoint_option<true>>
dynamic_tracer logspace(A const& start, B const& stop, i64 n, E e = {}, double base = 10.0) {
  dynamic_tracer const x = linspace<T>(start, stop, n, e);
  return pow(detail::dynamic_in(base, x.type().type), x);
}
/// n numbers at equal ratios from start to stop, which have one sign.
template <class T = void, detail::end_of_late_grid A, detail::end_of_late_grid B, detail::says_endpoint E = detail::endpoint_option<true>>
dynamic_tracer geomspace(A const& start, B const& stop, i64 n, E e = {}) {
  dtype const t = detail::dtype_of_grid<T>(start, stop);
  dynamic_tracer const first = detail::dynamic_in(start, t), last = detail::dynamic_in(stop, t), ratio = last / first;
  return detail::at_equal_ratios<E::value>(first, last, ratio, linspace(zeros_like(ratio), ones_like(ratio), n, e));
}

} // namespace constax::inline CONSTAX_TAG
