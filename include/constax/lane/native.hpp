// SPDX-License-Identifier: BSL-1.0
#pragma once
// native: elementary functions of packs from xsimd, by register; per element from libm where xsimd is missing, wrong or inaccurate.
//
// The only file that includes xsimd. What xsimd 8.1 gets wrong was measured (docs of math/, and tests/math/elementary.cpp): outside the
// domain in which it is good, a lane's value comes from libm, and only that lane's, so that no value depends on its neighbours.
#include "by_element.hpp"
#include "lane.hpp"

#if __has_include(<xsimd/xsimd.hpp>) && !defined(CONSTAX_NO_XSIMD) && CONSTAX_X86
#include <xsimd/xsimd.hpp>
#define CONSTAX_HAS_XSIMD 1
#else
#define CONSTAX_HAS_XSIMD 0
#endif

namespace constax::inline CONSTAX_TAG::detail {

/// libm, one value at a time: objects with one call template for float and double (a template, so that clang takes them as constexpr).
struct libm_exp { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_expf(x); else return __builtin_exp(x); } };
struct libm_exp2 { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_exp2f(x); else return __builtin_exp2(x); } };
struct libm_expm1 { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_expm1f(x); else return __builtin_expm1(x); } };
struct libm_log { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_logf(x); else return __builtin_log(x); } };
struct libm_log1p { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_log1pf(x); else return __builtin_log1p(x); } };
struct libm_log2 { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_log2f(x); else return __builtin_log2(x); } };
struct libm_sin { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_sinf(x); else return __builtin_sin(x); } };
struct libm_cos { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_cosf(x); else return __builtin_cos(x); } };
struct libm_tan { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_tanf(x); else return __builtin_tan(x); } };
struct libm_asin { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_asinf(x); else return __builtin_asin(x); } };
struct libm_acos { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_acosf(x); else return __builtin_acos(x); } };
struct libm_atan { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_atanf(x); else return __builtin_atan(x); } };
struct libm_sinh { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_sinhf(x); else return __builtin_sinh(x); } };
struct libm_cosh { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_coshf(x); else return __builtin_cosh(x); } };
struct libm_tanh { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_tanhf(x); else return __builtin_tanh(x); } };
struct libm_asinh { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_asinhf(x); else return __builtin_asinh(x); } };
struct libm_acosh { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_acoshf(x); else return __builtin_acosh(x); } };
struct libm_atanh { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_atanhf(x); else return __builtin_atanh(x); } };
struct libm_cbrt { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_cbrtf(x); else return __builtin_cbrt(x); } };
struct libm_erf { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_erff(x); else return __builtin_erf(x); } };
struct libm_erfc { template <class T> CONSTAX_INLINE constexpr T operator()(T x) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_erfcf(x); else return __builtin_erfc(x); } };
struct libm_pow { template <class T> CONSTAX_INLINE constexpr T operator()(T x, T y) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_powf(x, y); else return __builtin_pow(x, y); } };
struct libm_atan2 { template <class T> CONSTAX_INLINE constexpr T operator()(T x, T y) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_atan2f(x, y); else return __builtin_atan2(x, y); } };
struct libm_fmod { template <class T> CONSTAX_INLINE constexpr T operator()(T x, T y) const noexcept { if constexpr (sizeof(T) == 4) return __builtin_fmodf(x, y); else return __builtin_fmod(x, y); } };

#if CONSTAX_HAS_XSIMD
/// xsimd's name for the registers of so many bytes, with the best instructions that this build has.
#if CONSTAX_VECTOR_BYTES == 64
template <int Bytes> struct xarch { using type = xsimd::avx512bw; };
#else
template <int Bytes> struct xarch;
#endif
#if XSIMD_WITH_FMA3_AVX2
template <> struct xarch<32> { using type = xsimd::fma3<xsimd::avx2>; };
#elif XSIMD_WITH_AVX2
template <> struct xarch<32> { using type = xsimd::avx2; };
#elif XSIMD_WITH_FMA3_AVX
template <> struct xarch<32> { using type = xsimd::fma3<xsimd::avx>; };
#elif XSIMD_WITH_AVX
template <> struct xarch<32> { using type = xsimd::avx; };
#endif
#if XSIMD_WITH_FMA3_SSE
template <> struct xarch<16> { using type = xsimd::fma3<xsimd::sse4_2>; };
#elif XSIMD_WITH_SSE4_2
template <> struct xarch<16> { using type = xsimd::sse4_2; };
#elif XSIMD_WITH_SSE4_1
template <> struct xarch<16> { using type = xsimd::sse4_1; };
#elif XSIMD_WITH_SSE2
template <> struct xarch<16> { using type = xsimd::sse2; };
#endif

