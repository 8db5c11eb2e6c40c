// SPDX-License-Identifier: BSL-1.0
#pragma once
// matrices: about diagonals. eye, identity, tri, tril, triu, diag, diagflat, diagonal, trace, vander
#include <constax/api/numpy/elementwise.hpp>
#include <constax/api/numpy/rearrange.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// op(i + k, j) for each row i and column j, by op of integers: bool[rows, columns].
template <class Op, extent Rows, extent Columns, i64 K> constexpr auto by_place() {
  constexpr shape s{Rows, Columns};
  auto const i = emit_later<iota_t, iota_t::params{0, dtype::i32, s}>(), j = emit_later<iota_t, iota_t::params{1, dtype::i32, s}>();
  if constexpr (K == 0) return Op{}(i, j);
  else return Op{}(i + static_cast<int>(K), j);
}
template <class Op, i64 K, class X> constexpr auto by_place_in(X const&) {
  return by_place<Op, X::aval.shape[X::rank() - 2], X::aval.shape[X::rank() - 1], K>();
}
template <auto N, auto... M>
inline constexpr extent columns_of = [] {
  extent const all[] = {extent(N), extent(M)...};
  return all[sizeof...(M)];
}();
template <class X> struct says_no_matrix {
  constexpr text operator()() const {
    text t;
    return t << "[constax] tril, triu, diagonal and trace need two axes, of lengths that are numbers or equal, an operand has type "
             << X::aval;
  }
};
} // namespace detail

/// 1 on a diagonal, k to the right of the main one, 0 elsewhere: eye<3>(), eye<float, 3, 4>(1_c) : [n, m].
template <element_type T, auto N, auto... M, integral_number K = integer<0>>
requires(sizeof...(M) <= 1) constexpr auto eye(K = {}) {
  return astype<T>(detail::by_place<eq_t, extent(N), detail::columns_of<N, M...>, static_cast<i64>(K::value)>());
}
template <auto N, auto... M, integral_number K = integer<0>>
requires(sizeof...(M) <= 1) constexpr auto eye(K k = {}) { return eye<double, N, M...>(k); }
template <element_type T, auto N> constexpr auto identity() { return eye<T, N>(); }
template <auto N> constexpr auto identity() { return eye<double, N>(); }
/// 1 on a diagonal and below, 0 above: tri<3>(), tri<float, 3, 4>(-1_c) : [n, m].
template <element_type T, auto N, auto... M, integral_number K = integer<0>>
requires(sizeof...(M) <= 1) constexpr auto tri(K = {}) {
  return astype<T>(detail::by_place<ge_t, extent(N), detail::columns_of<N, M...>, static_cast<i64>(K::value)>());
}
template <auto N, auto... M, integral_number K = integer<0>>
requires(sizeof...(M) <= 1) constexpr auto tri(K k = {}) { return tri<double, N, M...>(k); }
/// x with zeros above the k-th diagonal: [..., n, m] -> [..., n, m].
template <tracing X, integral_number K = integer<0>> constexpr auto tril(X const& x, K = {}) {
  if constexpr (X::rank() < 2) {
    expect_silence<detail::says_no_matrix<X>>();
    return x;
  } else return where(detail::by_place_in<ge_t, static_cast<i64>(K::value)>(x), x, zeros_like(x));
}
/// x with zeros below the k-th diagonal.
template <tracing X, integral_number K = integer<0>> constexpr auto triu(X const& x, K = {}) {
  if constexpr (X::rank() < 2) {
    expect_silence<detail::says_no_matrix<X>>();
    return x;
  } else return where(detail::by_place_in<le_t, static_cast<i64>(K::value)>(x), x, zeros_like(x));
}

