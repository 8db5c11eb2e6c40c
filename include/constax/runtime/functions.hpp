// SPDX-License-Identifier: BSL-1.0
#pragma once
// functions: NumPy's functions on dynamic tracers, as far as api/numpy/ does not write them once for both kinds of tracers. What computes
// parameters from shapes is api/numpy's own. Where a static tracer needs a length or an axis in a type, a dynamic one also takes it as a
// number.
#include <constax/api/norms.hpp>
#include <constax/api/numpy.hpp>
#include <constax/runtime/elementwise.hpp>
#include <constax/runtime/index.hpp>

#include <initializer_list>
#include <vector>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// One of some traced values is dynamic.
template <class... X>
concept late = (traced_value<X> && ...) && (dynamic_tracing<X> || ...);

template <class A> i64 axis_number(A const& a) { return static_cast<i64>(plain(a)); }
/// An axis, negative ones counted from the end. One that is none stays as it is, for the message.
template <class A> int dynamic_axis(int rank, A const& a) {
  i64 const at = axis_number(a);
  return static_cast<int>(at < 0 && at >= -rank ? at + rank : at);
}
inline shape shape_of_list(std::initializer_list<i64> lengths) {
  shape s;
  for (i64 n : lengths) s.push(extent(n));
  return s;
}
inline dynamic_tracer reshape_dynamic(dynamic_tracer const& x, shape const& to) {
  aval const a = x.type();
  shape const filled = fill_in(a.shape, to);
  return filled == a.shape ? x : emit_dynamic<reshape_t>({filled}, x);
}
inline dynamic_tracer broadcast_to_dynamic(dynamic_tracer const& x, shape const& to) {
  aval const a = x.type();
  if (to == a.shape) return x;
  return emit_dynamic<broadcast_in_dim_t>({to, last_axes(a.rank(), to.rank)}, x);
}

template <class P, class... X> dynamic_tracer emit_along(axes const& over, X const&... x) {
  return emit_dynamic<P>(params_of<P>{over}, x...);
}
template <class X, class Y> dynamic_tracer repeated_along(X const& x, axes const& over, Y const& y) {
  if (over.size() == 0) return dynamic_tracer(y);
  return emit_dynamic<broadcast_in_dim_t>({x.type().shape, kept_axes(x.rank(), over)}, y);
}
template <class X, class Y> dynamic_tracer kept_along(X const& x, axes const& over, Y const& y) {
  return emit_dynamic<broadcast_in_dim_t>({with_units(x.type().shape, over), kept_axes(x.rank(), over)}, y);
}
template <class X> dynamic_tracer count_along(X const& x, axes const& over, dtype as) {
  aval const a = x.type();
  i64 n = 1;
  for (i64 d : over) n *= a.shape[static_cast<int>(d)].number;
  return dynamic_tracer((*some_context({&x.value, 1})).constant(as, static_cast<double>(n)));
}
template <class X> void expect_elements_dynamic(std::string_view name, X const& x, axes const& over) {
  if (aval const a = x.type(); has_empty_axis(a, over)) raise_of<shape_error>(nothing_to_reduce(name, a), dynamic_tracer(x));
}
template <class X> void expect_place_dynamic(std::string_view name, X const& x, axes const& over) {
  if (aval const a = x.type(); has_empty_axis(a, over))
    raise_of<shape_error>(sentence({fault_code::bad_params, name, no_first_element, a}), dynamic_tracer(x));
}
template <class X> void expect_floating_dynamic(X const& x) {
  if (aval const a = x.type(); !a.floating()) raise_of<type_error>(text(not_floating(a)), dynamic_tracer(x));
}
template <class X, class Y> dynamic_tracer astype_dynamic(X const& x, Y const& y) {
  dtype const t = x.type().type;
  dynamic_tracer const d = dynamic_in(y, t);
  return d.type().type == t ? d : emit_dynamic<convert_element_type_t>({t}, d);
}
template <class X, class V> dynamic_tracer full_like_dynamic(X const& x, V const& v) {
  aval const a = dynamic_tracer(x).type();
  dynamic_tracer const s = dynamic_in(v, a.type);
  return a.rank() == 0 ? s : emit_dynamic<broadcast_in_dim_t>({a.shape, axes{}}, s);
}
template <class P, class Options, class... X> dynamic_tracer accumulate_dynamic(bool from_end, Options const& options, X const&... x) {
  aval const a = dynamic_tracer(std::get<0>(std::tie(x...))).type();
  params_of<P> q{0, from_end};
  bool has_axis = false;
  unpack(
      [&](auto const&... o) {
        (
            [&] {
              if constexpr (is_one_axis<std::remove_cvref_t<decltype(o)>>) q.axis = dynamic_axis(a.rank(), o), has_axis = true;
            }(),
            ...);
      },
      options);
  if (!has_axis && a.rank() != 1) raise_error<shape_error>(which_axis(P::name, P::operands, a));
  return emit_dynamic<P>(q, x...);
}
template <class Axis, class... X> dynamic_tracer concatenate_dynamic(Axis axis, X const&... x) {
  dynamic_tracer const first(std::get<0>(std::tie(x...)));
  if constexpr (sizeof...(X) == 1) return first;
  else return emit_dynamic<concatenate_t>({dynamic_axis(first.rank(), axis)}, x...);
}
template <class Axis, class... X> dynamic_tracer stack_dynamic(Axis axis, X const&... x) {
  dynamic_tracer const first(std::get<0>(std::tie(x...)));
  i64 const given = axis_number(axis), at = given < 0 ? given + first.rank() + 1 : given;
  auto const wide = [&](auto const& y) {
    dynamic_tracer const d(y);
    return emit_dynamic<broadcast_in_dim_t>(with_new_axis(d.type().shape, at), d);
  };
  if constexpr (sizeof...(X) == 1) return wide(first);
  else {
    // In order: function arguments would be evaluated in any.
    std::tuple<std::conditional_t<true, dynamic_tracer, X>...> const all{wide(x)...};
    return unpack([&](auto const&... y) { return emit_dynamic<concatenate_t>({static_cast<i32>(at)}, y...); }, all);
  }
}

} // namespace detail

