// SPDX-License-Identifier: BSL-1.0
#pragma once
// at: JAX's updates of an array at indices, integers that the program computes (index_arrays.hpp) among them.
//
//   x.at(i).set(v)  .add(v)  .min(v)      x with v in place of x(i), added to it, ...: v broadcasts to the shape of x(i)
//   x.at(i).get(cx::mode::fill)           x(i), with another rule for places outside of x
//
// An update outside of x is dropped; a mode says otherwise.
// Updates that meet in one element are made in the order of their indices, row-major, by any number of threads.
#include <constax/api/index_arrays.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// Updates of an array at indices, as parameters of a scatter.
struct index_update {
  shape of, places; // of the array; of the arrays of indices, broadcast
  index_layout layout;
  indexing basic; // what is said of axes that no array indexes

  constexpr bool strided(int a) const { return !layout.is_array(a) && (basic.cut.strides[a] != 1 || basic.reversed.contains(a)); }
  constexpr bool cut(int a) const { return !(basic.cut.start_indices[a] == extent(0)) || !(basic.cut.limit_indices[a] == of[a]); }
  /// Is axis a indexed, and does a slice have one element there?
  constexpr bool chosen(int a) const { return layout.is_array(a) || basic.dropped.contains(a) || strided(a); }
  constexpr extent length(int a) const {
    extent const n = basic.cut.limit_indices[a] - basic.cut.start_indices[a];
    i64 const by = basic.cut.strides[a];
    return by == 1 ? n : extent((n.number + by - 1) / by);
  }
  /// Axes of the indices: those of the arrays, and of what is gone through in steps.
  constexpr indexed_params params(index_mode how, bool from_end) const {
    indexed_params p{{}, {}, {}, {}, how, from_end};
    for (int a = 0; a < of.rank; ++a) {
      p.along.push(chosen(a) ? -1 : layout.axis_along(a));
      if (chosen(a)) p.indexed.push(a), p.slice_sizes.push(1);
      else if (cut(a) || (a + 1 == of.rank && p.indexed.size() == 0)) p.indexed.push(a), p.slice_sizes.push(length(a)); // one is indexed
    }
    for (int k = 0; k < layout.entries; ++k) {
      i64 const e = layout.entry[k];
      int const n = e == index_layout::places ? layout.rank_of_places : e >= 0 && strided(static_cast<int>(e)) ? 1 : 0;
      for (int d = 0; d < n; ++d) p.at.push(layout.place_of(k, false) + d);
    }
    return p;
  }
  /// The shape of x(i...), with new axes or without.
  constexpr shape result(bool with_new) const {
    shape s;
    for (int k = 0; k < layout.entries; ++k) {
      i64 const e = layout.entry[k];
      if (e == index_layout::places)
        for (int d = 0; d < layout.rank_of_places; ++d) s.push(places[d]);
      else if (e == index_layout::new_axis) {
        if (with_new) s.push(1);
      } else s.push(length(static_cast<int>(e)));
    }
    return s;
  }
  /// The indices' shape, and the axis of it that goes along axis a of X.
  constexpr shape index_shape() const {
    shape s;
    shape const all = result(false);
    for (i64 d : params({}, false).at) s.push(all[static_cast<int>(d)]);
    return s;
  }
  constexpr int index_axis(int at) const {
    axes const all = params({}, false).at;
    for (int d = 0; d < all.size(); ++d)
      if (all[d] == at) return d;
    return -1;
  }
};
/// Of an X at indices of types I. Integers that only the call knows count as 0.
template <class X, class... I>
struct update_at {
  static constexpr shape of = X::aval.shape;
  static constexpr numpy_shape places = shape_of_arrays<I...>();
  static constexpr index_update u{of, places.result, layout_of_indices<I...>(of, places.result.rank),
                                  read_indices<basic_index<I>...>(of, numbers_of_types<I...>.data())};