namespace detail {
/// How many elements the k-th diagonal of n rows and m columns has.
constexpr extent length_of_diagonal(extent const& n, extent const& m, i64 k) {
  if (!n.is_number() || !m.is_number()) return k == 0 && n == m ? n : extent(extent::overflow);
  i64 const rows = k < 0 ? n.number + k : n.number, columns = k > 0 ? m.number - k : m.number, least = rows < columns ? rows : columns;
  return extent(least > 0 ? least : 0);
}
} // namespace detail
/// The k-th diagonal of two axes, the first two, as the last axis: diagonal(x, 1_c, 0_c, 1_c) : [n, m, ...] -> [..., l].
template <tracing X, integral_number K = integer<0>, axis_like A = integer<0>, axis_like B = integer<1>>
constexpr auto diagonal(X const& x, K = {}, A = {}, B = {}) {
  if constexpr (X::rank() < 2) {
    expect_silence<detail::says_no_matrix<X>>();
    return x;
  } else {
    constexpr int a = detail::axis_of<X>(A{}), b = detail::axis_of<X>(B{});
    constexpr i64 k = static_cast<i64>(K::value);
    constexpr extent n = detail::length_of_diagonal(X::aval.shape[a], X::aval.shape[b], k);
    if constexpr (n.overflowed()) {
      expect_silence<detail::says_no_matrix<X>>();
      return x;
    } else { // by two indices: only its elements are read
      auto const y = moveaxis(x, axes_c<a, b>, axes_c<-2, -1>);
      auto const i = emit_later<iota_t, iota_t::params{0, n.is_number() ? dtype::i32 : dtype::i64, shape{n}}>();
      auto const moved = [&]<i64 By>(integer<By>) {
        if constexpr (By > 0) return i + By;
        else return i;
      };
      return [&]<std::size_t... D>(std::index_sequence<D...>) {
        return detail::read_at(detail::in_bounds, y, (static_cast<void>(D), slice())..., moved(integer<-k>{}), moved(integer<k>{}));
      }
      (std::make_index_sequence<static_cast<std::size_t>(X::rank() - 2)>{});
    }
  }
}
/// Sum of a diagonal: [n, m, ...] -> [...].
template <tracing X, integral_number K = integer<0>, axis_like A = integer<0>, axis_like B = integer<1>>
constexpr auto trace(X const& x, K k = {}, A a = {}, B b = {}) {
  return sum(diagonal(x, k, a, b), integer<-1>{});
}
/// A vector as the k-th diagonal of a matrix of zeros, or the k-th diagonal of a matrix: [n] -> [n+k, n+k], [n, m] -> [l].
template <tracing X, integral_number K = integer<0>> constexpr auto diag(X const& x, K k = {}) {
  constexpr i64 at = static_cast<i64>(K::value), by = at < 0 ? -at : at;
  if constexpr (X::rank() != 1) return diagonal(x, k);
  else {
    constexpr extent n = X::aval.shape[0] + extent(by);
    auto const row = emit<pad_t, pad_t::params{{extent(at > 0 ? at : 0)}, {extent(at < 0 ? -at : 0)}, {0}}>(
        x, detail::as_tracer<typename X::value_type>(0, x.value.ctx));
    constexpr shape square{n, n};
    return where(detail::by_place<eq_t, n, n, at>(), detail::broadcast_to<square>(row), full_like(detail::broadcast_to<square>(row), 0));
  }
}
template <tracing X, integral_number K = integer<0>> constexpr auto diagflat(X const& x, K k = {}) { return diag(ravel(x), k); }
namespace detail {
template <int N, class X> constexpr auto powers(X const& one, X const& x) {
  if constexpr (N == 1) return std::tuple{one};
  else if constexpr (N == 2) return std::tuple{one, x};
  else {
    auto const below = powers<N - 1>(one, x);
    return std::tuple_cat(below, std::tuple{std::get<N - 2>(below) * x});
  }
}
} // namespace detail
/// An option of vander: from the power 0 on.
struct increasing_t {};
inline constexpr increasing_t increasing{};
/// Powers of a vector's elements as columns, n - 1 ... 0: vander(x), vander<3>(x), or from 0 on: vander<3>(x, cx::increasing) : [m] -> [m,
/// n].
template <i64... N, tracing X, class... O>
requires(sizeof...(N) <= 1 && (std::is_same_v<O, increasing_t> && ...)) constexpr auto vander(X const& x, O...) {
  constexpr i64 n = std::array<i64, 2>{N..., X::aval.shape[0].number}[0];
  static_assert(X::rank() == 1 && n > 0, "[constax] vander: a vector, and a number of columns above 0, are needed");
  auto const upwards =
      detail::unpack([](auto const&... p) { return stack(p..., integer<1>{}); }, detail::powers<static_cast<int>(n)>(ones_like(x), x));
  if constexpr (sizeof...(O) == 0) return flip(upwards, integer<1>{});
  else return upwards;
}

} // namespace constax::inline CONSTAX_TAG
