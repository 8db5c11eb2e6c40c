// SPDX-License-Identifier: BSL-1.0
#pragma once
// sorting: argsort, sort, lexsort, top_k, partition, unique. nan comes last, of what is descending first; what is equal stays in its order.
//
//   sort(x)  sort(x, 0_c)  sort(x, 0_c, cx::descending)      along the last axis, or another one; argsort gives the places
//   sort(std::tuple(a, b, v), cx::num_keys<2>)               all in the order of a, where that is the same of b
#include <constax/api/numpy/indexing.hpp>
#include <constax/api/numpy/join.hpp>

#include <utility>

namespace constax::inline CONSTAX_TAG {

/// An option of sorts: the largest first.
struct descending_t {};
inline constexpr descending_t descending{};
/// An option of sorts of several arrays: how many of them are keys.
template <int N>
struct num_keys_t {};
template <int N>
inline constexpr num_keys_t<N> num_keys{};

namespace detail {
template <class O>
inline constexpr int keys_in = 0;
template <int N>
inline constexpr int keys_in<num_keys_t<N>> = N;

/// What options say: an axis (else the last), cx::descending, cx::num_keys (else 1).
template <class... Options>
struct sort_options {
  static constexpr bool has_axis = (is_one_axis<Options> || ...), descends = (std::is_same_v<Options, descending_t> || ...);
  static constexpr int keys = (sizeof...(Options) == 0 ? 0 : (0 + ... + keys_in<Options>));
  static_assert(sizeof...(Options) == has_axis + descends + (keys != 0), "[constax] sorts take an axis, cx::descending and cx::num_keys");
  template <class X>
  static constexpr int axis = [] {
    int a = X::rank() - 1;
    ([&] { if constexpr (is_one_axis<Options>) a = axis_of<X>(Options{}); }(), ...);
    return a;
  }();
};
template <class X>
struct says_no_axis_to_sort {
  constexpr text operator()() const {
    text t;
    return t << "[constax] sort: an operand of type " << X::aval << " has no axis to sort along";
  }
};
/// The places of the first Count elements along an axis.
template <class Options, extent Count, class X, class... More>
constexpr auto places_in_order(X const& key, More const&... more) {
  constexpr int axis = Options::template axis<X>;
  if constexpr (X::rank() == 0) {
    expect_silence<says_no_axis_to_sort<X>>();
    return after_error<X>();
  } else return emit<argsort_t, argsort_t::params{axis, Count, Options::descends, dtype::i32}>(key, more...);
}
template <class Options, class X, class... More>
constexpr auto all_places_in_order(X const& key, More const&... more) {
  constexpr int axis = Options::template axis<X>;
  if constexpr (axis < 0 || axis >= X::rank()) return places_in_order<Options, extent(0)>(key, more...); // says so
  else return places_in_order<Options, X::aval.shape[axis]>(key, more...);
}
/// A tuple's elements, arrays among them as constants.
template <class Tuple>
constexpr auto traced_in(Tuple const& arrays) {
  return detail::unpack([](auto const&... x) { return std::tuple{or_constant(x)...}; }, arrays);
}
/// x at places along an axis, which are places.
template <int Axis, class X, class I>
constexpr auto at_places(X const& x, I const& places) {
  if constexpr (X::rank() == 0 || I::rank() != X::rank() || !info(I::aval.type).integer) return x; // an error has been said
  else {
    constexpr auto p = [] {
      indexed_params q{{Axis}, shape{extent(1)}, every_axis(X::rank()), every_axis(X::rank()), index_mode::promise_in_bounds};
      q.along.at[Axis] = -1;
      return q;
    }();
    return emit<gather_t, p>(x, places);
  }
}
} // namespace detail

/// The places of elements in their order along an axis (the last), as i32: T[s] -> i32[s].
template <tracing X, class... Options>
constexpr auto argsort(X const& x, Options...) {
  return detail::all_places_in_order<detail::sort_options<Options...>>(x);
}
/// Elements in their order along an axis (the last): T[s] -> T[s]. Derivatives go to where the elements were.
template <tracing X, class... Options>
constexpr auto sort(X const& x, Options... options) {
  return detail::at_places<detail::sort_options<Options...>::template axis<X>>(x, argsort(x, options...));
}
/// Several arrays of one shape in the order of the first, or of as many of the first as cx::num_keys says -> a tuple.
template <class Tuple, class... Options>
  requires detail::tuple_of_tracers<Tuple>
constexpr auto sort(Tuple const& given, Options...) {
  auto const arrays = detail::traced_in(given);
  using options = detail::sort_options<Options...>;
  constexpr int keys = options::keys ? options::keys : 1;
  static_assert(keys > 0 && keys <= static_cast<int>(std::tuple_size_v<Tuple>),
                "[constax] sort: cx::num_keys is 1 or more, and no more than there are arrays");
  using first = std::tuple_element_t<0, std::remove_const_t<decltype(arrays)>>;
  auto const places = [&]<std::size_t... K>(std::index_sequence<K...>) {
    return detail::all_places_in_order<options>(std::get<K>(arrays)...);
  }(std::make_index_sequence<static_cast<std::size_t>(keys)>{});
  constexpr int axis = options::template axis<first>;
  return detail::unpack([&](auto const&... x) { return std::tuple{detail::at_places<axis>(x, places)...}; }, arrays);
}
/// The places of elements in the order of the last array, where that is the same of the one before it, ...: NumPy's lexsort.
template <class Tuple, class... Options>
  requires detail::tuple_of_tracers<Tuple>
constexpr auto lexsort(Tuple const& given, Options...) {
  auto const keys = detail::traced_in(given);
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return detail::all_places_in_order<detail::sort_options<Options...>>(std::get<sizeof...(K) - 1 - K>(keys)...);
  }(std::make_index_sequence<std::tuple_size_v<Tuple>>{});
}