// ---- shapes -----------------------------------------------------------------------------------------------------------------------------
/// reshape<3, -1>(x), reshape(x, {3, -1}).
template <auto... Dims, dynamic_tracing X>
requires(sizeof...(Dims) != 0) dynamic_tracer reshape(X const& x) { return detail::reshape_dynamic(x, shape_of_dims<Dims...>); }
template <dynamic_tracing X, integral_number... D>
requires(sizeof...(D) != 0) dynamic_tracer reshape(X const& x, D...) {
  return detail::reshape_dynamic(x, shape{extent(static_cast<i64>(D::value))...});
}
inline dynamic_tracer reshape(dynamic_tracer const& x, std::initializer_list<i64> lengths, char const* file = __builtin_FILE(),
                              u32 line = __builtin_LINE()) {
  detail::in_line const here(file, line);
  return detail::reshape_dynamic(x, detail::shape_of_list(lengths));
}
template <dynamic_tracing X, integer_number A> dynamic_tracer expand_dims(X const& x, A axis) {
  if (i64 const at = detail::axis_number(axis), rank = x.rank() + 1; at < -rank || at >= rank) {
    text t;
    detail::raise_error<shape_error>(t << "[constax] expand_dims: place " << at << " is outside of a result of " << rank << " axes");
  }
  return emit_dynamic<broadcast_in_dim_t>(detail::with_new_axis(x.type().shape, detail::axis_number(axis)), x);
}
template <dynamic_tracing X, axis_like... A>
requires(sizeof...(A) <= 1) dynamic_tracer squeeze(X const& x, A... axis) {
  axes gone;
  if constexpr (sizeof...(A) == 0) gone = detail::unit_axes(x.type().shape);
  else gone = detail::dynamic_axes(x, axis...);
  return gone.size() == 0 ? x : emit_dynamic<squeeze_t>({gone}, x);
}
template <dynamic_tracing X> dynamic_tracer transpose(X const& x) {
  int const rank = x.rank();
  return rank < 2 ? x : emit_dynamic<transpose_t>({detail::reversed_axes(rank)}, x);
}
template <dynamic_tracing X, i64... Axes> dynamic_tracer transpose(X const& x, detail::axes_constant<Axes...>) {
  i64 const rank = x.rank();
  return emit_dynamic<transpose_t>({axes{(Axes < 0 && Axes >= -rank ? Axes + rank : Axes)...}}, x);
}
inline dynamic_tracer transpose(dynamic_tracer const& x, std::initializer_list<i64> order, char const* file = __builtin_FILE(),
                                u32 line = __builtin_LINE()) {
  detail::in_line const here(file, line);
  axes a;
  i64 const rank = x.rank();
  for (i64 d : order) a.push(d < 0 && d >= -rank ? d + rank : d);
  return emit_dynamic<transpose_t>({a}, x);
}
template <dynamic_tracing X, axis_like A, axis_like B> dynamic_tracer swapaxes(X const& x, A i, B j) {
  int const rank = x.rank();
  return emit_dynamic<transpose_t>({detail::exchanged_axes(rank, detail::dynamic_axis(rank, i), detail::dynamic_axis(rank, j))}, x);
}
template <dynamic_tracing X, axis_like... A>
requires(sizeof...(A) <= 1) dynamic_tracer flip(X const& x, A... axis) {
  axes const over = detail::dynamic_axes(x, axis...);
  return over.size() == 0 ? x : emit_dynamic<rev_t>({over}, x);
}
/// broadcast_to<4, 3>(x), broadcast_to(x, {4, 3}).
template <auto... Dims, dynamic_tracing X> dynamic_tracer broadcast_to(X const& x) {
  return detail::broadcast_to_dynamic(x, shape_of_dims<Dims...>);
}
inline dynamic_tracer broadcast_to(dynamic_tracer const& x, std::initializer_list<i64> lengths, char const* file = __builtin_FILE(),
                                   u32 line = __builtin_LINE()) {
  detail::in_line const here(file, line);
  return detail::broadcast_to_dynamic(x, detail::shape_of_list(lengths));
}
/// Of a list of any length: stack(rows), concatenate(rows, axis).
inline dynamic_tracer concatenate(std::vector<dynamic_tracer> const& xs, int axis = 0) {
  if (xs.empty()) detail::raise_error<shape_error>("[constax] concatenate: there are no operands");
  if (xs.size() == 1) return xs[0];
  vec<value> values;
  for (dynamic_tracer const& x : xs) values.push(x.value);
  return detail::record_dynamic(late_descriptor<concatenate_t>(), values,
                                encode(concatenate_t::params{detail::dynamic_axis(xs[0].rank(), axis)}));
}
inline dynamic_tracer stack(std::vector<dynamic_tracer> const& xs, int axis = 0) {
  if (xs.empty()) detail::raise_error<shape_error>("[constax] stack: there are no operands");
  int const at = axis < 0 ? axis + xs[0].rank() + 1 : axis;
  std::vector<dynamic_tracer> wide;
  for (dynamic_tracer const& x : xs) wide.push_back(expand_dims(x, at));
  return concatenate(wide, at);
}

