// SPDX-License-Identifier: BSL-1.0
#pragma once
// at: NumPy's indexing by integers that the program computes, and JAX's updates.
//
//   x[i]  x(i, cx::slice(), j)            i, j traced integers or arrays of them, which broadcast; among slices and integers as NumPy has it
//   x.at(i).set(v)  .add(v)  .min(v)      x with v in place of x(i), added to it, ...: v broadcasts to the shape of x(i)
//   x.at(i).get(cx::mode::fill)           x(i), with another rule for places outside of x
//
// Negative integers count from the end. What then lies outside of x: x(i) reads the nearest element, an update is dropped; a mode says otherwise.
// Updates that meet in one element are made in the order of their indices, row-major, by any number of threads.
#include <constax/api/index.hpp>
#include <constax/api/numpy/astype.hpp>
#include <constax/api/numpy/elementwise.hpp>
#include <constax/base/unpack.hpp>

#include <array>

namespace constax::inline CONSTAX_TAG {

/// What becomes of places outside of an array, beside cx::mode::clip.
namespace mode {
/// No update is made.
inline constexpr tag<index_mode::fill_or_drop> drop{};
/// There are none; a program that breaks the promise is undefined.
inline constexpr tag<index_mode::promise_in_bounds> promise_in_bounds{};
/// In place of an element nan is read, of integers the lowest, of unsigned ones the largest, of bool true; no update is made.
struct fill_t : tag<index_mode::fill_or_drop> {};
inline constexpr fill_t fill{};
/// The place modulo the length.
struct wrap_t : tag<index_mode::promise_in_bounds, false> {};
inline constexpr wrap_t wrap{};
} // namespace mode

namespace detail {

template <class M>
concept index_mode_tag = requires {
  { M::of } -> std::convertible_to<index_mode>;
  M::wraps;
};

/// An index: what the program computes, or what its text says.
template <class I>
concept any_index = is_traced_index<I> || index_like<I>;
/// What of an index is no array.
template <class I>
using basic_index = std::conditional_t<is_tracer<I>, slice_index<end_t{}, end_t{}, 1>, I>;
/// The numbers of integers among indices whose types carry them, 0 for all others.
template <class... I>
inline constexpr std::array<i64, sizeof...(I)> numbers_of_types{[] {
  if constexpr (integral_number<I>) return static_cast<i64>(I::value);
  else return i64{0};
}()...};

/// How the axes of an indexed array and those of arrays of indices make the axes of x(i...).
struct index_layout {
  static constexpr i64 new_axis = -1, places = -2;
  axes arrays;              // the axes that arrays index, in order
  i64 entry[3 * max_rank] = {}; // of x(i...), in order: an axis of x; new_axis; places: all axes of the arrays, broadcast
  int entries = 0, rank_of_places = 0;