  /// The index for axis A of X: `arrays` are the traced ones, `here` knows the integers of this call.
  template <int A, class T, class Arrays>
  static constexpr auto index_along(Arrays const& arrays, indexing const& here, context_ref const& at_hand) {
    if constexpr (u.layout.is_array(A)) {
      constexpr std::size_t which = [] {
        std::size_t k = 0;
        while (u.layout.arrays[static_cast<int>(k)] != A) ++k;
        return k;
      }();
      auto const k = in_places<places.result>(std::get<which>(arrays));
      if constexpr (k.rank() == 0 || u.index_shape() == places.result) return k;
      else {
        constexpr auto p = [] {
          broadcast_in_dim_t::params q{u.index_shape(), {}};
          for (int d = 0; d < u.layout.rank_of_places; ++d) q.dims.push(u.index_axis(u.layout.first_place() + d));
          return q;
        }();
        return emit<broadcast_in_dim_t, p>(k);
      }
    } else if constexpr (u.strided(A)) {
      constexpr bool backwards = u.basic.reversed.contains(A);
      constexpr i64 by = u.basic.cut.strides[A];
      constexpr int along = u.index_axis(u.layout.axis_along(A));
      auto const steps = emit_later<iota_t, iota_t::params{along, dtype_of<T>, u.index_shape()}>() * static_cast<T>(backwards ? -by : by);
      extent const first = here.cut.start_indices[A] + (backwards ? (u.length(A) - extent(1)) * by : extent(0));
      return steps + traced_extent<T>(at_hand, first);
    } else return traced_extent<T>(at_hand, here.cut.start_indices[A]);
  }
};

/// v in shape S, as numbers in memory have it: what P takes slices from.
template <class P, shape S, class V>
constexpr auto spread_over(V const& v) {
  constexpr numpy_shape s = broadcast_avals(V::aval, aval{V::aval.type, S});
  if constexpr (!s.ok || !(s.result == S)) {
    expect_silence<says_no_broadcast<P, V, tracer_t<aval{V::aval.type, S}>>>();
    return after_error<tracer_t<aval{V::aval.type, S}>>();
  } else if constexpr (V::rank() == 0 && S.rank != 0) return emit<broadcast_in_dim_t, broadcast_in_dim_t::params{S, axes{}}>(v);
  else return detail::broadcast_to<S>(v);
}

/// Why integers that are known by their values alone are no indices of an a; or none.
constexpr fault slice_fault(aval const& a, slice_t::params const& cut) {
  aval const* const of = &a;
  typed const t = slice_t::type({&of, 1}, cut);
  if (!t.fault) return {};
  fault f = t.fault;
  f.where = slice_t::name;
  return f;
}
/// Of dynamic tracers among array, updates and indices: runtime/index.hpp.
template <class P, class M, class X, class V, class... I> auto updated_dynamic(M how, X const& x, V const& v, I const&... i);
/// x with v combined, by P, into x(i...).
template <class P, class M, class X, class V, class... I>
constexpr auto updated(M how, X const& x, V const& v, I const&... i) {
  using U = update_at<X, I...>;
  if constexpr (!U::places.ok) {
    expect_silence<says_arrays_differ<I...>>();
    return x;
  } else if constexpr (infer<slice_t, U::u.basic.cut, X>().fault) {
    emit<slice_t, U::u.basic.cut>(x); // says why
    return x;
  } else {
    constexpr indexed_params p = U::u.params(M::of, M::wraps);
    using T = element_of<type_of_indices<I...>(U::of, p.indexed, p.indexed.size() != U::u.layout.arrays.size(),
                                                   std::is_same_v<M, mode::wrap_t>)>;
    auto const slices = spread_over<P, U::u.result(true)>(as_tracer<typename X::value_type>(v, x.value.ctx));
    auto const squeezed = [&] {
      if constexpr (U::u.layout.new_axes().size() == 0) return slices;
      else return emit<squeeze_t, squeeze_t::params{U::u.layout.new_axes()}>(slices);
    }();
    i64 const numbers[] = {index_number(i)...};
    indexing const here = read_indices<basic_index<I>...>(U::of, numbers);
    auto const arrays = all_indices<T, X, U::u.layout.arrays>(how, arrays_among(i...));
    context_ref const at_hand = some_context({&squeezed.value, 1});
    if constexpr ((std::is_integral_v<I> || ...)) (*at_hand).fail(slice_fault(X::aval, here.cut));
    return [&]<std::size_t... Q>(std::index_sequence<Q...>) {
      return emit<P, p>(x, squeezed,
                        U::template index_along<static_cast<int>(p.indexed[static_cast<int>(Q)]), T>(arrays, here, at_hand)...);
    }(std::make_index_sequence<static_cast<std::size_t>(p.indexed.size())>{});
  }
}

} // namespace detail