// ---- products ---------------------------------------------------------------------------------------------------------------------------
template <class X, class Y>
requires detail::late<X, Y>
dynamic_tracer dot(X const& x, Y const& y, char const* file = __builtin_FILE(), u32 line = __builtin_LINE()) {
  detail::in_line const here(file, line);
  int const m = x.rank(), n = y.rank();
  if (m == 0 || n == 0) return mul(x, y);
  return emit_dynamic<dot_general_t>(detail::dot_axes(m, n), x, y);
}
template <class X, class Y>
requires detail::late<X, Y>
dynamic_tracer matmul(X const& x, Y const& y, char const* file = __builtin_FILE(), u32 line = __builtin_LINE()) {
  detail::in_line const here(file, line);
  aval const a = dynamic_tracer(x).type(), b = dynamic_tracer(y).type();
  if (a.rank() == 0 || b.rank() == 0) detail::raise_of<shape_error>(detail::no_matmul(a, b), dynamic_tracer(x), dynamic_tracer(y));
  if (a.rank() == 1 && b.rank() > 2) return emit_dynamic<dot_general_t>({{0}, {b.rank() - 2}, {}, {}}, x, y);
  if (a.rank() == 1 || b.rank() <= 2) return dot(x, y);
  auto const p = detail::plan_matmul(a.shape, b.shape);
  if (!p.ok) detail::raise_of<shape_error>(detail::no_matmul(a, b), dynamic_tracer(x), dynamic_tracer(y));
  dynamic_tracer const wide_x = detail::broadcast_to_dynamic(x, p.x), wide_y = detail::broadcast_to_dynamic(y, p.y);
  return emit_dynamic<dot_general_t>(p.sums(), wide_x, wide_y);
}
template <class X, class Y>
requires detail::late<X, Y> dynamic_tracer inner(X const& x, Y const& y) {
  int const m = x.rank(), n = y.rank();
  if (m == 0 || n == 0) return mul(x, y);
  return emit_dynamic<dot_general_t>({{m - 1}, {n - 1}, {}, {}}, x, y);
}

} // namespace constax::inline CONSTAX_TAG