  /// The axes of x(i...), new ones counted or not, that entry k is: its first.
  constexpr int place_of(int k, bool with_new) const {
    int at = 0;
    for (int i = 0; i < k; ++i) at += entry[i] == places ? rank_of_places : entry[i] == new_axis ? with_new : 1;
    return at;
  }
  /// The axis of x(i...), new ones not counted, that goes through axis `a` of x; -1: none.
  constexpr int axis_along(int a) const {
    for (int k = 0; k < entries; ++k)
      if (entry[k] == a) return place_of(k, false);
    return -1;
  }
  constexpr axes new_axes() const {
    axes a;
    for (int k = 0; k < entries; ++k)
      if (entry[k] == new_axis) a.push(place_of(k, true));
    return a;
  }
  constexpr int first_place() const {
    for (int k = 0; k < entries; ++k)
      if (entry[k] == places) return place_of(k, false);
    return 0;
  }
  constexpr bool is_array(int a) const { return arrays.contains(a); }
};
/// I: the indices of an array of shape s.
template <class... I>
constexpr index_layout layout_of_indices(shape const& s, int rank_of_places) {
  index_layout r;
  r.rank_of_places = rank_of_places;
  constexpr int taken = (0 + ... + (takes_axis<I> || tracing<I> ? 1 : 0));
  int axis = 0, item = 0, first = -1, last = -1, count = 0, place = 0; // first, last: of arrays and integers, which are adjacent or not
  auto const push = [&](i64 e) { r.entry[r.entries++] = e, ++item; };
  auto const integer = [&] {
    if (first < 0) first = item, place = r.entries;
    last = item, ++count, ++item, ++axis;
  };
  auto const one = [&]<class J>(std::type_identity<J>) {
    if constexpr (std::is_same_v<J, newaxis_t>) push(index_layout::new_axis);
    else if constexpr (std::is_same_v<J, ellipsis_t>)
      for (int n = s.rank - taken; n > 0; --n) push(axis++);
    else if constexpr (is_slice<J>) push(axis++);
    else {
      if constexpr (tracing<J>) r.arrays.push(axis);
      integer();
    }
  };
  (one(std::type_identity<I>{}), ...);
  while (axis < s.rank) push(axis++);
  if (r.arrays.size() == 0) return r;
  if (last - first + 1 != count) place = 0; // not adjacent: in front of all
  for (int k = r.entries++; k > place; --k) r.entry[k] = r.entry[k - 1];
  r.entry[place] = index_layout::places;
  return r;
}

// ---- arrays of indices ---------------------------------------------------------------------------------------------------------------------------

/// The type for all indices: that of the arrays of types I if they have one, and numbers beside them are not needed; else one that is wide enough for axes
/// `over` of an array of shape s.
template <class... I>
constexpr dtype type_of_indices(shape const& s, axes const& over, bool beside_numbers) {
  dtype t = dtype::boolean;
  bool one = true, wide = false;
  auto const ask = [&]<class J>(std::type_identity<J>) {
    if constexpr (tracing<J>) {
      one = one && (t == dtype::boolean || t == J::aval.type), t = J::aval.type;
      wide = wide || info(t).bytes > 4 || t == dtype::u32;
    }
  };
  (ask(std::type_identity<I>{}), ...);
  if (one && t != dtype::boolean && !beside_numbers) return t;
  for (i64 d : over) wide = wide || !s[static_cast<int>(d)].is_number() || s[static_cast<int>(d)].number > std::numeric_limits<i32>::max();
  return wide ? dtype::i64 : dtype::i32;
}
/// An extent as a traced number.
template <class T>
constexpr basic_tracer<T> traced_extent(context_ref const& at_hand, extent const& e) {
  context& c = *at_hand;
  if (e.is_number()) return basic_tracer<T>(c.constant(literal::of(dtype_of<T>, e.number)));
  return basic_tracer<T>(convert_element_type(size_of_axis(c, e), dtype_of<T>));
}
/// Indices as numbers of type T; where places wrap, modulo the N elements of their axis.
template <class T, extent N, class M, class I>
constexpr auto as_indices(M, I const& i) {
  constexpr extent n = N; // (at run time clang 19 reads zeros of a template's argument)
  if constexpr (std::is_same_v<M, mode::wrap_t>) {
    auto const k = astype<i64>(i);
    auto const length = traced_extent<i64>(some_context({&k.value, 1}), n);
    auto const rest = rem(k, length);
    return astype<T>(select_n(lt(rest, 0), rest, rest + length));
  } else if constexpr (std::is_same_v<typename I::value_type, u64> && !std::is_same_v<T, u64>) return astype<T>(min(i, std::numeric_limits<i64>::max()));
  else return astype<T>(i);
}

template <class... I>
constexpr numpy_shape shape_of_arrays() {
  vec<aval const*> arrays;
  auto const take = [&]<class J>(std::type_identity<J>) {
    if constexpr (tracing<J>) arrays.push(&J::aval);
  };
  (take(std::type_identity<I>{}), ...);
  return broadcast_shapes({arrays.begin(), arrays.size()});
}
/// The traced ones among indices.
template <class... I>
constexpr auto arrays_among(I const&... i) {
  auto const one = []<class J>(J const& j) {
    if constexpr (tracing<J>) return std::tuple<J>(j);
    else return std::tuple<>{};
  };
  return std::tuple_cat(one(i)...);
}
/// They as numbers of type T, for axes Over of an X.
template <class T, class X, axes Over, class M, class... A>
constexpr auto all_indices(M how, std::tuple<A...> const& arrays) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return std::tuple{as_indices<T, X::aval.shape.dims[Over[static_cast<int>(K)]]>(how, std::get<K>(arrays))...};
  }(std::index_sequence_for<A...>{});
}

template <class... I>
struct says_arrays_differ {
  constexpr text operator()() const {
    text t;
    t << "[constax] index: arrays of indices of types";
    auto const one = [&]<class J>(std::type_identity<J>) {
      if constexpr (tracing<J>) t << ' ' << J::aval;
    };
    (one(std::type_identity<I>{}), ...);
    return t << " do not broadcast to one shape; reshape one of them";
  }
};

