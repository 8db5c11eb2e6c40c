// SPDX-License-Identifier: BSL-1.0
#pragma once
// grids: numbers at equal distances, and all pairs of them. linspace, logspace, geomspace, meshgrid, indices
#include <constax/api/numpy/elementwise.hpp>
#include <constax/api/numpy/join.hpp>

#include <array>
#include <tuple>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <bool With> struct endpoint_option { static constexpr bool value = With; };
/// What two ends are numbers of: the type said, or that of a traced one, or double.
template <class T, class A, class B> struct type_of_grid { using type = T; };
template <class A, class B>
requires(tracing<A> || tracing<B>) struct type_of_grid<void, A, B> {
  using type = scalar_type<A, B>;
};
template <class A, class B>
requires(!tracing<A> && !tracing<B>) struct type_of_grid<void, A, B> {
  using type = double;
};
template <class A, class B> constexpr shape grid_shape(i64 n) {
  aval a{dtype::f64, {}}, b = a;
  if constexpr (tracing<A>) a = A::aval;
  if constexpr (tracing<B>) b = B::aval;
  shape const of = broadcast_avals(a, b).result;
  shape s{extent(n)};
  for (int d = 0; d < of.rank; ++d) s.push(of[d]);
  return s;
}
template <class T, i64 N, bool End, class A, class B> constexpr auto spaced(A const& a, B const& b) {
  constexpr shape s = grid_shape<A, B>(N);
  context* const c = context_of_any(a, b);
  auto const first = as_tracer<T>(a, c);
  auto const last = as_tracer<T>(b, c);
  constexpr i64 steps = End ? N - 1 : N;
  auto const i = emit_later<iota_t, iota_t::params{0, dtype_of<T>, s}>();
  if constexpr (N == 1 || N == 0) return filled_to<T, s>(first + last * static_cast<T>(0), c);
  else {
    auto const t = i / static_cast<T>(steps);
    auto const y = first * (static_cast<T>(1) - t) + last * t;
    if constexpr (End) return where(eq(i, static_cast<T>(steps)), last, y);
    else return y;
  }
}
/// first * (last / first)^t, first and last themselves at t = 0 and 1.
template <bool End, class A, class B, class R, class T> constexpr auto at_equal_ratios(A const& first, B const& last, R const& ratio,
                                                                                       T const& t) {
  auto const y = where(eq(t, 0), first, first * exp(log(ratio) * t));
  if constexpr (End) return where(eq(t, 1), last, y);
  else return y;
}
template <class X>
concept end_of_grid = number<X> || tracing<X>;
template <class E>
concept says_endpoint = std::is_same_v<E, endpoint_option<true>> || std::is_same_v<E, endpoint_option<false>>;
} // namespace detail

/// Whether linspace and its like reach their end: endpoint<false>.
template <bool With> inline constexpr detail::endpoint_option<With> endpoint{};

/// N numbers at equal distances from start to stop: linspace<5>(0, 1), linspace<float, 5>(0, x), linspace<5>(x, y, endpoint<false>) : [N],
/// of arrays [N, ...].
template <class T, i64 N = 50, detail::end_of_grid A, detail::end_of_grid B, detail::says_endpoint E = detail::endpoint_option<true>>
constexpr auto linspace(A const& start, B const& stop, E = {}) {
  return detail::spaced<typename detail::type_of_grid<T, A, B>::type, N, E::value>(start, stop);
}
template <i64 N = 50, detail::end_of_grid A, detail::end_of_grid B, detail::says_endpoint E = detail::endpoint_option<true>>
constexpr auto linspace(A const& start, B const& stop, E e = {}) {
  return linspace<void, N>(start, stop, e);
}
/// base to the power of N numbers at equal distances, base 10: logspace<4>(0, 3) is 1, 10, 100, 1000.
template <class T, i64 N = 50, detail::end_of_grid A, detail::end_of_grid B, detail::says_endpoint E = detail::endpoint_option<true>,
          class Base = double>
constexpr auto logspace(A const& start, B const& stop, E e = {}, Base const& base = 10.0) {
  auto const x = linspace<T, N>(start, stop, e);
  return pow(detail::as_tracer<typename decltype(x + x)::value_type>(base, x.value.ctx), x);
}
template <i64 N = 50, detail::end_of_grid A, detail::end_of_grid B, detail::says_endpoint E = detail::endpoint_option<true>,
          class Base = double>
constexpr auto logspace(A const& start, B const& stop, E e = {}, Base const& base = 10.0) {
  return logspace<void, N>(start, stop, e, base);
}
/// N numbers at equal ratios from start to stop, which have one sign: geomspace<4>(1, 1000) is 1, 10, 100, 1000.
template <class T, i64 N = 50, detail::end_of_grid A, detail::end_of_grid B, detail::says_endpoint E = detail::endpoint_option<true>>
constexpr auto geomspace(A const& start, B const& stop, E e = {}) {
  using U = typename detail::type_of_grid<T, A, B>::type;
  context* const c = detail::context_of_any(start, stop);
  auto const first = detail::as_tracer<U>(start, c);
  auto const last = detail::as_tracer<U>(stop, c);
  auto const ratio = last / first;
  return detail::at_equal_ratios<E::value>(first, last, ratio, linspace<U, N>(zeros_like(ratio), ones_like(ratio), e));
}
template <i64 N = 50, detail::end_of_grid A, detail::end_of_grid B, detail::says_endpoint E = detail::endpoint_option<true>>
constexpr auto geomspace(A const& start, B const& stop, E e = {}) {
  return geomspace<void, N>(start, stop, e);
}

/// Vectors x, y, ... repeated along the axes of all others: meshgrid(x, y) has rows of x, [m, n]; meshgrid<"ij">(x, y) has shape [n, m]. A
/// tuple.
template <fixed_string Indexing = "xy", tracing... X> constexpr auto meshgrid(X const&... x) {
  static_assert(Indexing.view() == "xy" || Indexing.view() == "ij", "[constax] meshgrid: indexing is \"xy\" or \"ij\"");
  static_assert(((X::rank() <= 1) && ...), "[constax] meshgrid: operands are vectors");
  constexpr bool swaps = Indexing.view() == "xy" && sizeof...(X) > 1;
  constexpr auto place = [](int k) { return swaps && k < 2 ? 1 - k : k; };
  constexpr shape all = [=] {
    shape s;
    for (std::size_t i = 0; i < sizeof...(X); ++i) s.push(1);
    int k = 0;
    ((s[place(k++)] = X::rank() == 0 ? extent(1) : X::aval.shape[0]), ...);
    return s;
  }();
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::tuple{emit<broadcast_in_dim_t, broadcast_in_dim_t::params{all, axes{place(static_cast<int>(I))}}>(reshape<-1>(x))...};
  }
  (std::index_sequence_for<X...>{});
}
/// The places along each axis of an array of these lengths: indices<2, 3>() : i32[2, 2, 3].
template <element_type T, auto... Dims> constexpr auto indices() {
  return [&]<std::size_t... I>(std::index_sequence<I...>) { return stack(iota<T, Dims...>(integer<static_cast<i64>(I)>{})...); }
  (std::make_index_sequence<sizeof...(Dims)>{});
}
template <auto... Dims> constexpr auto indices() { return indices<int, Dims...>(); }

} // namespace constax::inline CONSTAX_TAG
