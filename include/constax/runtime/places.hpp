// SPDX-License-Identifier: BSL-1.0
#pragma once
// places: indices of elements of dynamic tracers, as api/numpy/places.hpp has them of static ones. There is an array for each axis: a
// std::array where template arguments say how many, else a std::vector.
#include <constax/runtime/make.hpp>
#include <constax/runtime/quotients.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <class Places> Places unraveled_dynamic(Places places, dynamic_tracer const& i, shape const& of) {
  expect_array_of_indices("unravel_index", i);
  dtype const given = i.type().type, t = type_of_unraveled(given, of);
  if (given != t) return unraveled_dynamic(static_cast<Places&&>(places), emit_dynamic<convert_element_type_t>({t}, i), of);
  unravel_into(places, i, info(t).is_signed, [&](int d) { return dynamic_in(of[d].number, t); });
  return places;
}
inline std::vector<dynamic_tracer> unraveled_dynamic(dynamic_tracer const& i, shape const& of) {
  return unraveled_dynamic(std::vector<dynamic_tracer>(static_cast<std::size_t>(of.rank)), i, of);
}
inline void expect_axis_of_places(dynamic_tracer const& x) {
  if (x.rank() == 0) raise_error<shape_error>("[constax] nonzero: a number has no axis; cx::ravel(x) has one");
}
} // namespace detail

/// unravel_index<3, 4>(i), unravel_index(i, {n, m})
template <auto... Dims, dynamic_tracing I> requires(sizeof...(Dims) != 0) auto unravel_index(I const& i) {
  return detail::unraveled_dynamic(std::array<dynamic_tracer, sizeof...(Dims)>{}, i, shape_of_dims<Dims...>);
}
inline std::vector<dynamic_tracer> unravel_index(dynamic_tracer const& i, std::initializer_list<i64> lengths) {
  return detail::unraveled_dynamic(i, detail::shape_of_list(lengths));
}
/// nonzero(x, 4), nonzero<4>(x)
template <dynamic_tracing X> std::vector<dynamic_tracer> nonzero(X const& x, i64 size) {
  detail::expect_axis_of_places(x);
  return detail::unraveled_dynamic(flatnonzero(ravel(x), size), x.type().shape);
}
template <auto Size, dynamic_tracing X> std::vector<dynamic_tracer> nonzero(X const& x) { return nonzero(x, static_cast<i64>(Size)); }
/// argwhere(x, 4), argwhere<4>(x)
template <dynamic_tracing X> dynamic_tracer argwhere(X const& x, i64 size) { return stack(nonzero(x, size), 1); }
template <auto Size, dynamic_tracing X> dynamic_tracer argwhere(X const& x) { return argwhere(x, static_cast<i64>(Size)); }

/// diag_indices(n), auto [i, j] = tril_indices(n, m, -1), triu_indices(n)
template <int Axes = 2> std::array<dynamic_tracer, Axes> diag_indices(i64 n) {
  std::array<dynamic_tracer, Axes> places;
  places.fill(iota<int>({n}));
  return places;
}
namespace detail {
inline std::array<dynamic_tracer, 2> rows_and_columns(dynamic_tracer const& x, i64 count) {
  auto const places = nonzero(x, count);
  return {places[0], places[1]};
}
} // namespace detail
inline std::array<dynamic_tracer, 2> tril_indices(i64 n, i64 m, i64 k = 0) {
  return detail::rows_and_columns(tri<int>(n, m, k), detail::below_diagonal(n, m, k));
}
inline std::array<dynamic_tracer, 2> tril_indices(i64 n) { return tril_indices(n, n); }
inline std::array<dynamic_tracer, 2> triu_indices(i64 n, i64 m, i64 k = 0) {
  return detail::rows_and_columns(eq(tri<int>(n, m, k - 1), 0), n * m - detail::below_diagonal(n, m, k - 1));
}
inline std::array<dynamic_tracer, 2> triu_indices(i64 n) { return triu_indices(n, n); }

template <class X, class V>
requires(dynamic_tracing<X> || (tracing<X> && dynamic_tracing<V>)) dynamic_tracer fill_diagonal(X const& given, V const& v) {
  dynamic_tracer const x(given);
  if (x.rank() != 2) detail::raise_error<shape_error>("[constax] fill_diagonal: of a matrix; cx::vmap does it for each of several");
  i64 const n = x.shape(0), m = x.shape(1);
  dynamic_tracer const i = detail::iota_dynamic(some_context({&x.value, 1}), 0, dtype::i32, shape{extent(n < m ? n : m)});
  return x.at(i, i).set(v);
}

} // namespace constax::inline CONSTAX_TAG
