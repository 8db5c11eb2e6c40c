// SPDX-License-Identifier: BSL-1.0
#pragma once
// indexing: functions about places that the program computes, on dynamic tracers, as api/numpy/indexing.hpp has them on static ones.
// Lengths and numbers of segments are template arguments there, and may be plain integers here.
#include <constax/runtime/functions.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
inline void expect_array_of_indices(std::string_view who, dynamic_tracer const& i) {
  aval const a = i.type();
  if (info(a.type).integer) return;
  text t;
  raise_error<type_error>(t << "[constax] " << who << ": indices are traced integers or arrays of them, these are " << a);
}
/// An array of the context of x, every element the literal.
inline dynamic_tracer filled_dynamic(dynamic_tracer const& x, literal const& l, shape const& s) {
  value const v{x.value.ctx, 0, 0, l, value::state::constant, nullptr};
  return record_dynamic(late_descriptor<broadcast_in_dim_t>(), {&v, 1}, encode(broadcast_in_dim_t::params{s, axes{}}));
}
} // namespace detail

// ---- elements and slices ----------------------------------------------------------------------------------------------------------------
template <class X, class I, integer_number A, detail::index_mode_tag M = decltype(mode::fill)>
requires detail::late<X, I> dynamic_tracer take(X const& given, I const& indices, A axis, M how = {}) {
  dynamic_tracer const x(given), i(indices);
  aval const a = x.type();
  detail::expect_array_of_indices("take", i);
  int const along = detail::dynamic_axis(a.rank(), axis);
  if (along < 0 || along >= a.rank()) detail::raise_fault({fault_code::bad_axis, "take", {}, a, {}, along});
  detail::dynamic_arrays const arrays(i);
  detail::index_layout l;
  l.rank_of_places = arrays.places.rank;
  l.arrays.push(along);
  for (int d = 0; d < a.rank(); ++d) l.entry[l.entries++] = d == along ? detail::index_layout::places : d;
  return detail::gathered(detail::for_take(how), x, a.shape, arrays, l, axes{});
}
template <class X, class I>
requires detail::late<X, I> dynamic_tracer take(X const& x, I const& i) { return take(ravel(dynamic_tracer(x)), i, 0); }
/// At a number that is known while the program is recorded, and lies on the axis.
template <dynamic_tracing X, integer_number I, integer_number A> dynamic_tracer take(X const& x, I i, A axis) {
  int const along = detail::dynamic_axis(x.rank(), axis);
  i64 const n = x.shape(along), at = detail::axis_number(i);
  if (at < -n || at >= n)
    detail::raise_fault({fault_code::out_of_bounds, "take", {}, x.type(), aval{x.type().type, {extent(at), extent(at + 1)}}, along});
  return take(x, detail::dynamic_in(at, dtype::i64), along);
}
template <class X, class I, integer_number A, detail::index_mode_tag M = decltype(mode::fill)>
requires detail::late<X, I> dynamic_tracer take_along_axis(X const& given, I const& indices, A axis, M how = {}) {
  dynamic_tracer const x(given), i(indices);
  aval const a = x.type(), b = i.type();
  detail::expect_array_of_indices("take_along_axis", i);
  int const along = detail::dynamic_axis(a.rank(), axis), rank = a.rank();
  if (along < 0 || along >= rank) detail::raise_fault({fault_code::bad_axis, "take_along_axis", {}, a, {}, along});
  if (rank != b.rank()) {
    text t;
    detail::raise_error<shape_error>(t << "[constax] take_along_axis: array and indices have the same number of axes, these are " << a
                                       << " and " << b);
  }
  aval one = a, other = b;
  one.shape[along] = other.shape[along] = 1;
  detail::numpy_shape const both = detail::broadcast_avals(one, other);
  if (!both.ok) {
    aval const* const types[] = {&a, &b};
    detail::raise_error<shape_error>(detail::no_broadcast("take_along_axis", {types, 2}));
  }
  auto const with = [&](extent const& n) {
    shape s = both.result;
    s[along] = n;
    return s;
  };
  indexed_params p{{along}, shape{extent(1)}, detail::every_axis(rank), detail::every_axis(rank), M::of, M::wraps};
  p.along.at[along] = -1;
  detail::dynamic_arrays const arrays(i);
  dtype const t = std::is_same_v<M, mode::wrap_t> ? detail::type_of_places(b.type, a.shape[along]) : b.type;
  dynamic_tracer const k = detail::broadcast_to_dynamic(arrays.as_indices(how, 0, t, a.shape[along].number), with(b.shape[along]));
  dynamic_tracer const y = emit_dynamic<gather_t>(p, detail::broadcast_to_dynamic(x, with(a.shape[along])), k);
  if constexpr (!std::is_same_v<M, mode::fill_t>) return y;
  else {
    detail::dynamic_arrays const spread(k);
    return detail::filled_outside(how, y, spread, axes{along}, a.shape, 0);
  }
}

