// SPDX-License-Identifier: BSL-1.0
#pragma once
// indexing: functions about places that the program computes. take, take_along_axis, dynamic_slice and its like; segment_sum, ...,
// bincount, one_hot, flatnonzero
#include <constax/api/at.hpp>
#include <constax/api/numpy/cumulative.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// Indices of an axis, given as an integer of a type: i as it is for axis A, all of each other axis.
template <int A, int Rank, class I>
constexpr auto indices_at(I const& i) {
  return [&]<std::size_t... D>(std::index_sequence<D...>) {
    auto const one = [&](auto d) {
      if constexpr (d == A) return i;
      else return slice();
    };
    return std::tuple{one(std::integral_constant<int, static_cast<int>(D)>{})...};
  }(std::make_index_sequence<static_cast<std::size_t>(Rank)>{});
}
/// Where take clips, negative indices are as far outside as large ones: NumPy has it so.
template <class M>
constexpr auto for_take(M how) {
  if constexpr (std::is_same_v<M, std::remove_const_t<decltype(mode::clip)>>) return mode::tag<index_mode::clip, false>{};
  else return how;
}
template <class X, class I>
struct says_no_indices {
  constexpr text operator()() const {
    text t;
    t << "[constax] take: indices are traced integers or arrays of them, these are ";
    if constexpr (tracing<I>) t << I::aval;
    else t << "none";
    return t;
  }
};
/// f(start...): scalars that say where slices of an X begin, one for each axis that P indexes.
template <indexed_params P, class F, class X, class... I>
constexpr auto at_starts(F const& f, X const&, I const&... start) {
  static_assert(((is_traced_index<I> || integer_number<I>) && ...), "[constax] dynamic_slice: the slice begins at traced integers");
  using T = element_of<type_of_indices<I...>(X::aval.shape, P.indexed, (!tracing<I> || ...), false)>;
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return f(
        as_indices<T, X::aval.shape.dims[P.indexed[static_cast<int>(K)]]>(mode::clip, as_tracer<T>(start, context_of_any(start...)))...);
  }(std::index_sequence_for<I...>{});
}
/// A function whose result has as many elements as numbers decide is asked for all of them.
template <fixed_string Name, class X>
struct says_how_many {
  constexpr text operator()() const {
    text t;
    return t << "[constax] " << Name.view() << ": of an operand of type " << X::aval
             << " numbers decide how many elements the result has, and lengths are part of types; say how many, cx::" << Name.view() << "<4>(x), or call it on a cx::ndarray outside of a traced function";
  }
};
/// Negative indices are outside, as segments and counts have it.
using drop_negative = mode::tag<index_mode::fill_or_drop, false>;
} // namespace detail

// ---- elements and slices
// -------------------------------------------------------------------------------------------------------------------------

/// Elements of x at integers i along an axis, T[..., n, ...], I[s] -> T[..., s, ...]. Without one: of all elements, in row-major order.
/// What is outside reads as nan, or the mode's way.
template <tracing X, tracing I, axis_like A, detail::index_mode_tag M = decltype(mode::fill)>
constexpr auto take(X const& x, I const& i, A, M how = {}) {
  if constexpr (!detail::is_traced_index<I>) {
    expect_silence<detail::says_no_indices<X, I>>();
    return after_error<X>();
  } else
    return detail::unpack([&](auto const&... j) { return detail::read_at(detail::for_take(how), x, j...); },
                          detail::indices_at<detail::axis_of<X>(A{}), X::rank()>(i));
}
template <tracing X, tracing I>
constexpr auto take(X const& x, I const& i) {
  return take(ravel(x), i, integer<0>{});
}
/// The same of one plain integer: take(x, 2, 0_c).
template <tracing X, std::integral I, class... A>
constexpr auto take(X const& x, I i, A... options) {
  return take(x, detail::as_tracer<std::int64_t>(static_cast<std::int64_t>(i), x.value.ctx), options...);
}
/// y[..., k, ...] = x[..., i[..., k, ...], ...] along an axis; other axes broadcast. What argmin, argsort give is read so.
template <tracing X, tracing I, axis_like A, detail::index_mode_tag M = decltype(mode::fill)>
constexpr auto take_along_axis(X const& x, I const& i, A, M how = {}) {
  constexpr int axis = detail::axis_of<X>(A{});
  static_assert(X::rank() == I::rank() && axis >= 0 && axis < X::rank(),
                "[constax] take_along_axis: array and indices have the same number of axes, the axis is one of them");
  constexpr auto others = [] { // the shape that both broadcast to, but for the axis
    aval a = X::aval, b = I::aval;
    a.shape[axis] = b.shape[axis] = 1;
    return detail::broadcast_avals(a, b);
  }();
  static_assert(others.ok, "[constax] take_along_axis: the other axes of array and indices broadcast");
  constexpr auto with = [](shape s, extent const& n) {
    s[axis] = n;
    return s;
  };
  constexpr auto p = [] {
    indexed_params q{{axis}, shape{extent(1)}, detail::every_axis(X::rank()), detail::every_axis(X::rank()), M::of, M::wraps};
    q.along.at[axis] = -1;
    return q;
  }();
  constexpr dtype t = std::is_same_v<M, mode::wrap_t> ? detail::type_of_places(I::aval.type, X::aval.shape[axis]) : I::aval.type;
  auto const k = detail::broadcast_to<with(others.result, I::aval.shape[axis])>(
      detail::as_indices<element_of<t>, X::aval.shape[axis]>(how, i));
  auto const y = emit<gather_t, p>(detail::broadcast_to<with(others.result, X::aval.shape[axis])>(x), k);
  if constexpr (!std::is_same_v<M, mode::fill_t>) return y;
  else return select_n(detail::is_inside<X::aval.shape[axis]>(k), full_like(y, detail::fill_value<typename X::value_type>()), y);
}