/// An array of indices in the shape of all; scalars stand beside any.
template <shape Places, class K>
constexpr auto in_places(K const& k) {
  if constexpr (K::rank() == 0) return k;
  else return detail::broadcast_to<Places>(k);
}

// ---- x(i...) -------------------------------------------------------------------------------------------------------------------------------------

/// What reads and slices do not change: x without the axes that integers choose, sliced; arrays and new axes are left for later.
template <class X, class... I>
constexpr auto without_arrays(X const& x, I const&... i) {
  auto const one = []<class J>(J const& j) {
    if constexpr (std::is_same_v<J, newaxis_t>) return std::tuple<>{};
    else if constexpr (tracing<J>) return std::tuple{slice()};
    else return std::tuple<J>(j);
  };
  return detail::unpack([&](auto const&... j) { return index(x, j...); }, std::tuple_cat(one(i)...));
}
/// Slices of one element along the axes that arrays index, of what is left of an array of this rank where `dropped` axes are gone.
constexpr indexed_params gather_params(index_layout const& l, int rank, axes const& dropped, index_mode how, bool from_end) {
  indexed_params p{{}, {}, {}, {}, how, from_end};
  for (int a = 0, left = 0; a < rank; ++a) {
    if (dropped.contains(a)) continue;
    p.along.push(l.axis_along(a));
    if (l.is_array(a)) p.indexed.push(left), p.slice_sizes.push(1);
    ++left;
  }
  for (int d = 0; d < l.rank_of_places; ++d) p.at.push(l.first_place() + d);
  return p;
}
/// What is read in place of elements that are not there.
template <class T>
constexpr T fill_value() {
  if constexpr (std::is_floating_point_v<T>) return std::numeric_limits<T>::quiet_NaN();
  else if constexpr (std::is_same_v<T, bool>) return true;
  else return std::is_signed_v<T> ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max();
}
/// Is an index one of an axis of N elements, counted from either end?
template <extent N, class K>
constexpr auto is_inside(K const& index) {
  auto const k = as_indices<i64, N>(mode::fill, index);
  constexpr extent size = N;
  auto const n = traced_extent<i64>(some_context({&k.value, 1}), size);
  return and_(ge(k, -n), lt(k, n));
}
constexpr auto and_all(auto const& first, auto const&... more) {
  if constexpr (sizeof...(more) == 0) return first;
  else return and_(first, and_all(more...));
}
/// y where its places are inside, else the fill value.
template <index_layout L, shape Places, class Y, class In>
constexpr auto where_inside(In const& inside, Y const& y) {
  constexpr auto p = [] {
    broadcast_in_dim_t::params q{Y::aval.shape, {}};
    for (int d = 0; d < Places.rank; ++d) q.dims.push(L.first_place() + d);
    return q;
  }();
  auto const fill = fill_value<typename Y::value_type>();
  return select_n(emit<broadcast_in_dim_t, p>(detail::broadcast_to<Places>(inside)), full_like(y, fill), y);
}

/// x(i...), some of the indices traced; M: a mode.
template <class M, class X, class... I>
constexpr auto read_at(M how, X const& x, I const&... i) {
  constexpr numpy_shape places = shape_of_arrays<I...>();
  if constexpr (!places.ok) {
    expect_silence<says_arrays_differ<I...>>();
    return after_error<X>();
  } else {
    constexpr index_layout l = layout_of_indices<I...>(X::aval.shape, places.result.rank);
    constexpr axes dropped = read_indices<basic_index<I>...>(X::aval.shape, numbers_of_types<I...>.data()).dropped;
    using T = element_of<type_of_indices<I...>(X::aval.shape, l.arrays, false)>;
    auto const kept = without_arrays(x, i...);
    auto const ks = all_indices<T, X, l.arrays>(how, arrays_among(i...));
    using each = std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<decltype(ks)>>>;
    auto const y = [&]<std::size_t... K>(std::index_sequence<K...>) {
      return emit<gather_t, gather_params(l, X::rank(), dropped, M::of, M::wraps)>(kept, in_places<places.result>(std::get<K>(ks))...);
    }(each{});
    auto const filled = [&] {
      if constexpr (!std::is_same_v<M, mode::fill_t>) return y;
      else
        return [&]<std::size_t... K>(std::index_sequence<K...>) {
          return where_inside<l, places.result>(and_all(is_inside<X::aval.shape.dims[l.arrays[static_cast<int>(K)]]>(std::get<K>(ks))...), y);
        }(each{});
    }();
    constexpr axes inserted = l.new_axes();
    if constexpr (inserted.size() == 0) return filled;
    else return emit<broadcast_in_dim_t, inserting(std::remove_cvref_t<decltype(filled)>::aval.shape, inserted)>(filled);
  }
}

