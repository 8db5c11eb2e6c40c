// SPDX-License-Identifier: BSL-1.0
#pragma once
// index_arrays: x(i...) with integers that the program computes, and arrays of them, as NumPy has it: x[i], x(i, cx::slice(), j).
//
// Negative integers count from the end. What then lies outside of x is read at the nearest place, or as a mode says.
#include <constax/api/index.hpp>
#include <constax/api/numpy/astype.hpp>
#include <constax/api/numpy/elementwise.hpp>
#include <constax/base/unpack.hpp>

#include <array>
#include <utility>

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
concept any_index = is_traced_index<I> || is_dynamic<I> || index_like<I>;
/// What of an index is no array.
template <class I>
using basic_index = std::conditional_t<traced_value<I>, slice_index<end_t{}, end_t{}, 1>, I>;
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
  constexpr int taken = (0 + ... + (takes_axis<I> || traced_value<I> ? 1 : 0));
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
      if constexpr (traced_value<J>) r.arrays.push(axis);
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

// ---- arrays of indices ------------------------------------------------------------------------------------------------------------------

/// The type of places of an axis of length n, where indices have type t: t, or a wider one that holds them all. (Of a symbol 32 bits do.)
constexpr dtype type_of_places(dtype t, extent const& n) {
  bool const holds = visit_number(t, [&]<class T>(T) {
    if constexpr (!std::is_integral_v<T> || std::is_same_v<T, bool>) return true;
    else return n.is_number() ? std::cmp_less_equal(n.number - 1, std::numeric_limits<T>::max()) : sizeof(T) >= 4;
  });
  return holds ? t : n.is_number() && n.number <= std::numeric_limits<i32>::max() ? dtype::i32 : dtype::i64;
}
/// The type for numbers from -n to n, where a shift has type t: t if it is i32 or i64 and holds them, else one of the two.
constexpr dtype type_of_shifts(dtype t, extent const& n) {
  bool const long_axis = n.is_number() && n.number > std::numeric_limits<i32>::max();
  if (t == dtype::i64 || (t == dtype::i32 && !long_axis)) return t;
  return long_axis || t == dtype::u32 || t == dtype::u64 ? dtype::i64 : dtype::i32;
}
/// The type for all indices: that of the arrays if they have one, and numbers beside them are not needed; else one that is wide enough for
/// axes `over` of an array of shape s. If indices wrap, all places must have one.
constexpr dtype type_of_indices(range<dtype> arrays, shape const& s, axes const& over, bool beside_numbers, bool wrap) {
  bool one = true, wide = false;
  for (dtype t : arrays) one = one && t == arrays[0], wide = wide || info(t).bytes > 4 || t == dtype::u32;
  if (wrap && one && !arrays.empty())
    for (i64 d : over) one = one && type_of_places(arrays[0], s[static_cast<int>(d)]) == arrays[0];
  if (one && !arrays.empty() && !beside_numbers) return arrays[0];
  for (i64 d : over) wide = wide || !s[static_cast<int>(d)].is_number() || s[static_cast<int>(d)].number > std::numeric_limits<i32>::max();
  return wide ? dtype::i64 : dtype::i32;
}
template <class... I>
constexpr dtype type_of_indices(shape const& s, axes const& over, bool beside_numbers, bool wrap) {
  vec<dtype> arrays;
  auto const ask = [&]<class J>(std::type_identity<J>) {
    if constexpr (tracing<J>) arrays.push(J::aval.type);
  };
  (ask(std::type_identity<I>{}), ...);
  return type_of_indices(range<dtype>{arrays.begin(), arrays.size()}, s, over, beside_numbers, wrap);
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
    using wide = std::conditional_t<std::is_same_v<typename I::value_type, u64>, u64, i64>; // 2^63 and more are no i64
    auto const k = astype<wide>(i);
    auto const length = traced_extent<wide>(some_context({&k.value, 1}), n);
    auto const rest = rem(k, length);
    if constexpr (std::is_same_v<wide, u64>) return astype<T>(rest);
    else return astype<T>(select_n(lt(rest, 0), rest, rest + length));
  } else if constexpr (std::is_same_v<typename I::value_type, u64> && !std::is_same_v<T, u64>)
    return astype<T>(min(i, std::numeric_limits<i64>::max()));
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

constexpr text arrays_differ(range<aval const*> arrays) {
  text t;
  t << "[constax] index: arrays of indices of types";
  for (aval const* a : arrays) t << ' ' << *a;
  return t << " do not broadcast to one shape; reshape one of them";
}
template <class... I>
struct says_arrays_differ {
  constexpr text operator()() const {
    vec<aval const*> arrays;
    auto const one = [&]<class J>(std::type_identity<J>) {
      if constexpr (tracing<J>) arrays.push(&J::aval);
    };
    (one(std::type_identity<I>{}), ...);
    return arrays_differ({arrays.begin(), arrays.size()});
  }
};

/// An array of indices in the shape of all; scalars stand beside any.
template <shape Places, class K>
constexpr auto in_places(K const& k) {
  if constexpr (K::rank() == 0) return k;
  else return detail::broadcast_to<Places>(k);
}

// ---- x(i...) ----------------------------------------------------------------------------------------------------------------------------

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
  if constexpr (floating_element<T>) return std::numeric_limits<T>::quiet_NaN();
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
    using T = element_of<type_of_indices<I...>(X::aval.shape, l.arrays, false, std::is_same_v<M, mode::wrap_t>)>;
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
          return where_inside<l, places.result>(and_all(is_inside<X::aval.shape.dims[l.arrays[static_cast<int>(K)]]>(std::get<K>(ks))...),
                                                y);
        }(each{});
    }();
    constexpr axes inserted = l.new_axes();
    if constexpr (inserted.size() == 0) return filled;
    else return emit<broadcast_in_dim_t, inserting(std::remove_cvref_t<decltype(filled)>::aval.shape, inserted)>(filled);
  }
}

} // namespace detail
} // namespace constax::inline CONSTAX_TAG
