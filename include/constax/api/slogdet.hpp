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
template <class M> struct eliminated {
  M rest;
  basic_tracer<typename M::value_type> pivot;
  basic_tracer<bool> exchanged;
};
template <class K, class M> constexpr auto eliminate(K const& k, M const& m) {
  using T = typename M::value_type;
  auto const rows = emit_later<iota_t, iota_t::params{0, dtype::i32, shape{M::aval.shape[0]}}>();
  auto const p = argmax(where(lt(rows, k), T(-1), abs(m(slice(), k))), integer<0>{});
  auto const first = m[p], old = m[k];
  auto const turned = m.at(k).set(first).at(p).set(old);
  auto const pivot = first[k];
  auto const factors = where(gt(rows, k), turned(slice(), k) / where(eq(pivot, T(0)), T(1), pivot), T(0));
  return eliminated<M>{turned - outer(factors, first), pivot, ne(p, k)};
}
template <class X> struct says_no_square {
  constexpr text operator()() const {
    text t;
    return t << "[constax] det, slogdet: of square matrices of floating numbers; an operand has type " << X::aval;
  }
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
template <class As, class X> constexpr auto product_of_pivots(X const& x) {
  if constexpr (!is_square<X>) {
    expect_silence<says_no_square<X>>();
    return As::first(zeros_like(sum(x)));
  } else if constexpr (X::rank() > 2) return vmap([](auto const& m) { return product_of_pivots<As>(m); })(x);
  else {
    auto const step = [](auto const& k, auto const& carry) {
      auto const next = eliminate(k, carry.first);
      return std::pair{next.rest, As::next(carry.second, next.pivot, next.exchanged)};
    };
    auto const one = ones_like(sum(zeros_like(x)));
    return fori_loop(0, static_cast<int>(X::aval.shape[0].number), step, std::pair{x, As::first(one)}).second;
  }
}
} // namespace detail

/// The sign of a matrix's determinant and the logarithm of its absolute value: [..., n, n] -> std::pair of [...].
template <tracing X> constexpr auto slogdet(X const& x) { return detail::product_of_pivots<detail::as_logarithm>(x); }
/// The determinant: [..., n, n] -> [...].
template <tracing X> constexpr auto det(X const& x) { return detail::product_of_pivots<detail::as_product>(x); }

} // namespace constax::inline CONSTAX_TAG
