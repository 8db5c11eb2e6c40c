// SPDX-License-Identifier: BSL-1.0
#pragma once
// residual: what a rounded quotient, square root or cube root leaves over, and a number's exponent as a floating lane.
#include "double_double.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// c - a * b, rounded once where a * b is within a few units of c's last place.
template <floating_lane X> CONSTAX_INLINE constexpr X residual(X c, X a, X b) noexcept {
  if constexpr (CONSTAX_HAS_FMA) return fma(-a, b, c);
  else {
    auto const p = two_prod(a, b);
    return (c - p.hi) - p.lo;
  }
}

/// x = mantissa * power, power = 2^exponent, with the mantissa in [lower, 2 * lower), lower <= 1, for positive normal x.
/// (take_apart gives the exponent as an integer, by a shift and a conversion that AVX2 does not have for 64 bits.)
template <class X> struct floating_parts {
  X mantissa, exponent, power;
};
template <floating_lane X> CONSTAX_INLINE constexpr floating_parts<X> floating_split(X x, element_t<X> lower) noexcept {
  using T = element_t<X>;
  using F = ieee<T>;
  using B = bits_t<X>;
  constexpr T whole = static_cast<T>(F::hidden);  // 2^(digits-1): its last bits count ones
  B const b = to_bits(x), one(to_bits(T(1))), k = (b - B(to_bits(lower))) + one, power = k & B(F::inf);
  X const counted = from_bits<T>((k >> B(static_cast<typename F::bits>(F::digits - 1))) | B(to_bits(whole)));
  return {from_bits<T>((b - power) + one), counted - X(whole + static_cast<T>(F::bias)), from_bits<T>(power)};
}
/// 1 / p for a power of two p, both normal.
template <floating_lane X> CONSTAX_INLINE constexpr X invert_power(X p) noexcept {
  using T = element_t<X>;
  using B = bits_t<X>;
  return from_bits<T>(B(static_cast<typename ieee<T>::bits>(2 * to_bits(T(1)))) - to_bits(p));
}

}  // namespace constax::inline CONSTAX_TAG::detail
