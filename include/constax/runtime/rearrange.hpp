// SPDX-License-Identifier: BSL-1.0
#pragma once
// rearrange: elements of dynamic tracers in another order, several times, in parts, or with more around them, as api/numpy/rearrange.hpp,
// split.hpp and pad.hpp have it of static ones. Axes, places and numbers that are 3_c there may be plain integers here.
#include <constax/runtime/functions.hpp>
#include <constax/runtime/indexing.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
inline axes listed_axes(int rank, axes_list const& list) {
  axes a;
  for (i64 d : list.of) a.push(d < 0 && d >= -rank ? d + rank : d);
  return a;
}
/// Axes in the order in which they are written: 0_c, axes_c<1, 0>, a plain integer, a list.
template <class A> axes written_axes(int rank, A const& a) {
  if constexpr (std::is_integral_v<A>) return axes{dynamic_axis(rank, a)};
  else return listed_axes(rank, a);
}
/// The numbers that are written so, of which a list may have any number.
using number_list = std::initializer_list<i64>;
template <class A> std::vector<i64> written_numbers(A const& a) {
  if constexpr (std::is_integral_v<A>) return {static_cast<i64>(a)};
  else if constexpr (std::is_same_v<A, number_list>) return a;
  else {
    axes const all = listed_axes(0, a);
    return std::vector<i64>(all.begin(), all.end());
  }
}
inline int checked_axis(aval const& of, int axis, std::string_view asked_by) {
  if (axis < 0 || axis >= of.rank()) raise_fault({fault_code::bad_axis, asked_by, {}, of, {}, axis});
  return axis;
}
/// Elements from ... to - 1 along an axis.
inline dynamic_tracer sliced_dynamic(dynamic_tracer const& x, int axis, i64 from, i64 to) {
  aval const a = x.type();
  if (from == 0 && extent(to) == a.shape[axis]) return x;
  slice_t::params q;
  for (int d = 0; d < a.rank(); ++d)
    q.start_indices.push(d == axis ? extent(from) : extent(0)), q.limit_indices.push(d == axis ? extent(to) : a.shape[d]),
        q.strides.push(1);
  return emit_dynamic<slice_t>(q, x);
}
inline dynamic_tracer joined_dynamic(std::vector<dynamic_tracer> const& parts, int axis) { return concatenate(parts, axis); }
inline i64 length_along(dynamic_tracer const& x, int axis) { return x.type().shape[axis].number; }
inline dynamic_tracer spread_and_merge(dynamic_tracer const& x, spread_and_merged const& p) {
  return reshape_dynamic(emit_dynamic<broadcast_in_dim_t>(p.spread, x), p.merged);
}
} // namespace detail

// ---- order ------------------------------------------------------------------------------------------------------------------------------
template <dynamic_tracing X, axis_like From, axis_like To> dynamic_tracer moveaxis(X const& x, From from, To to) {
  aval const a = x.type();
  auto const p = detail::plan_of_moved(a.rank(), detail::written_axes(a.rank(), from), detail::written_axes(a.rank(), to));
  if (!p.ok) detail::raise_error<shape_error>(detail::not_moved(a));
  return p.order == detail::every_axis(a.rank()) ? x : emit_dynamic<transpose_t>({p.order}, x);
}
template <dynamic_tracing X, integer_number K = integer<1>, axis_like A = detail::axes_constant<0, 1>>
dynamic_tracer rot90(X const& x, K times = {}, A plane = {}) {
  axes const two = detail::written_axes(x.rank(), plane);
  i64 const k = (detail::axis_number(times) % 4 + 4) % 4;
  int const first = static_cast<int>(two[0]), second = static_cast<int>(two[1]);
  if (k == 0) return x;
  if (k == 2) return flip(flip(x, first), second);
  return flip(swapaxes(x, first, second), k == 1 ? first : second);
}
template <dynamic_tracing X> dynamic_tracer flipud(X const& x) { return flip(x, 0); }
template <dynamic_tracing X> dynamic_tracer fliplr(X const& x) { return flip(x, 1); }
template <dynamic_tracing X> dynamic_tracer matrix_transpose(X const& x) { return swapaxes(x, -1, -2); }
template <dynamic_tracing X, i64... Axes> dynamic_tracer permute_dims(X const& x, detail::axes_constant<Axes...> order) {
  return transpose(x, order);
}
template <dynamic_tracing X> dynamic_tracer atleast_1d(X const& x) { return x.rank() == 0 ? expand_dims(x, 0) : x; }
template <dynamic_tracing X> dynamic_tracer atleast_2d(X const& x) { return x.rank() < 2 ? expand_dims(atleast_1d(x), 0) : x; }
template <dynamic_tracing X> dynamic_tracer atleast_3d(X const& x) { return x.rank() < 3 ? expand_dims(atleast_2d(x), -1) : x; }