namespace detail {
/// P of x, perhaps u, and the first places of slices along some axes.
template <class P>
dynamic_tracer at_starts(dynamic_tracer const& x, dynamic_tracer const* u, indexed_params const& p,
                         std::vector<dynamic_tracer> const& start) {
  aval const a = x.type();
  bool numbers = false;
  vec<dtype> types;
  for (dynamic_tracer const& s : start) {
    if (s.value.is_constant()) numbers = true;
    else types.push(s.type().type);
    if (aval const is = s.type(); is.rank() != 0 || !info(is.type).integer) {
      text t;
      raise_error<type_error>(t << "[constax] dynamic_slice: the slice begins at traced integers, one of them is " << is);
    }
  }
  dtype const t = type_of_indices(range<dtype>{types.begin(), types.size()}, a.shape, p.indexed, numbers, false);
  vec<dynamic_tracer> held;
  vec<value> xs{x.value};
  if (u) xs.push(u->value);
  for (dynamic_tracer const& s : start) {
    if (s.value.is_constant()) xs.push({nullptr, 0, 0, literal::of(t, s.value.lit.integer()), value::state::constant, nullptr});
    else xs.push(held.push(converted(s, t)).value);
  }
  return record_dynamic(late_descriptor<P>(), xs, encode(p));
}
template <class... I> std::vector<dynamic_tracer> starts_of(I const&... start) { return {dynamic_in(start, dtype::i64)...}; }
inline void expect_starts(aval const& a, std::size_t lengths, std::size_t starts) {
  if (lengths == static_cast<std::size_t>(a.rank()) && starts == lengths) return;
  text t;
  raise_error<shape_error>(t << "[constax] dynamic_slice: one length and one traced integer for each axis of " << a);
}
} // namespace detail
/// dynamic_slice(x, {2, 3}, i, j): lengths, then where the slice begins.
template <class X, class... I>
requires(detail::late<X> || (dynamic_tracing<I> || ...)) dynamic_tracer
    dynamic_slice(X const& given, std::initializer_list<i64> lengths, I const&... start) {
  dynamic_tracer const x(given);
  aval const a = x.type();
  detail::expect_starts(a, lengths.size(), sizeof...(I));
  axes const all = detail::every_axis(a.rank());
  return detail::at_starts<gather_t>(x, nullptr, indexed_params{all, detail::shape_of_list(lengths), {}, all, index_mode::clip, true},
                                     detail::starts_of(start...));
}
template <auto... Lengths, class X, class... I>
requires(sizeof...(Lengths) > 0 && traced_value<X> && (dynamic_tracing<X> || (dynamic_tracing<I> || ...))) dynamic_tracer
    dynamic_slice(X const& x, I const&... start) {
  return dynamic_slice(dynamic_tracer(x), {static_cast<i64>(Lengths)...}, start...);
}
template <class X, class U, class... I>
requires(traced_value<X>&& traced_value<U> && (dynamic_tracing<X> || dynamic_tracing<U> || (dynamic_tracing<I> || ...))) dynamic_tracer
    dynamic_update_slice(X const& given, U const& with, I const&... start) {
  dynamic_tracer const x(given), u(with);
  aval const a = x.type();
  detail::expect_starts(a, static_cast<std::size_t>(u.rank()), sizeof...(I));
  axes const all = detail::every_axis(a.rank());
  return detail::at_starts<scatter_t>(x, &u, indexed_params{all, u.type().shape, {}, all, index_mode::clip, true},
                                      detail::starts_of(start...));
}
/// dynamic_slice_in_dim(x, i, 4, axis), dynamic_slice_in_dim<4>(x, i, axis)
template <dynamic_tracing X, integer_number I, integer_number N, integer_number A>
dynamic_tracer dynamic_slice_in_dim(X const& x, I start, N length, A axis) {
  return dynamic_slice_in_dim(x, detail::dynamic_in(start, dtype::i64), length, axis);
}
template <class X, class I, integer_number N, integer_number A>
requires detail::late<X, I> dynamic_tracer dynamic_slice_in_dim(X const& given, I const& start, N length, A axis) {
  dynamic_tracer const x(given);
  aval const a = x.type();
  int const along = detail::dynamic_axis(a.rank(), axis);
  return detail::at_starts<gather_t>(
      x, nullptr,
      indexed_params{{along}, shape{extent(detail::axis_number(length))}, {}, detail::every_axis(a.rank()), index_mode::clip, true},
      detail::starts_of(start));
}
template <auto Length, class X, class I, integer_number A = integer<0>>
requires(traced_value<X> && (dynamic_tracing<X> || dynamic_tracing<I>)) dynamic_tracer
    dynamic_slice_in_dim(X const& x, I const& start, A axis = {}) {
  return dynamic_slice_in_dim(dynamic_tracer(x), detail::dynamic_in(start, dtype::i64), static_cast<i64>(Length), axis);
}
template <class X, class U, class I, integer_number A = integer<0>>
requires(detail::late<X, U> || (traced_value<X> && traced_value<U> && dynamic_tracing<I>)) dynamic_tracer
    dynamic_update_slice_in_dim(X const& given, U const& with, I const& start, A axis = {}) {
  dynamic_tracer const x(given), u(with);
  aval const a = x.type();
  int const along = detail::dynamic_axis(a.rank(), axis);
  return detail::at_starts<scatter_t>(
      x, &u, indexed_params{{along}, shape{u.type().shape[along]}, {}, detail::every_axis(a.rank()), index_mode::clip, true},
      detail::starts_of(start));
}

