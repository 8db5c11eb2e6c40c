// SPDX-License-Identifier: BSL-1.0
#pragma once
// sorting: sorts, the largest elements, and quantiles of dynamic tracers, as api/numpy/sorting.hpp and quantiles.hpp have them of static
// ones. Axes and numbers of elements may be plain integers.
#include <constax/runtime/rearrange.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <class T>
concept tuple_of_dynamic = tuple_of_tracers<T> && holds_dynamic<T>();

template <class... Options> int axis_to_sort(aval const& of, Options const&... options) {
  int axis = of.rank() - 1;
  (
      [&] {
        if constexpr (is_one_axis<Options>) axis = dynamic_axis(of.rank(), options);
      }(),
      ...);
  if (of.rank() == 0) {
    text t;
    raise_error<shape_error>(t << "[constax] sort: an operand of type " << of << " has no axis to sort along");
  }
  if (axis < 0 || axis >= of.rank()) raise_fault({fault_code::bad_axis, "sort", {}, of, {}, axis});
  return axis;
}
/// The places of the first `count` elements along an axis, all if there is none.
inline dynamic_tracer places_in_order(std::vector<dynamic_tracer> const& keys, int axis, i64 count, bool descends) {
  extent const n = keys[0].type().shape[axis];
  vec<value> xs;
  for (dynamic_tracer const& k : keys) xs.push(k.value);
  return record_dynamic(late_descriptor<argsort_t>(), xs,
                        encode(argsort_t::params{axis, count < 0 ? n : extent(count), descends, dtype::i32}));
}
inline dynamic_tracer at_places_dynamic(dynamic_tracer const& x, dynamic_tracer const& places, int axis) {
  int const rank = x.rank();
  indexed_params p{{axis}, shape{extent(1)}, every_axis(rank), every_axis(rank), index_mode::promise_in_bounds};
  p.along.at[axis] = -1;
  return emit_dynamic<gather_t>(p, x, places);
}
/// Of a tuple, in which arrays beside traced values are constants.
template <class Tuple> std::vector<dynamic_tracer> list_of(Tuple const& t) {
  return unpack([](auto const&... x) { return std::vector<dynamic_tracer>{dynamic_tracer(or_constant(x))...}; }, t);
}
} // namespace detail

template <dynamic_tracing X, class... Options> dynamic_tracer argsort(X const& x, Options... options) {
  return detail::places_in_order({x}, detail::axis_to_sort(x.type(), options...), -1, detail::sort_options<Options...>::descends);
}
template <dynamic_tracing X, class... Options> dynamic_tracer sort(X const& x, Options... options) {
  return detail::at_places_dynamic(x, argsort(x, options...), detail::axis_to_sort(x.type(), options...));
}
template <class Tuple, class... Options>
requires detail::tuple_of_dynamic<Tuple>
auto sort(Tuple const& arrays, Options... options) {
  using option = detail::sort_options<Options...>;
  constexpr int keys = option::keys ? option::keys : 1;
  static_assert(keys > 0 && keys <= static_cast<int>(std::tuple_size_v<Tuple>),
                "[constax] sort: cx::num_keys is 1 or more, and no more than there are arrays");
  auto const all = detail::list_of(arrays);
  int const axis = detail::axis_to_sort(all[0].type(), options...);
  dynamic_tracer const places = detail::places_in_order({all.begin(), all.begin() + keys}, axis, -1, option::descends);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::tuple{detail::at_places_dynamic(all[I], places, axis)...};
  }(std::make_index_sequence<std::tuple_size_v<Tuple>>{});
}
template <class Tuple, class... Options>
requires detail::tuple_of_dynamic<Tuple> dynamic_tracer lexsort(Tuple const& keys, Options... options) {
  auto all = detail::list_of(keys);
  std::vector<dynamic_tracer> const turned(all.rbegin(), all.rend());
  return detail::places_in_order(turned, detail::axis_to_sort(turned[0].type(), options...), -1,
                                 detail::sort_options<Options...>::descends);
}
/// top_k(x, 3), top_k<3>(x), top_k(x, 3, 0)
template <dynamic_tracing X, integer_number K, integer_number A = integer<-1>> auto top_k(X const& x, K k, A axis = {}) {
  int const a = detail::axis_to_sort(x.type(), axis);
  if (detail::axis_number(k) < 0)
    detail::raise_fault(
        {fault_code::negative, "top_k", "the number of elements", x.type(), {dtype::i64, {extent(detail::axis_number(k))}}, a});
  dynamic_tracer const places = detail::places_in_order({x}, a, detail::axis_number(k), true);
  return std::pair{detail::at_places_dynamic(x, places, a), places};
}
template <i64 K, dynamic_tracing X, integer_number A = integer<-1>> auto top_k(X const& x, A axis = {}) {
  return top_k(x, integer<K>{}, axis);
}
namespace detail {
inline void expect_kth(dynamic_tracer const& x, i64 k, int axis) {
  if (fault const f = no_kth(x.type(), k, axis)) raise_fault(f);
}
} // namespace detail
template <dynamic_tracing X, integer_number K, integer_number A = integer<-1>> dynamic_tracer partition(X const& x, K k, A axis = {}) {
  detail::expect_kth(x, detail::axis_number(k), detail::axis_to_sort(x.type(), axis));
  return sort(x, axis);
}
template <dynamic_tracing X, integer_number K, integer_number A = integer<-1>> dynamic_tracer argpartition(X const& x, K k, A axis = {}) {
  detail::expect_kth(x, detail::axis_number(k), detail::axis_to_sort(x.type(), axis));
  return argsort(x, axis);
}

