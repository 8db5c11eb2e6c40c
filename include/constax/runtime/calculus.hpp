// SPDX-License-Identifier: BSL-1.0
#pragma once
// calculus: differences, integrals, filters and statistics of dynamic tracers, as api/numpy/calculus.hpp and statistics.hpp have them of
// static ones
#include <constax/runtime/rearrange.hpp>
#include <constax/runtime/sorting.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
inline int axis_of_samples(aval const& of, int axis, i64 least) {
  if (axis >= 0 && axis < of.rank() && of.shape[axis].number >= least) return axis;
  text t;
  raise_error<shape_error>(
      t << "[constax] diff, trapezoid and gradient: samples lie along an axis, gradient needs two of them; an operand has type " << of);
}
inline dynamic_tracer difference_dynamic(dynamic_tracer const& x, int axis) {
  i64 const n = length_along(x, axis);
  if (n == 0) return x;
  dynamic_tracer const behind = sliced_dynamic(x, axis, 1, n), before = sliced_dynamic(x, axis, 0, n - 1);
  return x.type().type == dtype::boolean ? dynamic_tracer(ne(behind, before)) : behind - before;
}
/// A vector along an axis of an array of so many; anything else as it is.
inline dynamic_tracer beside_dynamic(dynamic_tracer const& x, int rank, int axis) {
  if (x.rank() != 1 || rank == 1) return x;
  broadcast_in_dim_t::params q{{}, {axis}};
  for (int d = 0; d < rank; ++d) q.to.push(d == axis ? x.type().shape[0] : extent(1));
  return emit_dynamic<broadcast_in_dim_t>(q, x);
}
template <class X, class W, class A> dynamic_tracer emit_beside(X const& x, W const& w, A axis) {
  return emit_dynamic<broadcast_in_dim_t>({dynamic_tracer(x).type().shape, axes{dynamic_axis(x.rank(), axis)}}, dynamic_tracer(w));
}
template <class X> dynamic_tracer covariances_dynamic(X const& given) {
  dynamic_tracer const x = variables_as_rows(dynamic_tracer(given));
  if (x.rank() != 2) raise_error<shape_error>(text(no_variables));
  dynamic_tracer const d = x - expand_dims(mean(x, integer<1>{}), 1), n = count_along(x, axes{1}, x.type().type);
  return squeeze(emit_dynamic<dot_general_t>({{1}, {1}, {}, {}}, d, d) / (n - 1));
}
} // namespace detail

/// diff(x), diff(x, 2, 0)
template <dynamic_tracing X, integer_number N = integer<1>, integer_number A = integer<-1>>
dynamic_tracer diff(X const& x, N times = {}, A axis = {}) {
  int const a = detail::axis_of_samples(x.type(), detail::dynamic_axis(x.rank(), axis), 0);
  i64 const n = detail::axis_number(times);
  if (n < 0) detail::raise_error<shape_error>("[constax] diff: differences are taken 0 times or more");
  dynamic_tracer y = x;
  for (i64 k = n; k > 0; --k) y = detail::difference_dynamic(y, a);
  return y;
}
template <dynamic_tracing X> dynamic_tracer ediff1d(X const& x) { return diff(ravel(x)); }

template <class Y, class D, integer_number A = integer<-1>>
requires(detail::late<Y> || detail::late<Y, D>) && (traced_value<D> || std::is_floating_point_v<D>)dynamic_tracer
    trapezoid(Y const& given, D const& dx, A axis = {}) {
  dynamic_tracer const y(given);
  detail::expect_floating_dynamic(y);
  int const a = detail::axis_of_samples(y.type(), detail::dynamic_axis(y.rank(), axis), 0);
  i64 const n = detail::length_along(y, a);
  if (n == 0) return sum(y, a);
  dynamic_tracer steps = detail::dynamic_in(dx, y.type().type);
  if (steps.rank() == 1) steps = detail::beside_dynamic(diff(steps), y.rank(), a);
  else if (steps.rank() > 1) steps = diff(steps, 1, a);
  dynamic_tracer const both = detail::sliced_dynamic(y, a, 1, n) + detail::sliced_dynamic(y, a, 0, n - 1);
  return sum(both * steps, a) * 0.5;
}
template <dynamic_tracing Y, integer_number A = integer<-1>> dynamic_tracer trapezoid(Y const& y, A axis = {}) {
  return trapezoid(y, 1.0, axis);
}

