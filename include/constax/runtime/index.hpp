// SPDX-License-Identifier: BSL-1.0
#pragma once
// index: x[i], x[slice], x(i, slice, ...), x.at(i).set(v) of dynamic tracers, as api/index.hpp, index_arrays.hpp and at.hpp have them of
// static ones. Plain integers decide as well as 3_c does.
#include <constax/api/at.hpp>
#include <constax/api/rows.hpp>
#include <constax/runtime/elementwise.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class X>
i64 count_rows(X const& x) {
  aval const a = x.type();
  if (a.rank() == 0) raise_error<shape_error>(no_rows(a));
  return a.shape[0].number;
}

/// What integers, slices and the like do, axes that are put in left aside.
inline dynamic_tracer cut_dynamic(dynamic_tracer const& x, indexing const& r, bool always) {
  dynamic_tracer y = always || r.cuts(x.type().shape) ? emit_dynamic<slice_t>(r.cut, x) : x;
  if (r.reversed.size()) y = emit_dynamic<rev_t>({r.reversed}, y);
  if (r.dropped.size()) y = emit_dynamic<squeeze_t>({r.dropped}, y);
  return y;
}
inline dynamic_tracer insert_dynamic(dynamic_tracer const& x, axes const& places) {
  return places.size() ? emit_dynamic<broadcast_in_dim_t>(inserting(x.type().shape, places), x) : x;
}
inline dynamic_tracer converted(dynamic_tracer const& x, dtype t) {
  return x.type().type == t ? x : emit_dynamic<convert_element_type_t>({t}, x);
}
/// 0, 1, 2, ... along an axis.
inline dynamic_tracer iota_dynamic(context_ref const& at_hand, int along, dtype t, shape const& s) {
  return dynamic_tracer(bind(*at_hand, late_descriptor<iota_t>(), {}, encode(iota_t::params{along, t, s})));
}

// ---- arrays of indices ------------------------------------------------------------------------------------------------------------------

/// The traced ones among indices, and the shape that they broadcast to.
struct dynamic_arrays {
  vec<dynamic_tracer> all;
  shape places;

  template <class... I> explicit dynamic_arrays(I const&... i) {
    auto const take = [&]<class J>(J const& j) {
      if constexpr (traced_value<J>) all.push(dynamic_tracer(j));
    };
    (take(i), ...);
    vec<aval> types;
    vec<aval const*> at;
    for (dynamic_tracer const& k : all)
      if (aval const& a = types.push(k.type()); !info(a.type).integer) raise_of<type_error>(no_traced_index(a.type == dtype::boolean), k);
    for (aval const& a : types) at.push(&a);
    numpy_shape const s = broadcast_shapes({at.begin(), at.size()});
    if (!s.ok) raise_error<shape_error>(arrays_differ({at.begin(), at.size()}));
    places = s.result;
  }
  template <class M> dtype common_type(M, shape const& of, axes const& over, bool beside_numbers) const {
    vec<dtype> types;
    for (dynamic_tracer const& k : all) types.push(k.type().type);
    return type_of_indices(range<dtype>{types.begin(), types.size()}, of, over, beside_numbers, std::is_same_v<M, mode::wrap_t>);
  }
  /// Array number k as numbers of a type; where places wrap, modulo the length n of their axis.
  template <class M> dynamic_tracer as_indices(M, u32 k, dtype t, i64 n) const {
    dynamic_tracer const& i = all[k];
    if constexpr (std::is_same_v<M, mode::wrap_t>) {
      if (i.type().type == dtype::u64) return converted(dynamic_tracer(rem(i, n)), t); // 2^63 and more are no i64
      dynamic_tracer const rest = rem(converted(i, dtype::i64), n);
      return converted(dynamic_tracer(select_n(lt(rest, 0), rest, rest + n)), t);
    } else if (i.type().type == dtype::u64 && t != dtype::u64) return converted(dynamic_tracer(min(i, std::numeric_limits<i64>::max())), t);
    else return converted(i, t);
  }
  /// In the shape of all; scalars stand beside any.
  dynamic_tracer in_places(dynamic_tracer const& k) const { return k.rank() == 0 ? k : dynamic_tracer(broadcast_value(k.value, places)); }
};
/// What of an index is no array; its value too.
template <class I> auto basic_of(I const& i) {
  if constexpr (traced_value<I>) return slice();
  else {
    if constexpr (std::is_same_v<I, late_slice>)
      if (i.step == 0) raise_error<index_error>("[constax] slice: the step cannot be 0");
    return i;
  }
}
template <class... I> void expect_indices(dynamic_tracer const& x, I const&...) {
  if constexpr (ellipses<I...> > 1) expect_silence<says_no_index<dynamic_tracer, I...>>();
  static_assert((any_index<I> && ...) || (tracing<I> || ...),
                "[constax] index: only integers, traced ones too, cx::slice, cx::newaxis and cx::ellipsis index a traced value");
  if ((0 + ... + (takes_axis<I> || traced_value<I> ? 1 : 0)) > x.rank()) raise_of<index_error>(too_many_indices(x.type()), x);
}

