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
template <std::size_t First, std::size_t N, class X, std::size_t M, std::size_t K> CONSTAX_INLINE constexpr X estrin_part(X const (&p)[K], element_t<X> const (&c)[M]) noexcept {
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

}  // namespace constax::inline CONSTAX_TAG::detail