namespace detail {
inline dynamic_tracer rolled_dynamic(dynamic_tracer const& x, int axis, i64 by) {
  i64 const n = length_along(x, checked_axis(x.type(), axis, "roll")), shift = shift_around(by, extent(n));
  if (shift == 0) return x;
  return joined_dynamic({sliced_dynamic(x, axis, n - shift, n), sliced_dynamic(x, axis, 0, n - shift)}, axis);
}
/// By a traced number.
inline dynamic_tracer rolled_dynamic(dynamic_tracer const& x, int axis, dynamic_tracer const& s) {
  i64 const n = length_along(x, checked_axis(x.type(), axis, "roll"));
  if (n == 0) return x;
  dtype const given = s.type().type, t = type_of_shifts(given, extent(n));
  if (given != t)
    return rolled_dynamic(x, axis, emit_dynamic<convert_element_type_t>({t}, given == dtype::u64 ? dynamic_tracer(rem(s, n)) : s));
  dynamic_tracer const r = rem(s, n), shift = select_n(lt(r, 0), r, r + n);
  dynamic_tracer const i = iota_dynamic(some_context({&r.value, 1}), 0, r.type().type, shape{extent(n)});
  dynamic_tracer const from = i - shift;
  return take(x, select_n(lt(from, 0), from, from + n), axis, in_bounds);
}
} // namespace detail
template <class X, class S, axis_like... A>
requires(sizeof...(A) <= 1 && (dynamic_tracing<X> || (tracing<X> && dynamic_tracing<S>)) && !detail::is_ndarray<S>)
dynamic_tracer roll(X const& given, S const& shift, A... axis) {
  dynamic_tracer const x(given);
  if constexpr (sizeof...(A) == 0) return detail::reshape_dynamic(roll(ravel(x), shift, 0), x.type().shape);
  else if constexpr (traced_value<S>) return detail::rolled_dynamic(x, detail::dynamic_axis(x.rank(), axis...), dynamic_tracer(shift));
  else {
    std::vector<i64> const by = detail::written_numbers(shift);
    axes const over = detail::written_axes(x.rank(), axis...);
    if (by.size() != 1 && by.size() != static_cast<std::size_t>(over.size())) {
      text t;
      detail::raise_error<shape_error>(t << "[constax] roll: one shift is needed, or one for each of " << over.size() << " axes; these are "
                                         << static_cast<i64>(by.size()));
    }
    dynamic_tracer y = x;
    for (int i = 0; i < over.size(); ++i)
      y = detail::rolled_dynamic(y, static_cast<int>(over[i]), by[by.size() == 1 ? 0 : static_cast<std::size_t>(i)]);
    return y;
  }
}