// ---- x.at(i...) ------------------------------------------------------------------------------------------------------------------------------------

/// Updates of X at indices of types I, as parameters of a scatter. Integers that only the call knows count as 0.
template <class X, class... I>
struct update_at {
  static constexpr shape of = X::aval.shape;
  static constexpr numpy_shape places = shape_of_arrays<I...>();
  static constexpr index_layout layout = layout_of_indices<I...>(of, places.result.rank);
  static constexpr indexing basic = read_indices<basic_index<I>...>(of, numbers_of_types<I...>.data());

  static constexpr bool strided(int a) { return !layout.is_array(a) && (basic.cut.strides[a] != 1 || basic.reversed.contains(a)); }
  static constexpr bool cut(int a) { return !(basic.cut.start_indices[a] == extent(0)) || !(basic.cut.limit_indices[a] == of[a]); }
  /// Is axis a indexed, and does a slice have one element there?
  static constexpr bool chosen(int a) { return layout.is_array(a) || basic.dropped.contains(a) || strided(a); }
  static constexpr extent length(int a) {
    extent const n = basic.cut.limit_indices[a] - basic.cut.start_indices[a];
    i64 const by = basic.cut.strides[a];
    return by == 1 ? n : extent((n.number + by - 1) / by);
  }
  /// Axes of the indices: those of the arrays, and of what is gone through in steps.
  static constexpr indexed_params params(index_mode how, bool from_end) {
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
  static constexpr shape result(bool with_new) {
    shape s;
    for (int k = 0; k < layout.entries; ++k) {
      i64 const e = layout.entry[k];
      if (e == index_layout::places)
        for (int d = 0; d < layout.rank_of_places; ++d) s.push(places.result[d]);
      else if (e == index_layout::new_axis) {
        if (with_new) s.push(1);
      } else s.push(length(static_cast<int>(e)));
    }
    return s;
  }
  /// The indices' shape, and the axis of it that goes along axis a of X.
  static constexpr shape index_shape() {
    shape s;
    shape const all = result(false);
    for (i64 d : params({}, false).at) s.push(all[static_cast<int>(d)]);
    return s;
  }
  static constexpr int index_axis(int at) {
    axes const all = params({}, false).at;
    for (int d = 0; d < all.size(); ++d)
      if (all[d] == at) return d;
    return -1;
  }

  /// The index for axis A of X: `arrays` are the traced ones, `here` knows the integers of this call.
  template <int A, class T, class Arrays>
  static constexpr auto index_along(Arrays const& arrays, indexing const& here, context_ref const& at_hand) {
    if constexpr (layout.is_array(A)) {
      constexpr std::size_t which = [] {
        std::size_t k = 0;
        while (layout.arrays[static_cast<int>(k)] != A) ++k;
        return k;
      }();
      auto const k = in_places<places.result>(std::get<which>(arrays));
      if constexpr (k.rank() == 0 || index_shape() == places.result) return k;
      else {
        constexpr auto p = [] {
          broadcast_in_dim_t::params q{index_shape(), {}};
          for (int d = 0; d < layout.rank_of_places; ++d) q.dims.push(index_axis(layout.first_place() + d));
          return q;
        }();
        return emit<broadcast_in_dim_t, p>(k);
      }
    } else if constexpr (strided(A)) {
      constexpr bool backwards = basic.reversed.contains(A);
      constexpr i64 by = basic.cut.strides[A];
      constexpr int along = index_axis(layout.axis_along(A));
      auto const steps = emit_later<iota_t, iota_t::params{along, dtype_of<T>, index_shape()}>() * static_cast<T>(backwards ? -by : by);
      extent const first = here.cut.start_indices[A] + (backwards ? (length(A) - extent(1)) * by : extent(0));
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

/// Why integers that are known by their values alone are no indices of an X; or none.
template <class X>
constexpr fault slice_fault(slice_t::params const& cut) {
  constexpr aval a = X::aval;
  aval const* const of = &a;
  typed const t = slice_t::type({&of, 1}, cut);
  if (!t.fault) return {};
  fault f = t.fault;
  f.where = slice_t::name;
  return f;
}
/// x with v combined, by P, into x(i...).
template <class P, class M, class X, class V, class... I>
constexpr auto updated(M how, X const& x, V const& v, I const&... i) {
  using U = update_at<X, I...>;
  if constexpr (!U::places.ok) {
    expect_silence<says_arrays_differ<I...>>();
    return x;
  } else if constexpr (infer<slice_t, U::basic.cut, X>().fault) {
    emit<slice_t, U::basic.cut>(x); // says why
    return x;
  } else {
    constexpr indexed_params p = U::params(M::of, M::wraps);
    using T = element_of<type_of_indices<I...>(U::of, p.indexed, p.indexed.size() != U::layout.arrays.size())>;
    auto const slices = spread_over<P, U::result(true)>(as_tracer<typename X::value_type>(v, x.value.ctx));
    auto const squeezed = [&] {
      if constexpr (U::layout.new_axes().size() == 0) return slices;
      else return emit<squeeze_t, squeeze_t::params{U::layout.new_axes()}>(slices);
    }();
    i64 const numbers[] = {index_number(i)...};
    indexing const here = read_indices<basic_index<I>...>(U::of, numbers);
    auto const arrays = all_indices<T, X, U::layout.arrays>(how, arrays_among(i...));
    context_ref const at_hand = some_context({&squeezed.value, 1});
    if constexpr ((std::is_integral_v<I> || ...)) (*at_hand).fail(slice_fault<X>(here.cut));
    return [&]<std::size_t... Q>(std::index_sequence<Q...>) {
      return emit<P, p>(x, squeezed, U::template index_along<static_cast<int>(p.indexed[static_cast<int>(Q)]), T>(arrays, here, at_hand)...);
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
    return detail::updated<P>(how, x_, v, std::get<K>(indices_)...);
  }
  using each = std::index_sequence_for<I...>;
  using drop = decltype(mode::drop);

public:
  constexpr explicit at_index(X const& x, I const&... i) : x_(x), indices_(i...) {}

  /// x(i...).
  template <detail::index_mode_tag M = decltype(mode::clip)>
  constexpr auto get(M how = {}) const {
    return detail::unpack(
        [&](auto const&... i) {
          if constexpr ((tracing<I> || ...)) return detail::read_at(how, x_, i...);
          else return detail::index(x_, i...);
        },
        indices_);
  }
  /// x with v in place of x(i...); of several the last one stays.
  template <class V, detail::index_mode_tag M = drop>
  constexpr auto set(V const& v, M how = {}) const {
    return update<scatter_t>(v, how, each{});
  }
  /// x with v added to x(i...), as often as an index occurs.
  template <class V, detail::index_mode_tag M = drop>
  constexpr auto add(V const& v, M how = {}) const {
    return update<scatter_add_t>(v, how, each{});
  }
  template <class V, detail::index_mode_tag M = drop>
  constexpr auto subtract(V const& v, M how = {}) const {
    return update<scatter_add_t>(-v, how, each{});
  }
  /// x with x(i...) multiplied by v. (There is no derivative in v.)
  template <class V, detail::index_mode_tag M = drop>
  constexpr auto mul(V const& v, M how = {}) const {
    return update<scatter_mul_t>(v, how, each{});
  }
  template <class V, detail::index_mode_tag M = drop>
  constexpr auto min(V const& v, M how = {}) const {
    return update<scatter_min_t>(v, how, each{});
  }
  template <class V, detail::index_mode_tag M = drop>
  constexpr auto max(V const& v, M how = {}) const {
    return update<scatter_max_t>(v, how, each{});
  }
};

} // namespace constax::inline CONSTAX_TAG

namespace constax::inline v0 {

template <class T, auto... Dims>
template <class... I>
constexpr auto basic_tracer<T, Dims...>::at(I const&... index) const {
  constexpr int taken = (0 + ... + (constax::detail::takes_axis<I> || constax::is_tracer<I> ? 1 : 0));
  if constexpr (taken > rank()) {
    constax::expect_silence<constax::detail::says_too_many<basic_tracer>>();
    return constax::at_index<basic_tracer>(*this);
  } else if constexpr ((constax::detail::any_index<I> && ...)) return constax::at_index<basic_tracer, I...>(*this, index...);
  else {
    constax::expect_silence<constax::detail::says_no_index<basic_tracer, I...>>();
    return constax::at_index<basic_tracer>(*this);
  }
}

} // namespace constax::inline v0
