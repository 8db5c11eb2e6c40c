// SPDX-License-Identifier: BSL-1.0
#pragma once
// make: arrays that no argument holds, of lengths that are known at run time: zeros({n, 3}), arange(n), eye(n), hanning(n). They
// are recorded where their result is used, as those of api/numpy/make.hpp are. linspace and its like: runtime/grids.hpp
#include <constax/api/numpy/tapers.hpp>
#include <constax/runtime/matrices.hpp>

#include <cmath>
#include <concepts>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// A number in a shape, in a trace that is still to come.
template <element_type T, class V> dynamic_tracer filled_later(V const& v, shape const& s) {
  expect_array("full", {dtype_of<T>, s});
  dynamic_tracer const x(literal_in(operand_of(v), dtype_of<T>));
  if (s.rank == 0) return x;
  context_ref const at_hand = some_context({});
  return dynamic_tracer(
      bind(*at_hand, late_descriptor<broadcast_in_dim_t>(), {&x.value, 1}, encode(broadcast_in_dim_t::params{s, axes{}})));
}
inline dynamic_tracer iota_later(dtype t, shape const& s, int along) { return iota_dynamic(some_context({}), along, t, s); }
} // namespace detail

/// full({2, n}, 1.5), full<float>({n}, 0)
template <class T = void> dynamic_tracer full(std::initializer_list<i64> lengths, number auto v) {
  using element = std::conditional_t<std::is_void_v<T>, typename detail::element_of_number<decltype(v)>::type, T>;
  return detail::filled_later<element>(v, detail::shape_of_list(lengths));
}
template <element_type T = double> dynamic_tracer zeros(std::initializer_list<i64> lengths) { return full<T>(lengths, 0); }
template <element_type T = double> dynamic_tracer ones(std::initializer_list<i64> lengths) { return full<T>(lengths, 1); }
/// Vectors: full(n, 1.5), zeros(n), ones<float>(n).
template <class T = void> dynamic_tracer full(i64 n, number auto v) { return full<T>({n}, v); }
template <element_type T = double> dynamic_tracer zeros(i64 n) { return zeros<T>({n}); }
template <element_type T = double> dynamic_tracer ones(i64 n) { return ones<T>({n}); }
template <element_type T = double> dynamic_tracer empty(std::initializer_list<i64> lengths) { return zeros<T>(lengths); }
/// 0, 1, 2, ... along an axis: iota<double>({3, n}, 1).
template <element_type T> dynamic_tracer iota(std::initializer_list<i64> lengths, int axis = 0) {
  return detail::iota_later(dtype_of<T>, detail::shape_of_list(lengths), axis);
}
/// 0, 1, ... n - 1; or first, first + step, ... below stop, as int, or as arange<double>(n).
template <element_type T = int> dynamic_tracer arange(i64 first, i64 stop, i64 step = 1) {
  if (step == 0) detail::raise_error<error>("[constax] arange: the step cannot be 0");
  i64 const n = (stop - first + step - (step > 0 ? 1 : -1)) / step;
  dynamic_tracer const count = detail::iota_later(dtype_of<T>, shape{extent(n > 0 ? n : 0)}, 0);
  dynamic_tracer const steps = step == 1 ? count : count * step;
  return first == 0 ? steps : steps + first;
}
template <element_type T = int> dynamic_tracer arange(i64 n) { return arange<T>(0, n); }
namespace detail {
/// Numbers at equal distances, so many as lie below the end: ceil((stop - first) / step), rounded as NumPy rounds it.
template <std::floating_point T> dynamic_tracer arange_of_floating(T first, T stop, T step) {
  constexpr double most = 1LL << 53;
  if (step == 0) raise_error<error>("[constax] arange: the step cannot be 0");
  double const n = std::ceil((static_cast<double>(stop) - static_cast<double>(first)) / static_cast<double>(step));
  if (!(std::abs(n) < most)) raise_error<error>("[constax] arange: first, stop and step give no number of elements, or too large a one");
  dynamic_tracer const count = iota_later(dtype_of<T>, shape{extent(n > 0 ? static_cast<i64>(n) : 0)}, 0);
  dynamic_tracer const steps = step == 1 ? count : count * step;
  return first == 0 ? steps : steps + first;
}
/// Of bounds of which one is floating: T, else the type that C++ computes with them in.
template <class T, class... N> struct arange_element { using type = T; };
template <class... N> struct arange_element<void, N...> : std::common_type<N...> {};
} // namespace detail
/// The same with bounds that are floating-point numbers, as those or as T: arange(0.0, 1.0, 0.1), arange(2.5), arange<float>(0.0, n, 0.5).
template <class T = void, class A, class B, class C = int>
requires(number<A>&& number<B>&& number<C> && (std::floating_point<A> || std::floating_point<B> || std::floating_point<C>))
dynamic_tracer arange(A first, B stop, C step = 1) {
  using element = typename detail::arange_element<T, A, B, C>::type;
  static_assert(std::floating_point<element>, "[constax] arange: bounds that are floating-point numbers give no integers; convert one of "
                                              "both, the bounds or the array (cx::astype<int>)");
  return detail::arange_of_floating(static_cast<element>(first), static_cast<element>(stop), static_cast<element>(step));
}
template <class T = void, std::floating_point A> dynamic_tracer arange(A stop) { return arange<T>(A{0}, stop); }
namespace detail {
/// 1 where compare(j of the k-th diagonal in this row, j), 0 elsewhere.
template <element_type T, class Compare> dynamic_tracer beside_diagonal(Compare const& compare, i64 rows, i64 columns, i64 k) {
  shape const s{extent(rows), extent(columns)};
  dynamic_tracer const i = iota_later(dtype::i32, s, 0), j = iota_later(dtype::i32, s, 1);
  return astype<T>(compare(k == 0 ? i : i + static_cast<int>(k), j));
}
} // namespace detail
/// 1 on the k-th diagonal, 0 elsewhere: eye(n), eye(n, m, 1).
template <element_type T = double> dynamic_tracer eye(i64 rows, i64 columns, i64 k = 0) {
  return detail::beside_diagonal<T>(eq, rows, columns, k);
}
template <element_type T = double> dynamic_tracer eye(i64 n) { return eye<T>(n, n); }
template <element_type T = double> dynamic_tracer identity(i64 n) { return eye<T>(n, n); }
/// 1 on the k-th diagonal and below, 0 above: tri(n), tri(n, m, -1).
template <element_type T = double> dynamic_tracer tri(i64 rows, i64 columns, i64 k = 0) {
  return detail::beside_diagonal<T>(ge, rows, columns, k);
}
template <element_type T = double> dynamic_tracer tri(i64 n) { return tri<T>(n, n); }
/// An array for each axis of one of these lengths, its places along that axis: indices({2, n}).
template <element_type T = int> dynamic_tracer indices(std::initializer_list<i64> lengths) {
  std::vector<dynamic_tracer> all;
  for (int d = 0; d < static_cast<int>(lengths.size()); ++d) all.push_back(iota<T>(lengths, d));
  return stack(all);
}

namespace detail {
template <class Taper, element_type T> dynamic_tracer tapered_later(i64 n) {
  static_assert(std::is_floating_point_v<T>, "[constax] windows are of floating numbers");
  return n <= 1 ? ones<T>({n}) : Taper::of(iota<T>({n}), n);
}
} // namespace detail
/// Window functions of n samples: hanning(n), hanning<float>(n).
template <element_type T = double> dynamic_tracer hanning(i64 n) { return detail::tapered_later<detail::hanning_taper, T>(n); }
template <element_type T = double> dynamic_tracer hamming(i64 n) { return detail::tapered_later<detail::hamming_taper, T>(n); }
template <element_type T = double> dynamic_tracer blackman(i64 n) { return detail::tapered_later<detail::blackman_taper, T>(n); }
template <element_type T = double> dynamic_tracer bartlett(i64 n) { return detail::tapered_later<detail::bartlett_taper, T>(n); }

} // namespace constax::inline CONSTAX_TAG