// ---- quantiles --------------------------------------------------------------------------------------------------------------------------
namespace detail {
template <bool OfNumbers, class Q, class M> dynamic_tracer quantile_along(dynamic_tracer const& x, Q const& q, M, int axis) {
  expect_floating_dynamic(x);
  aval const a = x.type();
  if (has_empty_axis(a, axes{axis})) raise_error<shape_error>(quantile_of_nothing(a));
  dynamic_tracer const s = sort(x, axis);
  dynamic_tracer const n = OfNumbers ? dynamic_tracer(numbers_in(x, axis)) : count_along(x, axes{axis}, a.type);
  dynamic_tracer qs = dynamic_in(q, a.type);
  if (qs.rank() > 1) raise_error<shape_error>("[constax] quantile: q is a number or a vector");
  shape to;
  if (qs.rank() == 1) {
    broadcast_in_dim_t::params p{shape{qs.type().shape[0]}, {0}};
    to.push(qs.type().shape[0]);
    for (int d = 0; d < a.rank() - 1; ++d) p.to.push(1);
    qs = emit_dynamic<broadcast_in_dim_t>(p, qs);
  }
  for (int d = 0; d < a.rank(); ++d)
    if (d != axis) to.push(a.shape[d]);
  auto const in_line = [&](dynamic_tracer const& place) {
    dynamic_tracer const i = spread_dynamic<gather_t>(astype<int>(place), to);
    indexed_params p{{axis}, shape{extent(1)}, every_axis(to.rank), {}, index_mode::clip};
    for (int d = 0; d < a.rank(); ++d) p.along.push(d == axis ? -1 : to.rank - (a.rank() - 1) + d - (d > axis));
    return emit_dynamic<gather_t>(p, s, i);
  };
  dynamic_tracer const at = max(qs * (n - 1), 0), low = floor(at), high = ceil(at);
  dynamic_tracer const below = in_line(low), above = in_line(high), y = M::between(below, above, at - low);
  if constexpr (OfNumbers) return y;
  else {
    dynamic_tracer const last = in_line(n - 1); // nan if any element is
    return where(isnan(last), last, y);
  }
}
template <bool OfNumbers, class Q, class M, class... A>
dynamic_tracer quantile_dynamic(dynamic_tracer const& x, Q const& q, M how, A... axis) {
  if constexpr (sizeof...(A) == 0) return quantile_along<OfNumbers>(ravel(x), q, how, 0);
  else return quantile_along<OfNumbers>(x, q, how, axis_to_sort(x.type(), axis...));
}
template <class Q> auto hundredth(Q const& q) {
  if constexpr (traced_value<Q>) return q / 100;
  else return static_cast<double>(plain(q)) / 100;
}
} // namespace detail
template <class X, class Q, axis_like... A>
requires(sizeof...(A) <= 1 && (dynamic_tracing<X> || (tracing<X> && dynamic_tracing<Q>))) dynamic_tracer
    quantile(X const& x, Q const& q, A... axis) {
  return detail::quantile_dynamic<false>(dynamic_tracer(x), q, method::linear, axis...);
}
template <dynamic_tracing X, class Q, detail::quantile_method M> dynamic_tracer quantile(X const& x, Q const& q, M how) {
  return detail::quantile_dynamic<false>(x, q, how);
}
template <dynamic_tracing X, class Q, axis_like A, detail::quantile_method M>
dynamic_tracer quantile(X const& x, Q const& q, A axis, M how) {
  return detail::quantile_dynamic<false>(x, q, how, axis);
}
template <dynamic_tracing X, class Q, class... Options> dynamic_tracer percentile(X const& x, Q const& q, Options... options) {
  return quantile(x, detail::hundredth(q), options...);
}
template <dynamic_tracing X, axis_like... A>
requires(sizeof...(A) <= 1) dynamic_tracer median(X const& x, A... axis) {
  return detail::quantile_dynamic<false>(x, 0.5, method::midpoint, axis...);
}
template <dynamic_tracing X, class Q, axis_like... A>
requires(sizeof...(A) <= 1) dynamic_tracer nanquantile(X const& x, Q const& q, A... axis) {
  return detail::quantile_dynamic<true>(x, q, method::linear, axis...);
}
template <dynamic_tracing X, class Q, class... Options> dynamic_tracer nanpercentile(X const& x, Q const& q, Options... options) {
  return nanquantile(x, detail::hundredth(q), options...);
}
template <dynamic_tracing X, axis_like... A>
requires(sizeof...(A) <= 1) dynamic_tracer nanmedian(X const& x, A... axis) {
  return detail::quantile_dynamic<true>(x, 0.5, method::midpoint, axis...);
}