/// A slice of fixed lengths that begins at traced integers, one for each axis: dynamic_slice<2, 3>(x, i, j). It is moved so that it lies in
/// x.
template <auto... Lengths, tracing X, class... I>
constexpr auto dynamic_slice(X const& x, I const&... start) {
  static_assert(sizeof...(Lengths) == X::rank() && sizeof...(I) == X::rank(),
                "[constax] dynamic_slice: one length and one traced integer for each axis");
  constexpr auto p = [] {
    axes const all = detail::every_axis(X::rank());
    return indexed_params{all, shape_of_dims<Lengths...>, {}, all, index_mode::clip, true};
  }();
  return detail::at_starts<p>([&](auto const&... k) { return emit<gather_t, p>(x, k...); }, x, start...);
}
/// x with u in place of the slice of u's lengths that begins at traced integers; it is moved so that it lies in x.
template <tracing X, tracing U, class... I>
constexpr auto dynamic_update_slice(X const& x, U const& u, I const&... start) {
  static_assert(U::rank() == X::rank() && sizeof...(I) == X::rank(),
                "[constax] dynamic_update_slice: one traced integer for each axis, which both arrays have");
  constexpr auto p = [] {
    axes const all = detail::every_axis(X::rank());
    return indexed_params{all, U::aval.shape, {}, all, index_mode::clip, true};
  }();
  return detail::at_starts<p>([&](auto const&... k) { return emit<scatter_t, p>(x, u, k...); }, x, start...);
}
/// Elements [start, start + Length) along an axis, moved so that they lie in x: dynamic_slice_in_dim<4>(x, i, 0_c).
template <auto Length, tracing X, class I, axis_like A = integer<0>>
constexpr auto dynamic_slice_in_dim(X const& x, I const& start, A = {}) {
  constexpr int axis = detail::axis_of<X>(A{});
  constexpr indexed_params p{{axis}, shape{extent(Length)}, {}, detail::every_axis(X::rank()), index_mode::clip, true};
  return detail::at_starts<p>([&](auto const& k) { return emit<gather_t, p>(x, k); }, x, start);
}
/// x with u in place of elements [start, start + length of u) along an axis.
template <tracing X, tracing U, class I, axis_like A = integer<0>>
constexpr auto dynamic_update_slice_in_dim(X const& x, U const& u, I const& start, A = {}) {
  constexpr int axis = detail::axis_of<X>(A{});
  constexpr indexed_params p{{axis}, shape{U::aval.shape[axis]}, {}, detail::every_axis(X::rank()), index_mode::clip, true};
  return detail::at_starts<p>([&](auto const& k) { return emit<scatter_t, p>(x, u, k); }, x, start);
}

// ---- sums by number
// ------------------------------------------------------------------------------------------------------------------------------