template <class Op> struct xsimd_register {
  template <class V> CONSTAX_INLINE V operator()(V v) const noexcept {
    using batch = xsimd::batch<item<V>, typename xarch<static_cast<int>(sizeof(V))>::type>;
    using reg = typename batch::register_type;
    return as_vec<V>(static_cast<reg>(Op{}(batch(as_vec<reg>(v)))));
  }
};
struct xsimd_exp { template <class B> CONSTAX_INLINE B operator()(B x) const noexcept { return xsimd::exp(x); } };
struct xsimd_exp2 { template <class B> CONSTAX_INLINE B operator()(B x) const noexcept { return xsimd::exp2(x); } };
struct xsimd_expm1 { template <class B> CONSTAX_INLINE B operator()(B x) const noexcept { return xsimd::expm1(x); } };
struct xsimd_log { template <class B> CONSTAX_INLINE B operator()(B x) const noexcept { return xsimd::log(x); } };
struct xsimd_log1p { template <class B> CONSTAX_INLINE B operator()(B x) const noexcept { return xsimd::log1p(x); } };
struct xsimd_log2 { template <class B> CONSTAX_INLINE B operator()(B x) const noexcept { return xsimd::log2(x); } };
struct xsimd_asin { template <class B> CONSTAX_INLINE B operator()(B x) const noexcept { return xsimd::asin(x); } };
struct xsimd_acos { template <class B> CONSTAX_INLINE B operator()(B x) const noexcept { return xsimd::acos(x); } };
struct xsimd_atan { template <class B> CONSTAX_INLINE B operator()(B x) const noexcept { return xsimd::atan(x); } };
struct xsimd_sinh { template <class B> CONSTAX_INLINE B operator()(B x) const noexcept { return xsimd::sinh(x); } };
struct xsimd_cosh { template <class B> CONSTAX_INLINE B operator()(B x) const noexcept { return xsimd::cosh(x); } };
struct xsimd_tanh { template <class B> CONSTAX_INLINE B operator()(B x) const noexcept { return xsimd::tanh(x); } };
struct xsimd_asinh { template <class B> CONSTAX_INLINE B operator()(B x) const noexcept { return xsimd::asinh(x); } };
struct xsimd_acosh { template <class B> CONSTAX_INLINE B operator()(B x) const noexcept { return xsimd::acosh(x); } };
struct xsimd_atanh { template <class B> CONSTAX_INLINE B operator()(B x) const noexcept { return xsimd::atanh(x); } };
struct xsimd_cbrt { template <class B> CONSTAX_INLINE B operator()(B x) const noexcept { return xsimd::cbrt(x); } };

/// xsimd's function where `good` holds, libm's elsewhere.
template <class Fast, class Exact, class T, int W> CONSTAX_INLINE pack<T, W> native(Fast, Exact f, pack<T, W> x, pack<bool, W> good) noexcept {
  return repair(by_register(xsimd_register<Fast>{}, x), f, good, x);
}
#else
struct xsimd_exp {};
struct xsimd_exp2 {};
struct xsimd_expm1 {};
struct xsimd_log {};
struct xsimd_log1p {};
struct xsimd_log2 {};
struct xsimd_asin {};
struct xsimd_acos {};
struct xsimd_atan {};
struct xsimd_sinh {};
struct xsimd_cosh {};
struct xsimd_tanh {};
struct xsimd_asinh {};
struct xsimd_acosh {};
struct xsimd_atanh {};
struct xsimd_cbrt {};
template <class Fast, class Exact, class T, int W> CONSTAX_INLINE pack<T, W> native(Fast, Exact f, pack<T, W> x, pack<bool, W>) noexcept { return each(f, x); }
#endif

}  // namespace constax::inline CONSTAX_TAG::detail