// ---- one of each ------------------------------------------------------------------------------------------------------------------------
namespace detail {
/// All elements in their order; which differ from the one before; how many do up to each, less 1; where they were.
struct dynamic_runs {
  dynamic_tracer sorted, first, number, places;
  explicit dynamic_runs(dynamic_tracer const& x) {
    dynamic_tracer const flat = ravel(x);
    places = argsort(flat), sorted = at_places_dynamic(flat, places, 0);
    dynamic_tracer const before = roll(sorted, 1);
    dynamic_tracer differs = ne(sorted, before);
    if (sorted.type().floating()) differs = and_(differs, or_(eq(sorted, sorted), eq(before, before)));
    first = or_(differs, eq(iota<int>(sorted, 0), 0)), number = cumsum(astype<int>(first)) - 1;
  }
  dynamic_tracer values(i64 size) const {
    dynamic_tracer const least = emit_dynamic<broadcast_in_dim_t>({shape{extent(size)}, axes{}}, sorted[0]);
    return updated_dynamic<scatter_t>(drop_negative{}, least, sorted, where(first, number, -1));
  }
};
} // namespace detail
/// unique(x, 4), unique<4>(x)
template <dynamic_tracing X> dynamic_tracer unique(X const& x, i64 size) { return detail::dynamic_runs(x).values(size); }
template <i64 Size, dynamic_tracing X> dynamic_tracer unique(X const& x) { return unique(x, Size); }
template <i64 Size, dynamic_tracing X> dynamic_tracer unique_values(X const& x) { return unique(x, Size); }
template <dynamic_tracing X> auto unique_counts(X const& x, i64 size) {
  detail::dynamic_runs const runs(x);
  dynamic_tracer const none = detail::filled_dynamic(x, literal::of(dtype::i32, i64{0}), shape{extent(size)});
  return std::pair{runs.values(size),
                   dynamic_tracer(detail::updated_dynamic<scatter_add_t>(detail::drop_negative{}, none, 1, runs.number))};
}
template <i64 Size, dynamic_tracing X> auto unique_counts(X const& x) { return unique_counts(x, Size); }
template <dynamic_tracing X> auto unique_inverse(X const& x, i64 size) {
  detail::dynamic_runs const runs(x);
  dynamic_tracer const numbers =
      detail::updated_dynamic<scatter_t>(mode::promise_in_bounds, zeros_like(runs.number), runs.number, runs.places);
  return std::pair{runs.values(size), detail::reshape_dynamic(numbers, x.type().shape)};
}
template <i64 Size, dynamic_tracing X> auto unique_inverse(X const& x) { return unique_inverse(x, Size); }
template <i64 Size, class X, class Y>
requires detail::late<X, Y> dynamic_tracer union1d(X const& x, Y const& y) {
  return unique(concatenate({ravel(dynamic_tracer(x)), ravel(dynamic_tracer(y))}), Size);
}

} // namespace constax::inline CONSTAX_TAG