/// The K largest elements along an axis (the last), largest first, and their places, as i32: top_k<3>(x), top_k(x, 3_c).
/// T[..., n] -> (T[..., K], i32[..., K])
template <i64 K, tracing X, axis_like A = integer<-1>>
constexpr auto top_k(X const& x, A = {}) {
  using options = detail::sort_options<A, descending_t>;
  auto const places = detail::places_in_order<options, extent(K)>(x);
  return std::pair{detail::at_places<options::template axis<X>>(x, places), places};
}
template <tracing X, integral_number K, axis_like A = integer<-1>>
constexpr auto top_k(X const& x, K, A axis = {}) {
  return top_k<static_cast<i64>(K::value)>(x, axis);
}
namespace detail {
/// Why there is no k-th element along an axis, as far as the length is a number. Negative k count from the end.
constexpr fault no_kth(aval const& of, i64 k, int axis) {
  extent const& n = of.shape[axis];
  if (!n.is_number() || (k >= -n.number && k < n.number)) return {};
  return {fault_code::out_of_bounds, "partition", {}, of, {dtype::i64, {extent(k), extent(k + 1)}}, axis};
}
template <class X, i64 K, int Axis>
struct says_no_kth {
  constexpr text operator()() const {
    text t;
    if (fault const f = no_kth(X::aval, K, Axis)) t << sentence(f).view();
    return t;
  }
};
template <class X, i64 K, class A>
constexpr auto expect_kth() {
  if constexpr (X::rank() != 0) return expect_silence<says_no_kth<X, K, axis_of<X>(A{})>>();
}
} // namespace detail
/// Elements along an axis (the last), the k-th in its place, what is smaller before it, what is larger behind it: all of them are sorted,
/// which NumPy leaves open.
template <tracing X, integral_number K, axis_like A = integer<-1>>
constexpr auto partition(X const& x, K, A axis = {}) {
  detail::expect_kth<X, static_cast<i64>(K::value), A>();
  return sort(x, axis);
}
template <tracing X, integral_number K, axis_like A = integer<-1>>
constexpr auto argpartition(X const& x, K, A axis = {}) {
  detail::expect_kth<X, static_cast<i64>(K::value), A>();
  return argsort(x, axis);
}

// ---- one of each
// ---------------------------------------------------------------------------------------------------------------------------------

namespace detail {
/// All elements in their order; which of them differ from the one before, and how many do up to each, less 1; where they were.
template <class S, class B, class R, class P>
struct run_lengths {
  S sorted;
  B first;
  R number;
  P places;
};
template <class X>
constexpr auto sorted_runs(X const& x) {
  auto const flat = ravel(x);
  auto const places = argsort(flat);
  auto const sorted = at_places<0>(flat, places);
  auto const before = roll(sorted, integer<1>{});
  auto const differs = [&] {
    if constexpr (floating_element<typename X::value_type>) // all nans are one
      return and_(ne(sorted, before), or_(eq(sorted, sorted), eq(before, before)));
    else return ne(sorted, before);
  }();
  auto const first = or_(differs, eq(iota<int>(sorted, integer<0>{}), 0));
  auto const number = cumsum(astype<int>(first), integer<0>{}) - 1;
  return run_lengths<decltype(sorted), decltype(first), decltype(number), decltype(places)>{sorted, first, number, places};
}
template <i64 Size, class R>
constexpr auto values_of(R const& runs) {
  using T = typename decltype(runs.sorted)::value_type;
  auto const least = runs.sorted[integer<0>{}];
  return filled_with<T, shape{extent(Size)}>(least).at(where(runs.first, runs.number, -1)).set(runs.sorted, drop_negative{});
}
} // namespace detail

/// The different elements of x in their order, of which there are Size; where there are fewer the smallest again, where more the largest
/// are left out. unique<4>(x) : T[s] -> T[4]
template <i64 Size, tracing X>
constexpr auto unique(X const& x) {
  return detail::values_of<Size>(detail::sorted_runs(x));
}
/// All of them have a length only at run time: runtime/counted.hpp.
template <tracing X>
constexpr auto unique(X const& x) {
  expect_silence<detail::says_how_many<"unique", X>>();
  return x;
}
template <i64 Size, tracing X>
constexpr auto unique_values(X const& x) {
  return unique<Size>(x);
}
/// And how often each is in x, as i32; 0 where there are fewer.
template <i64 Size, tracing X>
constexpr auto unique_counts(X const& x) {
  auto const runs = detail::sorted_runs(x);
  auto const counts = detail::filled_with<int, shape{extent(Size)}>(0).at(runs.number).add(1, detail::drop_negative{});
  return std::pair{detail::values_of<Size>(runs), counts};
}
/// And which of them each element of x is, as i32 in x's shape.
template <i64 Size, tracing X>
constexpr auto unique_inverse(X const& x) {
  auto const runs = detail::sorted_runs(x);
  constexpr shape s = X::aval.shape;
  auto const numbers = zeros_like(runs.number).at(runs.places).set(runs.number, mode::promise_in_bounds);
  return std::pair{detail::values_of<Size>(runs), emit<reshape_t, reshape_t::params{s}>(numbers)};
}
/// What is in x or y.
template <i64 Size, tracing X, tracing Y>
constexpr auto union1d(X const& x, Y const& y) {
  return unique<Size>(concatenate(ravel(x), ravel(y), integer<0>{}));
}

} // namespace constax::inline CONSTAX_TAG
