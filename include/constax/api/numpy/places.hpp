// SPDX-License-Identifier: BSL-1.0
#pragma once
// places: numbers of elements as an index for each axis, and the places of some: unravel_index, nonzero, argwhere, diag_indices,
// tril_indices, triu_indices, fill_diagonal, isin
//
//   auto [i, j] = cx::triu_indices<3>();   x(i, j)      [0 0 0 1 1 2], [0 1 2 1 2 2]: the elements of the upper triangle
#include <constax/api/numpy/arithmetic.hpp>
#include <constax/api/numpy/indexing.hpp>
#include <constax/api/numpy/join.hpp>
#include <constax/api/numpy/matrices.hpp>
#include <constax/api/numpy/reduce.hpp>

#include <array>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// Of numbers of elements in a shape, the index along each axis; what is too large is the last element, as in JAX.
template <class Places, class I, class N> constexpr void unravel_into(Places& places, I const& i, bool has_sign, N const& length) {
  I rest = i;
  for (std::size_t d = places.size(); d-- > 0;) {
    auto const n = length(static_cast<int>(d));
    places[d] = remainder(rest, n), rest = floor_divide(rest, n);
  }
  for (std::size_t d = 0; d < places.size(); ++d) {
    places[d] = where(gt(rest, 0), length(static_cast<int>(d)) - 1, places[d]);
    if (has_sign) places[d] = where(lt(rest, -1), 0, places[d]);
  }
}
/// The type of the indices: that of the numbers, or a wider one that holds all lengths.
constexpr dtype type_of_unraveled(dtype t, shape const& of) {
  for (int d = 0; d < of.rank; ++d) t = type_of_places(t, of[d] + extent(1));
  return t;
}
template <shape Of, class I> constexpr auto unraveled(I const& i) {
  constexpr dtype t = type_of_unraveled(I::aval.type, Of);
  using T = element_of<t>;
  if constexpr (t != I::aval.type) return unraveled<Of>(astype<T>(i));
  else {
    std::array<I, static_cast<std::size_t>(Of.rank)> places;
    unravel_into(places, i, std::is_signed_v<T>, [&](int d) { return traced_extent<T>(some_context({&i.value, 1}), Of[d]); });
    return places;
  }
}
/// How many elements of an N x M matrix lie on its k-th diagonal or below.
constexpr i64 below_diagonal(i64 n, i64 m, i64 k) {
  i64 count = 0;
  for (i64 i = 0; i < n; ++i) count += i + k + 1 < 0 ? 0 : i + k + 1 > m ? m : i + k + 1;
  return count;
}
} // namespace detail

/// The index along each axis of shape Dims of elements numbered in row-major order, a std::array: unravel_index<3, 4>(i). -1 is the last.
template <auto... Dims, tracing I>
requires(sizeof...(Dims) != 0 && detail::is_traced_index<I>) constexpr auto unravel_index(I const& i) {
  return detail::unraveled<shape_of_dims<Dims...>>(i);
}
/// The indices along each axis of the first Size elements that are true, or not 0, a std::array; 0 where there are fewer: nonzero<4>(x).
template <auto Size, tracing X> constexpr auto nonzero(X const& x) {
  static_assert(X::rank() > 0, "[constax] nonzero: a number has no axis; cx::ravel(x) has one");
  return detail::unraveled<X::aval.shape>(flatnonzero<Size>(ravel(x)));
}
/// The indices of the first Size elements that are true, or not 0, as rows: [s] -> i32[Size, rank].
template <auto Size, tracing X> constexpr auto argwhere(X const& x) {
  return detail::unpack([](auto const&... i) { return detail::stack(integer<-1>{}, i...); }, nonzero<Size>(x));
}
/// All of them have a length only at run time: runtime/counted.hpp.
template <tracing X> constexpr auto nonzero(X const& x) {
  expect_silence<detail::says_how_many<"nonzero", X>>();
  return std::array{x};
}
template <tracing X> constexpr auto argwhere(X const& x) {
  expect_silence<detail::says_how_many<"argwhere", X>>();
  return x;
}

/// 0, 1, ..., N - 1 for each of so many axes: x(i, j) is the diagonal. diag_indices<3>().
template <auto N, int Axes = 2> constexpr auto diag_indices() {
  std::array<decltype(iota<int, N>()), Axes> places{};
  places.fill(iota<int, N>());
  return places;
}
/// The rows and columns of an N x M matrix's k-th diagonal and of what lies below: tril_indices<3>(), tril_indices<3, 4>(-1_c).
template <i64 N, i64 M = N, integral_number K = integer<0>> constexpr auto tril_indices(K k = {}) {
  return nonzero<detail::below_diagonal(N, M, static_cast<i64>(K::value))>(tri<int, N, M>(k));
}
/// The rows and columns of the k-th diagonal and of what lies above: triu_indices<3>(1_c).
template <i64 N, i64 M = N, integral_number K = integer<0>> constexpr auto triu_indices(K = {}) {
  constexpr i64 below = static_cast<i64>(K::value) - 1;
  return nonzero<N * M - detail::below_diagonal(N, M, below)>(eq(tri<int, N, M>(integer<below>{}), 0));
}
/// A matrix with v, a number or a vector, on its diagonal.
template <tracing X, class V> constexpr auto fill_diagonal(X const& x, V const& v) {
  static_assert(X::rank() == 2, "[constax] fill_diagonal: of a matrix; cx::vmap does it for each of several");
  constexpr extent n = X::aval.shape[0], m = X::aval.shape[1];
  static_assert(n == m || (n.is_number() && m.is_number()), "[constax] fill_diagonal: the matrix is square, or its lengths are numbers");
  auto const i = emit_later<iota_t, iota_t::params{0, dtype::i32, shape{n == m ? n : extent(n.number < m.number ? n.number : m.number)}}>();
  return x.at(i, i).set(v);
}
/// Is each x among the elements of y? : [s] -> bool[s].
template <traced_value X, traced_value Y> constexpr auto isin(X const& x, Y const& y) {
  return any(eq(expand_dims(x, integer<-1>{}), ravel(y)), integer<-1>{});
}

} // namespace constax::inline CONSTAX_TAG