namespace detail {
inline dynamic_tracer slope_along(dynamic_tracer const& x, dynamic_tracer const& h, int axis) {
  expect_floating_dynamic(x);
  i64 const n = length_along(x, axis_of_samples(x.type(), axis, 2)), m = n - 1;
  auto const part = [axis](dynamic_tracer const& y, i64 from, i64 to) { return sliced_dynamic(y, axis, from, to); };
  dynamic_tracer const d = difference_dynamic(x, axis);
  if (h.rank() != 1) {
    dynamic_tracer const central = (part(x, 2, n) - part(x, 0, n - 2)) * 0.5;
    return joined_dynamic({part(d, 0, 1) / h, central / h, part(d, m - 1, m) / h}, axis);
  }
  dynamic_tracer const steps = beside_dynamic(diff(h), x.rank(), axis), slopes = d / steps; // parabolas through three places
  dynamic_tracer const h0 = part(steps, 0, m - 1), h1 = part(steps, 1, m);
  dynamic_tracer const inner = (part(slopes, 0, m - 1) * h1 + part(slopes, 1, m) * h0) / (h0 + h1);
  return joined_dynamic({part(slopes, 0, 1), inner, part(slopes, m - 1, m)}, axis);
}
} // namespace detail
template <class X, class H, integer_number A>
requires(detail::late<X> || detail::late<X, H>) && (traced_value<H> || std::is_floating_point_v<H>)dynamic_tracer
    gradient(X const& given, H const& h, A axis) {
  dynamic_tracer const x(given);
  return detail::slope_along(x, detail::dynamic_in(h, x.type().type), detail::dynamic_axis(x.rank(), axis));
}
template <dynamic_tracing X, integer_number A> dynamic_tracer gradient(X const& x, A axis) { return gradient(x, 1.0, axis); }
/// Along all axes: of a vector its slopes, else a list of arrays, one for each axis.
template <dynamic_tracing X, class... H>
requires(sizeof...(H) <= 1 &&
         ((traced_value<H> || std::is_floating_point_v<H>)&&...)) std::vector<dynamic_tracer> gradients(X const& x, H const&... h) {
  std::vector<dynamic_tracer> all;
  for (int d = 0; d < x.rank(); ++d) all.push_back(gradient(x, h..., d));
  return all;
}
template <dynamic_tracing X, class... H>
requires(sizeof...(H) <= 1 && ((traced_value<H> || std::is_floating_point_v<H>)&&...)) dynamic_tracer gradient(X const& x, H const&... h) {
  if (x.rank() != 1)
    detail::raise_error<shape_error>("[constax] gradient: of several axes there are several arrays; name an axis, or call cx::gradients");
  return gradient(x, h..., 0);
}