// ---- several times ----------------------------------------------------------------------------------------------------------------------
inline dynamic_tracer tile(dynamic_tracer const& x, std::initializer_list<i64> reps) {
  return detail::spread_and_merge(x, detail::plan_of_tiles(x.type().shape, {reps.begin(), static_cast<u32>(reps.size())}));
}
template <i64... Reps, dynamic_tracing X> dynamic_tracer tile(X const& x) { return tile(x, {Reps...}); }
namespace detail {
inline dynamic_tracer repeated_dynamic(dynamic_tracer const& x, int axis, std::vector<i64> const& times) {
  aval const a = x.type();
  checked_axis(a, axis, "repeat");
  if (times.size() == 1) return spread_and_merge(x, plan_of_repeated(a.shape, axis, times[0]));
  if (!(a.shape[axis] == extent(static_cast<i64>(times.size())))) {
    text t;
    raise_error<shape_error>(t << "[constax] repeat: one number is needed, or one for each element along the axis of an operand of type "
                               << a);
  }
  std::vector<dynamic_tracer> parts;
  for (std::size_t i = 0; i < times.size(); ++i) {
    i64 const at = static_cast<i64>(i);
    dynamic_tracer const one = sliced_dynamic(x, axis, at, at + 1);
    parts.push_back(spread_and_merge(one, plan_of_repeated(one.type().shape, axis, times[i])));
  }
  return joined_dynamic(parts, axis);
}
} // namespace detail
template <dynamic_tracing X, axis_like T, axis_like... A>
requires(sizeof...(A) <= 1) dynamic_tracer repeat(X const& x, T times, A... axis) {
  if constexpr (sizeof...(A) == 0) return detail::repeated_dynamic(ravel(x), 0, detail::written_numbers(times));
  else return detail::repeated_dynamic(x, detail::dynamic_axis(x.rank(), axis...), detail::written_numbers(times));
}