namespace detail {
/// An array of N segments of elements like those of X's rows, every element v.
template <class X, auto N, class V>
constexpr auto segments(V v) {
  constexpr shape s = [] {
    shape r{extent(N)};
    for (int d = 1; d < X::rank(); ++d) r.push(X::aval.shape[d]);
    return r;
  }();
  return filled_with<typename X::value_type, s>(v);
}
template <auto N, class Update, tracing X, tracing I, class V>
constexpr auto by_segment(X const& x, I const& ids, V identity, Update const& update) {
  static_assert(I::rank() == 1 && is_traced_index<I>,
                "[constax] segment_sum: the segments' numbers are a vector of traced integers, one for each row");
  return update(segments<X, N>(identity).at(ids), x);
}
} // namespace detail

/// y[k] = sum of the rows of x whose number is k, in their order: T[m, s], I[m] -> T[N, s]. segment_sum<5>(x, ids); numbers outside of [0,
/// N) drop out.
template <auto N, tracing X, tracing I>
constexpr auto segment_sum(X const& x, I const& ids) {
  return detail::by_segment<N>(x, ids, 0, [](auto const& at, auto const& v) { return at.add(v, detail::drop_negative{}); });
}
template <auto N, tracing X, tracing I>
constexpr auto segment_prod(X const& x, I const& ids) {
  return detail::by_segment<N>(x, ids, 1, [](auto const& at, auto const& v) { return at.mul(v, detail::drop_negative{}); });
}
/// The largest row of each number, element by element; of none it is -inf, or the lowest integer.
template <auto N, tracing X, tracing I>
constexpr auto segment_max(X const& x, I const& ids) {
  return detail::by_segment<N>(x, ids, reduce_max_t::identity<typename X::value_type>,
                               [](auto const& at, auto const& v) { return at.max(v, detail::drop_negative{}); });
}
template <auto N, tracing X, tracing I>
constexpr auto segment_min(X const& x, I const& ids) {
  return detail::by_segment<N>(x, ids, reduce_min_t::identity<typename X::value_type>,
                               [](auto const& at, auto const& v) { return at.min(v, detail::drop_negative{}); });
}
/// How often each of 0 ... N-1 occurs in i; or the sum of the weights beside it. bincount<5>(i). Negative numbers count as 0.
template <auto N, tracing I, tracing W>
constexpr auto bincount(I const& i, W const& weights) {
  return segment_sum<N>(weights, max(i, 0));
}
template <auto N, tracing I>
constexpr auto bincount(I const& i) {
  return bincount<N>(i, emit_later<broadcast_in_dim_t, broadcast_in_dim_t::params{I::aval.shape, axes{}}, basic_tracer<int>>(
                            literal::of(dtype::i32, i64{1})));
}
/// 1 at the place that i says along a new last axis of length N, 0 elsewhere: I[s] -> T[s, N]. one_hot<10>(i), one_hot<float, 10>(i)
template <element_type T, auto N, tracing I>
constexpr auto one_hot(I const& i) {
  constexpr auto p = [] {
    broadcast_in_dim_t::params q{I::aval.shape, {}};
    q.to.push(extent(N));
    for (int d = 0; d < I::rank(); ++d) q.dims.push(d);
    return q;
  }();
  constexpr dtype t = detail::type_of_places(I::aval.type, extent(N));
  return astype<T>(eq(emit<broadcast_in_dim_t, p>(astype<element_of<t>>(i)), emit_later<iota_t, iota_t::params{I::rank(), t, p.to}>()));
}
template <auto N, tracing I>
constexpr auto one_hot(I const& i) {
  return one_hot<double, N>(i);
}

/// The places of the first Size elements of a vector that are true, or not 0; 0 where there are fewer. flatnonzero<4>(x)
template <auto Size, tracing X>
constexpr auto flatnonzero(X const& x) {
  static_assert(X::rank() == 1, "[constax] flatnonzero: of a vector; cx::ravel(x) has all elements in one axis");
  auto const counts = [&] {
    if constexpr (X::aval.type == dtype::boolean) return astype<int>(x);
    else return astype<int>(ne(x, 0));
  }();
  auto const to = select_n(ne(counts, 0), -1, cumsum(counts, integer<0>{}) - 1);
  return detail::filled_with<int, shape{extent(Size)}>(0).at(to).set(iota<int>(to, integer<0>{}), detail::drop_negative{});
}
/// All of them have a length only at run time: runtime/counted.hpp.
template <tracing X>
constexpr auto flatnonzero(X const& x) {
  expect_silence<detail::says_how_many<"flatnonzero", X>>();
  return x;
}

} // namespace constax::inline CONSTAX_TAG
