// SPDX-License-Identifier: BSL-1.0
#pragma once
// polynomial: c[0] + c[1] x + c[2] x^2 + ... on lanes, every step an fma.
//
// Horner's scheme has the smaller error and is right in loops, where the processor overlaps iterations; Estrin's has the shorter chain
// (4 instead of 11 steps for 12 coefficients) and is right where one value is waited for.
#include <bit>

#include "bits.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// By Horner's scheme.
template <floating_lane X, std::size_t N> CONSTAX_INLINE constexpr X horner(X x, element_t<X> const (&c)[N]) noexcept {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    X y(c[N - 1]);
    ((y = fma(y, x, X(c[N - 2 - I]))), ...);
    return y;
  }(std::make_index_sequence<N - 1>{});
}

/// Coefficients First .. First + N - 1 by Estrin's scheme; p[k] is x^(2^k).
template <std::size_t First, std::size_t N, class X, std::size_t M, std::size_t K> CONSTAX_INLINE constexpr X estrin_part(
    X const (&p)[K], element_t<X> const (&c)[M]) noexcept {
  if constexpr (N == 1) return X(c[First]);
  else {
    constexpr std::size_t level = static_cast<std::size_t>(std::bit_width(N - 1)) - 1, low = std::size_t(1) << level;
    return fma(estrin_part<First + low, N - low>(p, c), p[level], estrin_part<First, low>(p, c));
  }
}
template <floating_lane X, std::size_t N> CONSTAX_INLINE constexpr X estrin(X x, element_t<X> const (&c)[N]) noexcept {
  constexpr std::size_t levels = N < 2 ? 1 : static_cast<std::size_t>(std::bit_width(N - 1));
  X p[levels] = {x};
  for (std::size_t k = 1; k < levels; ++k) p[k] = p[k - 1] * p[k - 1];
  return estrin_part<0, N>(p, c);
}

/// c(0) + c(1) x + ... + c(N - 1) x^(N - 1) for a function c: cubics, joined by Horner's scheme in x^4. A long chain is not overlapped with
/// the next iterations': the scheduler's entries, not the multipliers, are what runs out (erf in f64: 6.8 cycles per element with Horner's
/// scheme).
template <std::size_t N, floating_lane X, class F> CONSTAX_INLINE constexpr X by_cubics(X x, F c) noexcept {
  X const x2 = x * x, x4 = x2 * x2;
  auto const cubic = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
    constexpr std::size_t n = N - K < 4 ? N - K : 4;
    if constexpr (n == 1) return c(K);
    else {
      X const low = fma(c(K + 1), x, c(K));
      if constexpr (n == 2) return low;
      else if constexpr (n == 3) return fma(c(K + 2), x2, low);
      else return fma(fma(c(K + 3), x, c(K + 2)), x2, low);
    }
  };
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    constexpr std::size_t last = sizeof...(I) * 4;
    X y = cubic(std::integral_constant<std::size_t, last>{});
    ((y = fma(y, x4, cubic(std::integral_constant<std::size_t, last - 4 - 4 * I>{}))), ...);
    return y;
  }(std::make_index_sequence<(N - 1) / 4>{});
}
template <floating_lane X, std::size_t N> CONSTAX_INLINE constexpr X by_cubics(X x, element_t<X> const (&a)[N]) noexcept {
  return by_cubics<N>(x, [&](std::size_t k) { return X(a[k]); });
}
/// The same by pairs, joined in x^2: one product less, twice the chain.
template <std::size_t N, floating_lane X, class F> CONSTAX_INLINE constexpr X by_pairs(X x, F c) noexcept {
  X const x2 = x * x;
  constexpr std::size_t last = (N - 1) / 2 * 2;
  auto const pair = [&](std::size_t k) { return fma(c(k + 1), x, c(k)); };
  X y = c(last);
  if constexpr (N % 2 == 0) y = pair(last);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    ((y = fma(y, x2, pair(last - 2 - 2 * I))), ...);
    return y;
  }(std::make_index_sequence<(N - 1) / 2>{});
}
/// The polynomial a where m holds, b elsewhere; b has at most as many coefficients as a.
template <floating_lane X, std::size_t N, std::size_t M> CONSTAX_INLINE constexpr X by_cubics(rebind_t<X, bool> m, X x,
                                                                                              element_t<X> const (&a)[N],
                                                                                              element_t<X> const (&b)[M]) noexcept {
  static_assert(N >= M);
  return by_cubics<N>(x, [&](std::size_t k) { return select(m, X(a[k]), X(k < M ? b[k] : element_t<X>(0))); });
}

}  // namespace constax::inline CONSTAX_TAG::detail
