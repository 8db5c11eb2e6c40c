// SPDX-License-Identifier: BSL-1.0
#pragma once
// elementary: exponentials, logarithms, hyperbolic and inverse circular functions, powers and roots, on any lane.
//
// Scalars are libm's, which g++ also folds in constant evaluation (clang 19 does not: no constant expression there). Packs are xsimd's in
// the domain where it measured below 2.5 ulp, libm's outside of it. Special values are those of C's Annex F. Scalars and packs agree to
// 4 ulp, not to the bit, until constax has its own.
#include "arithmetic.hpp"
#include "bits.hpp"
#include "exp.hpp"

namespace constax::inline CONSTAX_TAG::detail {
/// lo <= x <= hi, false for nan.
template <class X> CONSTAX_INLINE auto within(X x, X lo, X hi) noexcept { return (x >= lo) & (x <= hi); }
}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// 2^x.
template <floating_lane X> CONSTAX_INLINE constexpr X exp2(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_exp2{}(x);
  else return detail::native(detail::xsimd_exp2{}, detail::libm_exp2{}, x, detail::within(x, detail::constant<X>(-126, -1022), detail::constant<X>(127, 1023)));
}

/// e^x - 1, accurate near 0; expm1(-0) = -0.
template <floating_lane X> CONSTAX_INLINE constexpr X expm1(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_expm1{}(x);
  else return detail::native(detail::xsimd_expm1{}, detail::libm_expm1{}, x, detail::within(math::abs(x), X(detail::least_normal<element_t<X>>), detail::constant<X>(87, 708)));
}

/// The natural logarithm; -inf at 0, nan below.
template <floating_lane X> CONSTAX_INLINE constexpr X log(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_log{}(x);
  else return detail::native(detail::xsimd_log{}, detail::libm_log{}, x, detail::within(x, X(detail::least_normal<element_t<X>>), X(detail::largest<element_t<X>>)));
}

/// The logarithm to base 2; -inf at 0, nan below.
template <floating_lane X> CONSTAX_INLINE constexpr X log2(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_log2{}(x);
  else return detail::native(detail::xsimd_log2{}, detail::libm_log2{}, x, detail::within(x, X(detail::least_normal<element_t<X>>), X(detail::largest<element_t<X>>)));
}

/// log(1 + x), accurate near 0; log1p(-0) = -0, -inf at -1, nan below.
template <floating_lane X> CONSTAX_INLINE constexpr X log1p(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_log1p{}(x);
  else return detail::native(detail::xsimd_log1p{}, detail::libm_log1p{}, x, (x > detail::constant<X>(-1, -1)) & detail::within(math::abs(x), X(detail::least_normal<element_t<X>>), X(detail::largest<element_t<X>>)));
}

/// The arc sine, nan outside of [-1, 1].
template <floating_lane X> CONSTAX_INLINE constexpr X asin(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_asin{}(x);
  else return detail::native(detail::xsimd_asin{}, detail::libm_asin{}, x, math::abs(x) <= detail::constant<X>(1, 1));
}

/// The arc cosine, nan outside of [-1, 1].
template <floating_lane X> CONSTAX_INLINE constexpr X acos(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_acos{}(x);
  else return detail::native(detail::xsimd_acos{}, detail::libm_acos{}, x, math::abs(x) <= detail::constant<X>(1, 1));
}

/// The arc tangent, from -pi/2 to pi/2.
template <floating_lane X> CONSTAX_INLINE constexpr X atan(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_atan{}(x);
  else return detail::native(detail::xsimd_atan{}, detail::libm_atan{}, x, math::abs(x) <= X(detail::largest<element_t<X>>));
}

/// The hyperbolic sine.
template <floating_lane X> CONSTAX_INLINE constexpr X sinh(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_sinh{}(x);
  else return detail::native(detail::xsimd_sinh{}, detail::libm_sinh{}, x, detail::within(math::abs(x), X(detail::least_normal<element_t<X>>), detail::constant<X>(87, 708)));
}

/// The hyperbolic cosine.
template <floating_lane X> CONSTAX_INLINE constexpr X cosh(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_cosh{}(x);
  else return detail::native(detail::xsimd_cosh{}, detail::libm_cosh{}, x, math::abs(x) <= detail::constant<X>(87, 708));
}

/// The hyperbolic tangent, 1 and -1 at infinities.
template <floating_lane X> CONSTAX_INLINE constexpr X tanh(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_tanh{}(x);
  else return detail::native(detail::xsimd_tanh{}, detail::libm_tanh{}, x, math::abs(x) <= X(detail::largest<element_t<X>>));
}

/// The inverse hyperbolic sine.
template <floating_lane X> CONSTAX_INLINE constexpr X asinh(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_asinh{}(x);
  else return detail::native(detail::xsimd_asinh{}, detail::libm_asinh{}, x, math::abs(x) <= X(detail::largest<element_t<X>>));
}

/// The inverse hyperbolic cosine; nan below 1.
template <floating_lane X> CONSTAX_INLINE constexpr X acosh(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_acosh{}(x);
  else return detail::native(detail::xsimd_acosh{}, detail::libm_acosh{}, x, detail::within(x, detail::constant<X>(1, 1), X(detail::largest<element_t<X>>)));
}

/// The inverse hyperbolic tangent; infinite at -1 and 1, nan beyond.
template <floating_lane X> CONSTAX_INLINE constexpr X atanh(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_atanh{}(x);
  else return detail::native(detail::xsimd_atanh{}, detail::libm_atanh{}, x, math::abs(x) < detail::constant<X>(1, 1));
}

/// The cube root, of negatives too.
template <floating_lane X> CONSTAX_INLINE constexpr X cbrt(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_cbrt{}(x);
  else return detail::native(detail::xsimd_cbrt{}, detail::libm_cbrt{}, x, detail::within(math::abs(x), X(detail::least_normal<element_t<X>>), X(detail::largest<element_t<X>>)));
}

/// The angle of the point (x, y), from -pi to pi, all signs of zeros and infinities as in C. (xsimd: atan2(0, 0) = nan.)
template <floating_lane X> CONSTAX_INLINE constexpr X atan2(X y, std::type_identity_t<X> x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_atan2{}(y, x);
  else return detail::each(detail::libm_atan2{}, y, x);
}

/// x^y as in C: pow(x, 0) = pow(1, y) = 1 also for nan. (xsimd: pow(0, 0) = 0, and up to 35 ulp.)
template <floating_lane X> CONSTAX_INLINE constexpr X pow(X x, std::type_identity_t<X> y) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_pow{}(x, y);
  else return detail::each(detail::libm_pow{}, x, y);
}

}  // namespace constax::inline CONSTAX_TAG::math