/// y where its places are inside, else the value for what is not there. along: where the axes of the places are in y.
template <class M>
dynamic_tracer filled_outside(M, dynamic_tracer const& y, dynamic_arrays const& arrays, axes const& over, shape const& of, int along) {
  dynamic_tracer inside;
  for (u32 k = 0; k < arrays.all.size(); ++k) {
    i64 const n = of[static_cast<int>(over[static_cast<int>(k)])].number;
    dynamic_tracer const i = arrays.as_indices(mode::fill, k, dtype::i64, n), is = and_(ge(i, M::wraps ? -n : i64{0}), lt(i, n));
    inside = k ? dynamic_tracer(and_(inside, is)) : is;
  }
  aval const a = y.type();
  broadcast_in_dim_t::params p{a.shape, {}};
  for (int d = 0; d < arrays.places.rank; ++d) p.dims.push(along + d);
  literal fill;
  visit_number(a.type, [&]<class T>(T) {
    fill = literal_of(fill_value<T>());
    return true;
  });
  dynamic_tracer const otherwise(broadcast_value({nullptr, 0, 0, fill, value::state::constant, nullptr}, a.shape));
  return select_n(emit_dynamic<broadcast_in_dim_t>(p, dynamic_tracer(broadcast_value(inside.value, arrays.places))), otherwise, y);
}
/// Elements of x, from which axes are gone that integers chose, at arrays of indices. of: x's shape before.
template <class M>
dynamic_tracer gathered(M how, dynamic_tracer const& x, shape const& of, dynamic_arrays const& arrays, index_layout const& l,
                        axes const& dropped) {
  dtype const t = arrays.common_type(how, of, l.arrays, false);
  vec<dynamic_tracer> held;
  vec<value> xs{x.value};
  for (u32 k = 0; k < arrays.all.size(); ++k) {
    i64 const n = of[static_cast<int>(l.arrays[static_cast<int>(k)])].number;
    xs.push(held.push(arrays.in_places(arrays.as_indices(how, k, t, n))).value);
  }
  dynamic_tracer const y = record_dynamic(late_descriptor<gather_t>(), xs, encode(gather_params(l, of.rank, dropped, M::of, M::wraps)));
  if constexpr (std::is_same_v<M, mode::fill_t>) return filled_outside(how, y, arrays, l.arrays, of, l.first_place());
  else return y;
}

/// x(i...).
template <class M, class X, class... I> auto read_at_dynamic(M how, X const& of, I const&... i) {
  dynamic_tracer const x(of);
  aval const a = x.type();
  expect_indices(x, i...);
  i64 const numbers[] = {index_number(i)...};
  indexing const basic = read_given(a.shape, numbers, basic_of(i)...);
  dynamic_tracer const kept = cut_dynamic(x, basic, (std::is_integral_v<I> || ...));
  if constexpr (!(traced_value<I> || ...)) return insert_dynamic(kept, basic.inserted);
  else {
    dynamic_arrays const arrays(i...);
    index_layout const l = layout_of_indices<I...>(a.shape, arrays.places.rank);
    return insert_dynamic(gathered(how, kept, a.shape, arrays, l, basic.dropped), l.new_axes());
  }
}

// ---- updates ----------------------------------------------------------------------------------------------------------------------------