// ---- sums by number ---------------------------------------------------------------------------------------------------------------------
namespace detail {
template <class P> dynamic_tracer by_segment(dynamic_tracer const& x, dynamic_tracer const& ids, i64 n, auto const& identity) {
  aval const a = x.type();
  expect_array_of_indices(P::name, ids);
  if (ids.rank() != 1) {
    text t;
    raise_error<shape_error>(
        t << "[constax] segment_sum: the segments' numbers are a vector of traced integers, one for each row, these are " << ids.type());
  }
  shape s{extent(n)};
  for (int d = 1; d < a.rank(); ++d) s.push(a.shape[d]);
  literal l;
  visit_number(a.type, [&]<class T>(T) {
    l = literal_of(static_cast<T>(identity.template operator()<T>()));
    return true;
  });
  return updated_dynamic<P>(drop_negative{}, filled_dynamic(x, l, s), x, ids);
}
} // namespace detail
/// segment_sum(x, ids, 5), segment_sum<5>(x, ids)
template <class X, class I>
requires detail::late<X, I> dynamic_tracer segment_sum(X const& x, I const& ids, i64 segments) {
  return detail::by_segment<scatter_add_t>(dynamic_tracer(x), dynamic_tracer(ids), segments, []<class T>() { return T{}; });
}
template <class X, class I>
requires detail::late<X, I> dynamic_tracer segment_prod(X const& x, I const& ids, i64 segments) {
  return detail::by_segment<scatter_mul_t>(dynamic_tracer(x), dynamic_tracer(ids), segments, []<class T>() { return T{1}; });
}
template <class X, class I>
requires detail::late<X, I> dynamic_tracer segment_max(X const& x, I const& ids, i64 segments) {
  return detail::by_segment<scatter_max_t>(dynamic_tracer(x), dynamic_tracer(ids), segments,
                                           []<class T>() { return reduce_max_t::identity<T>; });
}
template <class X, class I>
requires detail::late<X, I> dynamic_tracer segment_min(X const& x, I const& ids, i64 segments) {
  return detail::by_segment<scatter_min_t>(dynamic_tracer(x), dynamic_tracer(ids), segments,
                                           []<class T>() { return reduce_min_t::identity<T>; });
}
template <auto N, class X, class I>
requires detail::late<X, I> dynamic_tracer segment_sum(X const& x, I const& ids) { return segment_sum(x, ids, static_cast<i64>(N)); }
template <auto N, class X, class I>
requires detail::late<X, I> dynamic_tracer segment_prod(X const& x, I const& ids) { return segment_prod(x, ids, static_cast<i64>(N)); }
template <auto N, class X, class I>
requires detail::late<X, I> dynamic_tracer segment_max(X const& x, I const& ids) { return segment_max(x, ids, static_cast<i64>(N)); }
template <auto N, class X, class I>
requires detail::late<X, I> dynamic_tracer segment_min(X const& x, I const& ids) { return segment_min(x, ids, static_cast<i64>(N)); }

