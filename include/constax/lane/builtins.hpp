// SPDX-License-Identifier: BSL-1.0
#pragma once
// builtins: what compilers, and devices, have as functions of their own for scalars, each under one name. The only file of lane/ and
// math/ that names them; those on vectors stand with the packs.
#include "element.hpp"

namespace constax::inline CONSTAX_TAG {

/// Whether this call is part of a constant evaluation.
CONSTAX_INLINE constexpr bool is_constant_evaluated() noexcept { return __builtin_is_constant_evaluated(); }

namespace detail {
/// The bits of a floating number, and back. (auto: clang 19 forms a return type before it asks the constraint)
template <class T> requires std::is_floating_point_v<T> constexpr auto to_bits(T x) noexcept { return __builtin_bit_cast(uint_like<T>, x); }
template <class T> constexpr T from_bits(uint_like<T> b) noexcept { return __builtin_bit_cast(T, b); }

/// |x|, and x with the sign of s, constants too.
template <class T> CONSTAX_INLINE constexpr T magnitude(T x) noexcept {
#if CONSTAX_DEVICE
  if (is_constant_evaluated()) return from_bits<T>(to_bits(x) & ~to_bits(T(-0.0)));
  if constexpr (sizeof(T) == 4) return ::fabsf(x);
  else return ::fabs(x);
#else
  if constexpr (sizeof(T) == 4) return __builtin_fabsf(x);
  else return __builtin_fabs(x);
#endif
}
template <class T> CONSTAX_INLINE constexpr T with_sign(T x, T s) noexcept {
#if CONSTAX_DEVICE
  auto const sign = to_bits(T(-0.0));
  if (is_constant_evaluated()) return from_bits<T>((to_bits(x) & ~sign) | (to_bits(s) & sign));
  if constexpr (sizeof(T) == 4) return ::copysignf(x, s);
  else return ::copysign(x, s);
#else
  if constexpr (sizeof(T) == 4) return __builtin_copysignf(x, s);
  else return __builtin_copysign(x, s);
#endif
}

/// a * b + c, rounded once, where CONSTAX_HAS_FMA.
template <class T> CONSTAX_INLINE T fused(T a, T b, T c) noexcept {
#if CONSTAX_DEVICE
  if constexpr (sizeof(T) == 4) return __fmaf_rn(a, b, c);
  else return __fma_rn(a, b, c);
#else
  if constexpr (sizeof(T) == 4) return __builtin_fmaf(a, b, c);
  else return __builtin_fma(a, b, c);
#endif
}

#if !CONSTAX_HAS_INTRINSICS // else in register.hpp
/// The square root, correctly rounded.
template <class T> CONSTAX_INLINE T sqrt_scalar(T x) noexcept {
#if CONSTAX_DEVICE
  if constexpr (sizeof(T) == 4) return __fsqrt_rn(x);
  else return __dsqrt_rn(x);
#else
  if constexpr (sizeof(T) == 4) return __builtin_sqrtf(x);
  else return __builtin_sqrt(x);
#endif
}
#endif

/// Whether floor, ceil and trunc are one instruction here; without it the compiler's functions would be calls of libm.
inline constexpr bool has_round_register = CONSTAX_HAS_SSE41 || CONSTAX_DEVICE;
template <class T> CONSTAX_INLINE T round_to_zero(T x) noexcept {
#if CONSTAX_DEVICE
  if constexpr (sizeof(T) == 4) return ::truncf(x);
  else return ::trunc(x);
#else
  if constexpr (sizeof(T) == 4) return __builtin_truncf(x);
  else return __builtin_trunc(x);
#endif
}
template <class T> CONSTAX_INLINE T round_down(T x) noexcept {
#if CONSTAX_DEVICE
  if constexpr (sizeof(T) == 4) return ::floorf(x);
  else return ::floor(x);
#else
  if constexpr (sizeof(T) == 4) return __builtin_floorf(x);
  else return __builtin_floor(x);
#endif
}
template <class T> CONSTAX_INLINE T round_up(T x) noexcept {
#if CONSTAX_DEVICE
  if constexpr (sizeof(T) == 4) return ::ceilf(x);
  else return ::ceil(x);
#else
  if constexpr (sizeof(T) == 4) return __builtin_ceilf(x);
  else return __builtin_ceil(x);
#endif
}

/// How many zeros stand above the highest set bit; x != 0.
constexpr int leading_zeros(std::uint64_t x) noexcept {
#if CONSTAX_DEVICE
  if (!is_constant_evaluated()) return __clzll(static_cast<long long>(x));
  int n = 0;
  for (; (x >> 63) == 0; x <<= 1) ++n;
  return n;
#else
  return __builtin_clzll(x);
#endif
}
}  // namespace detail

}  // namespace constax::inline CONSTAX_TAG