/// Elements of x at indices: what x.at(i...) gives. Each function results in a new array.
template <class X, class... I>
class at_index {
  X x_;
  std::tuple<I...> indices_;

  // (No call between these and what they do: each would be a line of every message.)
  template <class P, class V, class M, std::size_t... K>
  constexpr auto update(V const& v, M how, std::index_sequence<K...>) const {
    if constexpr (detail::constant_numbers<V>) return update<P>(detail::or_constant(v), how, each{});
    else if constexpr (is_dynamic<X> || is_dynamic<V> || (is_dynamic<I> || ...))
      return detail::updated_dynamic<P>(how, x_, v, std::get<K>(indices_)...);
    else return detail::updated<P>(how, x_, v, std::get<K>(indices_)...);
  }
  using each = std::index_sequence_for<I...>;
  using drop = decltype(mode::drop);

public:
  constexpr explicit at_index(X const& x, I const&... i) : x_(x), indices_(i...) {}

  /// x(i...).
  template <detail::index_mode_tag M = decltype(mode::clip)>
  [[nodiscard]] constexpr auto get(M how = {}) const {
    return detail::unpack(
        [&](auto const&... i) {
          if constexpr (is_dynamic<X> || (is_dynamic<I> || ...)) return detail::read_at_dynamic(how, x_, i...);
          else if constexpr ((tracing<I> || ...)) return detail::read_at(how, x_, i...);
          else return detail::index(x_, i...);
        },
        indices_);
  }
  /// x with v in place of x(i...); of several the last one stays.
  template <class V, detail::index_mode_tag M = drop>
  [[nodiscard]] constexpr auto set(V const& v, M how = {}) const {
    return update<scatter_t>(v, how, each{});
  }
  /// x with v added to x(i...), as often as an index occurs.
  template <class V, detail::index_mode_tag M = drop>
  [[nodiscard]] constexpr auto add(V const& v, M how = {}) const {
    return update<scatter_add_t>(v, how, each{});
  }
  template <class V, detail::index_mode_tag M = drop>
  [[nodiscard]] constexpr auto subtract(V const& v, M how = {}) const {
    return update<scatter_add_t>(-detail::or_constant(v), how, each{});
  }
  /// x with x(i...) multiplied by v. (There is no derivative in v.)
  template <class V, detail::index_mode_tag M = drop>
  [[nodiscard]] constexpr auto mul(V const& v, M how = {}) const {
    return update<scatter_mul_t>(v, how, each{});
  }
  template <class V, detail::index_mode_tag M = drop>
  [[nodiscard]] constexpr auto min(V const& v, M how = {}) const {
    return update<scatter_min_t>(v, how, each{});
  }
  template <class V, detail::index_mode_tag M = drop>
  [[nodiscard]] constexpr auto max(V const& v, M how = {}) const {
    return update<scatter_max_t>(v, how, each{});
  }
};

} // namespace constax::inline CONSTAX_TAG

namespace constax::inline v0 {

template <class T, auto... Dims>
template <class... I>
constexpr auto basic_tracer<T, Dims...>::at(I const&... index) const {
  constexpr int taken = (0 + ... + (constax::detail::takes_axis<I> || constax::traced_value<I> ? 1 : 0));
  if constexpr ((constax::detail::constant_numbers<I> || ...)) return at(constax::detail::or_constant(index)...);
  else if constexpr (taken > rank()) {
    constax::expect_silence<constax::detail::says_too_many<basic_tracer>>();
    return constax::at_index<basic_tracer>(*this);
  } else if constexpr (constax::detail::ellipses<I...> <= 1 && (constax::detail::any_index<I> && ...) &&
                       ((constax::is_dynamic<I> || ...) || !(std::is_same_v<I, constax::late_slice> || ...)))
    return constax::at_index<basic_tracer, I...>(*this, index...);
  else {
    constax::expect_silence<constax::detail::says_no_index<basic_tracer, I...>>();
    return constax::at_index<basic_tracer>(*this);
  }
}

} // namespace constax::inline v0