namespace detail {
inline dynamic_tracer places_among(dynamic_tracer const& x, dynamic_tracer const& sorted) {
  i64 const n = length_along(sorted, 0);
  if (n <= 16) return sum(ge(expand_dims(x, -1), sorted), -1);
  i64 half = 1;
  while (2 * half <= n) half *= 2;
  dynamic_tracer k = full_like(astype<int>(x), 0);
  for (int const last = static_cast<int>(n); half > 0; half /= 2) {
    dynamic_tracer const next = k + static_cast<int>(half), inside = min(next, last) - 1;
    k = select_n(and_(le(next, last), le(sorted.at(inside).get(in_bounds), x)), k, next);
  }
  return k;
}
} // namespace detail
template <class X, class P, class F, class... Outside>
requires(detail::late<X, P, F> && sizeof...(Outside) <= 2) dynamic_tracer
    interp(X const& given, P const& points, F const& values, Outside const&... outside) {
  dynamic_tracer const x = detail::floats(dynamic_tracer(given)), xp(points), fp = detail::floats(dynamic_tracer(values));
  aval const p = xp.type(), f = fp.type();
  if (p.rank() != 1 || !(p.shape == f.shape) || p.shape.size() == 0) {
    text t;
    detail::raise_error<shape_error>(t << "[constax] interp: places and values are vectors of one length, a number, 1 or more; these are "
                                       << p << " and " << f);
  }
  int const n = static_cast<int>(p.shape.size());
  mode::tag<index_mode::clip, false> const nearest{};
  dynamic_tracer const i = min(max(detail::places_among(stop_gradient(x), stop_gradient(xp)), 1), n > 1 ? n - 1 : 1);
  dynamic_tracer const before = i - 1, x0 = xp.at(before).get(nearest), f0 = fp.at(before).get(nearest);
  dynamic_tracer const dx = xp.at(i).get(nearest) - x0, df = fp.at(i).get(nearest) - f0, none = eq(dx, 0);
  dynamic_tracer const inside = select_n(none, f0 + (x - x0) / select_n(none, dx, 1) * df, f0);
  auto const ends = std::tuple<Outside const&...>(outside...);
  dynamic_tracer first = fp[0], last = fp[-1];
  if constexpr (sizeof...(Outside) > 0) first = detail::dynamic_in(std::get<0>(ends), f.type);
  if constexpr (sizeof...(Outside) > 1) last = detail::dynamic_in(std::get<1>(ends), f.type);
  return where(gt(x, xp[-1]), last, where(lt(x, xp[0]), first, inside));
}
template <number X, class P, class F, class... Outside>
requires detail::late<P, F>
dynamic_tracer interp(X x, P const& points, F const& values, Outside const&... outside) {
  return interp(detail::dynamic_in(x, dynamic_tracer(points).type().type), points, values, outside...);
}