// ---- without, with, in parts ------------------------------------------------------------------------------------------------------------
namespace detail {
/// Where along an axis; the end counts too.
template <class I> i64 place_on(dynamic_tracer const& x, int axis, I i, i64 most, std::string_view asked_by) {
  i64 const n = length_along(x, checked_axis(x.type(), axis, asked_by)), given = axis_number(i), at = given < 0 ? given + n : given;
  if (at < 0 || at > n - 1 + most) {
    text t;
    raise_error<index_error>(t << "[constax] " << asked_by << ": place " << given << " along axis " << axis << " of " << x.type()
                               << " is outside");
  }
  return at;
}
} // namespace detail
template <dynamic_tracing X, integer_number I, axis_like... A>
requires(sizeof...(A) <= 1) dynamic_tracer delete_(X const& x, I i, A... axis) {
  if constexpr (sizeof...(A) == 0) return delete_(ravel(x), i, 0);
  else {
    int const a = detail::dynamic_axis(x.rank(), axis...);
    i64 const at = detail::place_on(x, a, i, 0, "delete_");
    return detail::joined_dynamic({detail::sliced_dynamic(x, a, 0, at), detail::sliced_dynamic(x, a, at + 1, detail::length_along(x, a))},
                                  a);
  }
}
template <dynamic_tracing X, integer_number I, class V, axis_like... A>
requires(sizeof...(A) <= 1 && (traced_value<V> || number<V>)) dynamic_tracer insert(X const& x, I i, V const& v, A... axis) {
  if constexpr (sizeof...(A) == 0) return insert(ravel(x), i, v, 0);
  else {
    int const a = detail::dynamic_axis(x.rank(), axis...);
    i64 const at = detail::place_on(x, a, i, 1, "insert");
    shape row = x.type().shape;
    row[a] = extent(1);
    dynamic_tracer const one = detail::spread_dynamic<concatenate_t>(detail::dynamic_in(v, x.type().type), row);
    return detail::joined_dynamic({detail::sliced_dynamic(x, a, 0, at), one, detail::sliced_dynamic(x, a, at, detail::length_along(x, a))},
                                  a);
  }
}
template <class X, class Y, axis_like... A>
requires(detail::late<X, Y> && sizeof...(A) <= 1) dynamic_tracer append(X const& x, Y const& y, A... axis) {
  if constexpr (sizeof...(A) == 0) return concatenate({ravel(dynamic_tracer(x)), ravel(dynamic_tracer(y))});
  else return concatenate({dynamic_tracer(x), dynamic_tracer(y)}, static_cast<int>(detail::axis_number(axis))...);
}
namespace detail {
inline std::vector<dynamic_tracer> cut_at(dynamic_tracer const& x, int axis, std::vector<i64> const& cuts) {
  std::vector<dynamic_tracer> parts;
  i64 const n = length_along(x, axis);
  i64 from = 0;
  for (std::size_t i = 0; i <= cuts.size(); ++i) {
    i64 const behind = i < cuts.size() ? cut_place(cuts[i], extent(n)).number : n;
    parts.push_back(sliced_dynamic(x, axis, from, behind < from ? from : behind));
    from = behind;
  }
  return parts;
}
template <bool Equal, class N> std::vector<dynamic_tracer> split_dynamic(dynamic_tracer const& x, N const& parts, int axis) {
  i64 const n = length_along(x, checked_axis(x.type(), axis, "split"));
  std::vector<i64> cuts;
  if constexpr (integer_number<N>) {
    i64 const k = axis_number(parts);
    if (k < 1 || (Equal && n % k != 0)) raise_error<shape_error>(no_split(x.type(), k));
    for (i64 i = 1; i < k; ++i) cuts.push_back(cut_after(n, k, i));
  } else cuts = written_numbers(parts);
  return cut_at(x, axis, cuts);
}
template <std::size_t N> std::array<dynamic_tracer, N> as_array(std::vector<dynamic_tracer> const& parts) {
  std::array<dynamic_tracer, N> all;
  for (std::size_t i = 0; i < N; ++i) all[i] = parts[i];
  return all;
}
template <class N> inline constexpr std::size_t parts_said = [] {
  if constexpr (integral_number<N>) return N::value > 0 ? static_cast<std::size_t>(N::value) : 0;
  else return std::size_t{0};
}();
template <i64... Places> inline constexpr std::size_t parts_said<axes_constant<Places...>> = sizeof...(Places) + 1;
template <class N> auto parts_as_said(std::vector<dynamic_tracer> const& parts) {
  if constexpr (parts_said<N> != 0) return as_array<parts_said<N>>(parts);
  else return parts;
}
} // namespace detail
/// Parts of a dynamic tracer come as a std::array where a type says how many, split(x, 2_c), as a std::vector where a number does, split(x,
/// n).
template <dynamic_tracing X, axis_like N, axis_like A = integer<0>> auto split(X const& x, N parts, A axis = {}) {
  return detail::parts_as_said<N>(detail::split_dynamic<true>(x, parts, detail::dynamic_axis(x.rank(), axis)));
}
template <dynamic_tracing X, axis_like N, axis_like A = integer<0>> auto array_split(X const& x, N parts, A axis = {}) {
  return detail::parts_as_said<N>(detail::split_dynamic<false>(x, parts, detail::dynamic_axis(x.rank(), axis)));
}
template <dynamic_tracing X, axis_like N> auto vsplit(X const& x, N parts) { return split(x, parts, 0); }
template <dynamic_tracing X, axis_like N> auto hsplit(X const& x, N parts) { return split(x, parts, x.rank() == 1 ? 0 : 1); }
template <dynamic_tracing X, axis_like N> auto dsplit(X const& x, N parts) { return split(x, parts, 2); }
template <dynamic_tracing X, axis_like A = integer<0>> std::vector<dynamic_tracer> unstack(X const& x, A axis = {}) {
  int const a = detail::dynamic_axis(x.rank(), axis);
  std::vector<dynamic_tracer> rows;
  i64 const n = detail::length_along(x, detail::checked_axis(x.type(), a, "unstack"));
  for (i64 i = 0; i < n; ++i) rows.push_back(squeeze(detail::sliced_dynamic(x, a, i, i + 1), a));
  return rows;
}
template <i64 N, dynamic_tracing X, axis_like A = integer<0>> std::array<dynamic_tracer, N> unstack(X const& x, A axis = {}) {
  int const a = detail::checked_axis(x.type(), detail::dynamic_axis(x.rank(), axis), "unstack");
  if (detail::length_along(x, a) != N) detail::raise_error<shape_error>(detail::no_split(x.type(), N));
  return detail::as_array<static_cast<std::size_t>(N)>(unstack(x, axis));
}

