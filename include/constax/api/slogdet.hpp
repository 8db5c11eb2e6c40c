// SPDX-License-Identifier: BSL-1.0
#pragma once
// slogdet, det : T[..., n, n] -> (T[...], T[...]), T[...]        by Gaussian elimination with row pivots, one column a trip of a loop
//
// det of a matrix is sign * exp(logabsdet); of a singular one sign is 0 and logabsdet -inf. det itself over- and underflows.
#include <constax/api/control/fori_loop.hpp>
#include <constax/api/vmap.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// The next pivot put in place, and what is left below it.
template <class M, class P, class E> struct eliminated {
  M rest;
  P pivot;
  E exchanged;
};
template <class K, class M> constexpr auto eliminate(K const& k, M const& m) {
  auto const column = abs(m(slice(), k));
  auto const rows = iota<int>(column, integer<0>{});
  auto const p = argmax(where(lt(rows, k), -1, column), integer<0>{});
  auto const first = m[p], old = m[k];
  auto const turned = m.at(k).set(first).at(p).set(old);
  auto const pivot = first[k];
  auto const factors = where(gt(rows, k), turned(slice(), k) / where(eq(pivot, 0), 1, pivot), 0);
  auto const rest = turned - outer(factors, first);
  auto const exchanged = ne(p, k);
  return eliminated<std::remove_const_t<decltype(rest)>, std::remove_const_t<decltype(pivot)>, std::remove_const_t<decltype(exchanged)>>{
      rest, pivot, exchanged};
}
constexpr text no_square(aval const& of) {
  text t;
  return t << "[constax] det, slogdet: of square matrices of floating numbers; an operand has type " << of;
}
template <class X> struct says_no_square {
  constexpr text operator()() const { return no_square(X::aval); }
};
template <class X>
inline constexpr bool is_square = X::aval.floating() && X::rank() >= 2 && X::aval.shape[X::rank() - 1] == X::aval.shape[X::rank() - 2] &&
                                  X::aval.shape[X::rank() - 1].is_number();
/// How a product of pivots is kept: as itself, or as its sign and its logarithm.
struct as_product {
  static constexpr auto first(auto const& one) { return one; }
  static constexpr auto next(auto const& product, auto const& pivot, auto const& exchanged) {
    return product * where(exchanged, -pivot, pivot);
  }
};
struct as_logarithm {
  static constexpr auto first(auto const& one) { return std::pair{one, zeros_like(one)}; }
  static constexpr auto next(auto const& so_far, auto const& pivot, auto const& exchanged) {
    return std::pair{so_far.first * where(exchanged, -sign(pivot), sign(pivot)), so_far.second + log(abs(pivot))};
  }
};
template <class As, class X> constexpr auto no_pivots(X const& x) { return As::first(ones_like(sum(zeros_like(x)))); }
template <class As, class X> constexpr auto pivots_of_matrix(X const& x, int n) {
  auto const step = [](auto const& k, auto const& carry) {
    auto const next = eliminate(k, carry.first);
    return std::pair{next.rest, As::next(carry.second, next.pivot, next.exchanged)};
  };
  return fori_loop(0, n, step, std::pair{x, no_pivots<As>(x)}).second;
}
int side_of_square_dynamic(dynamic_tracer const& x); // runtime/matrices.hpp
template <class As, class X> decltype(As::first(std::declval<X const&>())) product_of_pivots_dynamic(X const& x) {
  int const n = side_of_square_dynamic(x);
  if (x.rank() == 2) return n == 0 ? no_pivots<As>(x) : pivots_of_matrix<As>(x, n);
  return vmap([](auto const& m) { return product_of_pivots_dynamic<As>(m); })(x);
}
template <class As, class X> constexpr auto product_of_pivots(X const& x) {
  if constexpr (is_dynamic<X>) return product_of_pivots_dynamic<As>(x);
  else if constexpr (!is_square<X>) {
    expect_silence<says_no_square<X>>();
    return As::first(zeros_like(sum(x)));
  } else if constexpr (X::rank() > 2) return vmap([](auto const& m) { return product_of_pivots<As>(m); })(x);
  else if constexpr (X::aval.shape[0] == extent(0)) return no_pivots<As>(x);
  else return pivots_of_matrix<As>(x, static_cast<int>(X::aval.shape[0].number));
}
} // namespace detail

/// The sign of a matrix's determinant and the logarithm of its absolute value: [..., n, n] -> std::pair of [...].
template <traced_value X> constexpr auto slogdet(X const& x) { return detail::product_of_pivots<detail::as_logarithm>(x); }
/// The determinant: [..., n, n] -> [...].
template <traced_value X> constexpr auto det(X const& x) { return detail::product_of_pivots<detail::as_product>(x); }

} // namespace constax::inline CONSTAX_TAG