/// The index for axis a of x that a scatter takes.
template <class M>
dynamic_tracer index_along(M how, context_ref const& at_hand, index_update const& u, dynamic_arrays const& arrays, int a, dtype t) {
  auto const number = [&](extent const& e) { return dynamic_tracer((*at_hand).constant(literal::of(t, e.number))); };
  if (u.layout.is_array(a)) {
    int which = 0;
    while (u.layout.arrays[which] != a) ++which;
    dynamic_tracer const k = arrays.in_places(arrays.as_indices(how, static_cast<u32>(which), t, u.of[a].number));
    if (k.rank() == 0 || u.index_shape() == arrays.places) return k;
    broadcast_in_dim_t::params p{u.index_shape(), {}};
    for (int d = 0; d < u.layout.rank_of_places; ++d) p.dims.push(u.index_axis(u.layout.first_place() + d));
    return emit_dynamic<broadcast_in_dim_t>(p, k);
  }
  if (!u.strided(a)) return number(u.basic.cut.start_indices[a]);
  bool const backwards = u.basic.reversed.contains(a);
  i64 const by = u.basic.cut.strides[a];
  dynamic_tracer const steps = iota_dynamic(at_hand, u.index_axis(u.layout.axis_along(a)), t, u.index_shape());
  return steps * (backwards ? -by : by) + number(u.basic.cut.start_indices[a] + (backwards ? (u.length(a) - extent(1)) * by : extent(0)));
}
/// v in the shape of what it is put in place of.
template <class P> dynamic_tracer spread_dynamic(dynamic_tracer const& v, shape const& to) {
  aval const a = v.type(), slices{a.type, to};
  aval const* const both[] = {&a, &slices};
  numpy_shape const s = broadcast_shapes({both, 2});
  if (!s.ok || !(s.result == to)) raise_of<shape_error>(no_broadcast(P::name, {both, 2}), v);
  if (a.rank() == 0 && to.rank != 0) return emit_dynamic<broadcast_in_dim_t>({to, axes{}}, v);
  return dynamic_tracer(broadcast_value(v.value, to));
}
/// x with v combined, by P, into x(i...).
template <class P, class M, class X, class V, class... I> auto updated_dynamic(M how, X const& to, V const& v, I const&... i) {
  dynamic_tracer const x(to);
  aval const a = x.type();
  expect_indices(x, i...);
  dynamic_arrays const arrays(i...);
  i64 const numbers[] = {index_number(i)...};
  index_update const u{a.shape, arrays.places, layout_of_indices<I...>(a.shape, arrays.places.rank),
                       read_given(a.shape, numbers, basic_of(i)...)};
  if (fault const f = slice_fault(a, u.basic.cut)) raise_fault(f);
  indexed_params const p = u.params(M::of, M::wraps);
  dtype const t = arrays.common_type(how, a.shape, p.indexed, p.indexed.size() != u.layout.arrays.size());
  dynamic_tracer slices = spread_dynamic<P>(dynamic_in(v, a.type), u.result(true));
  if (axes const inserted = u.layout.new_axes(); inserted.size()) slices = emit_dynamic<squeeze_t>({inserted}, slices);
  context_ref const at_hand = some_context({&x.value, 1});
  vec<dynamic_tracer> held;
  vec<value> xs{x.value, slices.value};
  for (i64 d : p.indexed) xs.push(held.push(index_along(how, at_hand, u, arrays, static_cast<int>(d), t)).value);
  return record_dynamic(late_descriptor<P>(), xs, encode(p));
}

} // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline v0 {
constexpr constax::detail::row_iterator<dynamic_tracer> dynamic_tracer::begin() const { return constax::detail::first_row(*this); }
constexpr constax::detail::row_iterator<dynamic_tracer> dynamic_tracer::end() const { return constax::detail::behind_rows(*this); }

inline dynamic_tracer dynamic_tracer::operator[](located_index i) const {
  constax::detail::in_line const here(i.at.file, i.at.line);
  return constax::detail::index(*this, i.number);
}
template <class I>
requires(!constax::plain_integer<I>)
dynamic_tracer dynamic_tracer::operator[](I const& index) const {
  return constax::detail::index(*this, constax::detail::or_constant(index));
}
template <class... I> dynamic_tracer dynamic_tracer::operator()(I const&... index) const {
  return constax::detail::index(*this, constax::detail::or_constant(index)...);
}
template <class... I> auto dynamic_tracer::at(I const&... index) const {
  if constexpr ((constax::detail::constant_numbers<I> || ...)) return at(constax::detail::or_constant(index)...);
  else {
    constax::detail::expect_indices(*this, index...);
    return constax::at_index<dynamic_tracer, I...>(*this, index...);
  }
}

} // namespace constax::inline v0