// ---- filters ----------------------------------------------------------------------------------------------------------------------------
namespace detail {
/// sum over k of v[k] x[i - k] for places from ... to - 1 of all, v the shorter one.
inline dynamic_tracer convolved_dynamic(dynamic_tracer const& x, dynamic_tracer const& v, i64 from, i64 to) {
  i64 const n = length_along(x, 0), m = length_along(v, 0);
  if (m <= 16) { // term after term: one loop
    i64 const before = std::max(m - 1 - from, i64(0)), after = std::max(to - n, i64(0)); // zeros that these places see
    dynamic_tracer const wide = before == 0 && after == 0 ? x : pad_with(x, {{before}, {after}}, 0);
    dynamic_tracer y = v[0] * sliced_dynamic(wide, 0, from + before, to + before);
    for (i64 k = 1; k < m; ++k) y = y + v[k] * sliced_dynamic(wide, 0, from + before - k, to + before - k);
    return y;
  }
  i64 const row = n + m - 1; // rows of x, each moved by one: x and m zeros, m times, read in rows that are shorter by one
  dynamic_tracer const rows = reshape(sliced_dynamic(tile(pad_with(x, {{0}, {m}}, 0), {m}), 0, 0, m * row), {m, row});
  return dot(v, sliced_dynamic(rows, 1, from, to));
}
template <class M> dynamic_tracer part_of_convolution(dynamic_tracer const& x, dynamic_tracer const& v) {
  aval const a = x.type(), b = v.type();
  if (a.rank() != 1 || b.rank() != 1 || a.shape.size() == 0 || b.shape.size() == 0) {
    text t;
    raise_error<shape_error>(t << "[constax] convolve, correlate: operands are vectors, of lengths that are numbers, 1 or more; these are "
                               << a << " and " << b);
  }
  i64 const n = a.shape.size(), m = b.shape.size();
  if (n < m) return part_of_convolution<M>(v, x);
  if constexpr (std::is_same_v<M, mode::full_t>) return convolved_dynamic(x, v, 0, n + m - 1);
  else if constexpr (std::is_same_v<M, mode::same_t>) return convolved_dynamic(x, v, (m - 1) / 2, (m - 1) / 2 + n);
  else return convolved_dynamic(x, v, m - 1, n);
}
} // namespace detail
template <class X, class V, class M = mode::full_t>
requires(detail::late<X, V>&& detail::is_part_of_convolution<M>) dynamic_tracer convolve(X const& x, V const& v, M = {}) {
  return detail::part_of_convolution<M>(dynamic_tracer(x), dynamic_tracer(v));
}
template <class X, class V, class M = mode::valid_t>
requires(detail::late<X, V>&& detail::is_part_of_convolution<M>) dynamic_tracer correlate(X const& x, V const& v, M = {}) {
  dynamic_tracer const a(x), b(v);
  if (std::is_same_v<M, mode::same_t> && a.rank() == 1 && b.rank() == 1 && a.shape(0) > 0 && a.shape(0) < b.shape(0))
    return flip(detail::part_of_convolution<M>(b, flip(a))); // as api/numpy/calculus.hpp
  return detail::part_of_convolution<M>(a, flip(b));
}
template <class P, class X>
requires detail::late<P, X> dynamic_tracer polyval(P const& coefficients, X const& x) {
  dynamic_tracer const p(coefficients);
  if (p.rank() != 1) detail::raise_error<shape_error>("[constax] polyval: coefficients are a vector whose length is a number");
  dynamic_tracer y = zeros_like(dynamic_tracer(x));
  for (i64 i = 0; i < detail::length_along(p, 0); ++i) y = y * x + p[i];
  return y;
}
template <dynamic_tracing P, number X> dynamic_tracer polyval(P const& coefficients, X x) {
  return polyval(coefficients, detail::dynamic_in(x, coefficients.type().type));
}

namespace detail {
inline i64 coefficients(dynamic_tracer const& p, std::string_view asked_by) {
  if (p.rank() == 1) return length_along(p, 0);
  text t;
  raise_error<shape_error>(t << "[constax] " << asked_by << ": coefficients are a vector, these are " << p.type());
}
/// n, n - 1, ..., 1 as elements of x's type.
inline dynamic_tracer counted_down(dynamic_tracer const& x, i64 n) {
  return iota_dynamic(some_context({&x.value, 1}), 0, x.type().type, shape{extent(n)}) * -1 + n;
}
} // namespace detail
template <dynamic_tracing P> dynamic_tracer polyder(P const& p) {
  i64 const n = detail::coefficients(p, "polyder");
  if (n < 2) return detail::sliced_dynamic(p, 0, 0, 0);
  return detail::sliced_dynamic(p, 0, 0, n - 1) * detail::counted_down(p, n - 1);
}
template <dynamic_tracing P> dynamic_tracer polyint(P const& p) {
  i64 const n = detail::coefficients(p, "polyint");
  detail::expect_floating_dynamic(p);
  return detail::pad_with(p / detail::counted_down(p, n), {{0}, {1}}, 0);
}
template <dynamic_tracing X, integer_number A = integer<-1>> dynamic_tracer unwrap(X const& x, A axis = {}) {
  detail::expect_floating_dynamic(x);
  int const a = detail::checked_axis(x.type(), detail::dynamic_axis(x.rank(), axis), "unwrap");
  i64 const n = detail::length_along(x, a);
  if (n < 2) return x;
  return detail::unwrapped(detail::sliced_dynamic(x, a, 0, 1), detail::sliced_dynamic(x, a, 1, n), diff(x, 1, a), std::numbers::pi, a);
}

} // namespace constax::inline CONSTAX_TAG