template <class I, class W>
requires detail::late<I, W> dynamic_tracer bincount(I const& i, W const& weights, i64 length) {
  return segment_sum(weights, max(dynamic_tracer(i), 0), length);
}
template <dynamic_tracing I> dynamic_tracer bincount(I const& i, i64 length) {
  return bincount(i, detail::filled_dynamic(i, literal::of(dtype::i32, i64{1}), i.type().shape), length);
}
template <auto N, class I, class W>
requires detail::late<I, W> dynamic_tracer bincount(I const& i, W const& weights) { return bincount(i, weights, static_cast<i64>(N)); }
template <auto N, dynamic_tracing I> dynamic_tracer bincount(I const& i) { return bincount(i, static_cast<i64>(N)); }
/// one_hot(i, 10), one_hot<float>(i, 10), one_hot<10>(i), one_hot<float, 10>(i)
template <element_type T = double, dynamic_tracing I> dynamic_tracer one_hot(I const& i, i64 classes) {
  aval const a = i.type();
  detail::expect_array_of_indices("one_hot", i);
  broadcast_in_dim_t::params p{a.shape, detail::every_axis(a.rank())};
  p.to.push(extent(classes));
  dtype const t = detail::type_of_places(a.type, extent(classes));
  dynamic_tracer const places = detail::iota_dynamic(some_context({&i.value, 1}), a.rank(), t, p.to);
  return astype<T>(eq(emit_dynamic<broadcast_in_dim_t>(p, detail::converted(i, t)), places));
}
template <element_type T, auto N, dynamic_tracing I> dynamic_tracer one_hot(I const& i) { return one_hot<T>(i, static_cast<i64>(N)); }
template <auto N, dynamic_tracing I> dynamic_tracer one_hot(I const& i) { return one_hot<double>(i, static_cast<i64>(N)); }
/// flatnonzero(x, 4), flatnonzero<4>(x)
template <dynamic_tracing X> dynamic_tracer flatnonzero(X const& x, i64 size) {
  if (x.rank() != 1) detail::raise_error<shape_error>("[constax] flatnonzero: of a vector; cx::ravel(x) has all elements in one axis");
  dynamic_tracer const counts = astype<int>(x.type().type == dtype::boolean ? dynamic_tracer(x) : dynamic_tracer(ne(x, 0)));
  dynamic_tracer const to = select_n(ne(counts, 0), -1, cumsum(counts) - 1);
  dynamic_tracer const places = detail::iota_dynamic(some_context({&x.value, 1}), 0, dtype::i32, to.type().shape);
  return detail::updated_dynamic<scatter_t>(detail::drop_negative{},
                                            detail::filled_dynamic(x, literal::of(dtype::i32, i64{0}), shape{extent(size)}), places, to);
}
template <auto Size, dynamic_tracing X> dynamic_tracer flatnonzero(X const& x) { return flatnonzero(x, static_cast<i64>(Size)); }
/// 0, 1, 2, ... along one axis of an array like x: iota<int>(x, 0).
template <element_type T, dynamic_tracing X, axis_like A> dynamic_tracer iota(X const& x, A axis) {
  return detail::iota_dynamic(some_context({&x.value, 1}), detail::dynamic_axis(x.rank(), axis), dtype_of<T>, x.type().shape);
}

} // namespace constax::inline CONSTAX_TAG