// ---- more around ------------------------------------------------------------------------------------------------------------------------
namespace detail {
struct pad_widths {
  std::vector<i64> before, after;
};
inline dynamic_tracer run_of_padding(dynamic_tracer const& x, int axis, padding_run const& r) {
  dynamic_tracer const y = sliced_dynamic(x, axis, r.start.number, r.limit.number);
  if (r.repeated != 0) {
    shape to = y.type().shape;
    to[axis] = extent(r.repeated);
    return broadcast_to_dynamic(y, to);
  }
  return r.reversed ? emit_dynamic<rev_t>({axes{axis}}, y) : y;
}
inline dynamic_tracer pad_by(dynamic_tracer x, padding by, pad_widths const& w) {
  for (int d = 0; d < x.rank(); ++d) {
    std::size_t const i = w.before.size() == 1 ? 0 : static_cast<std::size_t>(d);
    aval const a = x.type();
    if (w.before[i] == 0 && w.after[i] == 0) continue;
    padding_runs r;
    if (w.before[i] >= 0 && w.after[i] >= 0 && !(a.shape[d] == extent(0))) r = runs_of_padding(by, w.before[i], w.after[i], a.shape[d]);
    if (r.count == 0 || r.too_many) raise_error<shape_error>(nothing_to_pad(a));
    std::vector<dynamic_tracer> parts;
    for (int k = 0; k < r.count; ++k) parts.push_back(run_of_padding(x, d, r.at[k]));
    x = joined_dynamic(parts, d);
  }
  return x;
}
template <class V> dynamic_tracer pad_with(dynamic_tracer const& x, pad_widths const& w, V const& v) {
  pad_t::params q;
  for (int d = 0; d < x.rank(); ++d) {
    std::size_t const i = w.before.size() == 1 ? 0 : static_cast<std::size_t>(d);
    q.lo.push(extent(w.before[i])), q.hi.push(extent(w.after[i])), q.interior.push(0);
  }
  return emit_dynamic<pad_t>(q, x, dynamic_in(v, x.type().type));
}
template <class W> void add_width(pad_widths& w, W const& given) {
  if constexpr (std::is_integral_v<W>) w.before.push_back(given), w.after.push_back(given);
  else w.before.push_back(width_before<W>()), w.after.push_back(width_after<W>());
}
template <class... O> dynamic_tracer padded(dynamic_tracer const& x, pad_widths const& w, O const&... how) {
  aval const a = x.type();
  if (sizeof...(O) > 1 || (w.before.size() != 1 && w.before.size() != static_cast<std::size_t>(a.rank())))
    raise_error<shape_error>(no_pad_widths(a));
  if constexpr (sizeof...(O) != 1) return pad_with(x, w, 0);
  else {
    using last = std::tuple_element_t<0, std::tuple<O...>>;
    if constexpr (constexpr padding by = padding_by<last>; by != padding::constant) return pad_by(x, by, w);
    else return pad_with(x, w, std::get<0>(std::tie(how...)));
  }
}
template <class... W> dynamic_tracer pad_in_order(dynamic_tracer const& x, pad_widths& w, W const&... more) {
  if constexpr (sizeof...(W) == 0) return padded(x, w);
  else
    return [&](auto const& first, auto const&... rest) {
      if constexpr (is_pad_width<std::remove_cvref_t<decltype(first)>>) return add_width(w, first), pad_in_order(x, w, rest...);
      else return padded(x, w, first, rest...);
    }(more...);
}
} // namespace detail
/// The first width may be a plain integer: pad(x, 1), pad(x, n, mode::edge).
template <dynamic_tracing X, class W, class... More>
requires(detail::is_pad_width<W> || std::is_integral_v<W>) dynamic_tracer pad(X const& x, W first, More const&... more) {
  detail::pad_widths w;
  if (x.rank() == 0 && sizeof...(More) == 0) return x;
  detail::add_width(w, first);
  return detail::pad_in_order(x, w, more...);
}
/// Widths that are known at run time: pad(x, {{1, 2}, {0, 0}}), pad(x, {{1, 1}}, mode::edge).
template <class... O>
requires(sizeof...(O) <= 1) dynamic_tracer
    pad(dynamic_tracer const& x, std::initializer_list<std::pair<i64, i64>> widths, O const&... how) {
  detail::pad_widths w;
  for (auto const& [before, after] : widths) w.before.push_back(before), w.after.push_back(after);
  return detail::padded(x, w, how...);
}

} // namespace constax::inline CONSTAX_TAG
