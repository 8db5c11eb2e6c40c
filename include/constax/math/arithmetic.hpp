// SPDX-License-Identifier: BSL-1.0
#pragma once
// arithmetic: + - * / as functions on any lane that are defined for every operand, also on scalars and in constant evaluation.
//
// The built-in operators of C++ scalars are not: signed overflow and x / 0 are undefined or trap, int8 is promoted to int,
// and a result of inf or nan is no constant expression.
#include "exact.hpp"

namespace constax::inline CONSTAX_TAG::detail {
template <class T> using modular =
    std::conditional_t<(sizeof(T) < 4), std::uint32_t, uint_like<T>>; // not promoted to int: uint16 * uint16 overflows
}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// x + y.
template <any_lane X> requires (!mask_lane<X>) CONSTAX_INLINE constexpr X add(X x, std::type_identity_t<X> y) noexcept {
  using T = element_t<X>;
  if constexpr (!scalar_lane<X>) return x + y;
  else if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<detail::modular<T>>(x) + static_cast<detail::modular<T>>(y));
  else if (is_constant_evaluated()) return detail::soft_fma(x, T(1), y);
  else return x + y;
}
/// x - y.
template <any_lane X> requires (!mask_lane<X>) CONSTAX_INLINE constexpr X sub(X x, std::type_identity_t<X> y) noexcept {
  using T = element_t<X>;
  if constexpr (!scalar_lane<X>) return x - y;
  else if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<detail::modular<T>>(x) - static_cast<detail::modular<T>>(y));
  else if (is_constant_evaluated()) return detail::soft_fma(x, T(1), -y);
  else return x - y;
}
/// x * y.
template <any_lane X> requires (!mask_lane<X>) CONSTAX_INLINE constexpr X mul(X x, std::type_identity_t<X> y) noexcept {
  using T = element_t<X>;
  if constexpr (!scalar_lane<X>) return x * y;
  else if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<detail::modular<T>>(x) * static_cast<detail::modular<T>>(y));
  else if (is_constant_evaluated()) return detail::soft_fma(x, y, T(-0.0));
  else return x * y;
}
/// x / y; of integers truncated, x / 0 = -1 (all bits set), MIN / -1 = MIN.
template <any_lane X> requires (!mask_lane<X>) CONSTAX_INLINE constexpr X div(X x, std::type_identity_t<X> y) noexcept {
  using T = element_t<X>;
  if constexpr (!scalar_lane<X>) return x / y;
  else if constexpr (std::is_integral_v<T>) {
    if (y == 0) return static_cast<T>(~T(0));
    if constexpr (std::is_signed_v<T>) {
      if (y == -1) return math::sub(T(0), x);
    }
    return static_cast<T>(x / y);
  } else if (is_constant_evaluated()) return detail::soft_div(x, y);
  else return x / y;
}
/// -x.
template <any_lane X> requires (!mask_lane<X>) CONSTAX_INLINE constexpr X neg(X x) noexcept {
  if constexpr (scalar_lane<X> && std::is_integral_v<element_t<X>>) return math::sub(X(0), x);
  else return -x;
}

/// x * x.
template <any_lane X> requires (!mask_lane<X>) CONSTAX_INLINE constexpr X square(X x) noexcept { return math::mul(x, x); }
/// 1 - x^2, accurate beside -1 and 1.
template <floating_lane X> CONSTAX_INLINE constexpr X one_minus_square(X x) noexcept {
  X const one(element_t<X>(1));
  return guard(math::mul(math::sub(one, x), math::add(one, x)));
}

/// x^n by squaring, lowest bit first, as JAX multiplies; 1 for n = 0, whatever x is; the reciprocal for n < 0.
template <any_lane X> requires (!mask_lane<X>) CONSTAX_INLINE constexpr X integer_pow(X x, int n) noexcept {
  X const one(element_t<X>(1));
  if (n == 0) return one;
  auto k = n < 0 ? 0u - static_cast<unsigned>(n) : static_cast<unsigned>(n);
  for (; (k & 1u) == 0; k >>= 1) x = math::square(x);
  X y = x;
  while ((k >>= 1) != 0) {
    x = math::square(x);
    if ((k & 1u) != 0) y = math::mul(y, x);
  }
  return n < 0 ? math::div(one, y) : y;
}

}  // namespace constax::inline CONSTAX_TAG::math
