// SPDX-License-Identifier: BSL-1.0
#pragma once
// register: what the processor does in one instruction and the vector extension has no operator for: fma, sqrt, rounding, movemask.
//
// The only file that names intrinsics. A pack smaller than 16 bytes is widened, one larger than a register is taken by halves.
#include "builtins.hpp"
#include "pack.hpp"

#if CONSTAX_X86
// g++ 12 reports the undefined operands of its own AVX-512 intrinsics, at their lines in this header.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#if CONSTAX_VECTOR_BYTES > 16 || CONSTAX_HAS_FMA
#include <immintrin.h>
#elif CONSTAX_HAS_SSE41
#include <smmintrin.h>
#else
#include <emmintrin.h> // for processors without AVX g++ 12 would read all of immintrin.h in 0.3 s
#endif
#pragma GCC diagnostic pop
#endif

namespace constax::inline CONSTAX_TAG {
namespace detail {
/// f on vectors of exactly one register (16, 32 or 64 bytes), for packs of any size.
template <class F, class T, int W, class... P> CONSTAX_INLINE pack<T, W> by_register(F f, pack<T, W> x, P... more) noexcept {
  constexpr int bytes = static_cast<int>(sizeof(x));
  if constexpr (beyond_register<T, W>) return pack<T, W>(by_register(f, x.lo, more.lo...), by_register(f, x.hi, more.hi...));
  else if constexpr (bytes < 16) return pack<T, W>(part<0, W>(f(part<0, 16 * W / bytes>(x.v), part<0, 16 * W / bytes>(more.v)...)));
  else return pack<T, W>(f(x.v, more.v...));
}

struct fma_register {
  template <class V> CONSTAX_INLINE V operator()(V a, V b, V c) const noexcept {
#if CONSTAX_X86 && CONSTAX_HAS_FMA
    if constexpr (sizeof(V) == 16) {
      if constexpr (sizeof(item<V>) == 4) return as_vec<V>(_mm_fmadd_ps(as_vec<__m128>(a), as_vec<__m128>(b), as_vec<__m128>(c)));
      else return as_vec<V>(_mm_fmadd_pd(as_vec<__m128d>(a), as_vec<__m128d>(b), as_vec<__m128d>(c)));
    } else if constexpr (sizeof(V) == 32) {
      if constexpr (sizeof(item<V>) == 4) return as_vec<V>(_mm256_fmadd_ps(as_vec<__m256>(a), as_vec<__m256>(b), as_vec<__m256>(c)));
      else return as_vec<V>(_mm256_fmadd_pd(as_vec<__m256d>(a), as_vec<__m256d>(b), as_vec<__m256d>(c)));
    }
#if CONSTAX_VECTOR_BYTES == 64
    else if constexpr (sizeof(item<V>) == 4) return as_vec<V>(_mm512_fmadd_ps(as_vec<__m512>(a), as_vec<__m512>(b), as_vec<__m512>(c)));
    else return as_vec<V>(_mm512_fmadd_pd(as_vec<__m512d>(a), as_vec<__m512d>(b), as_vec<__m512d>(c)));
#endif
#elif CONSTAX_HAS_FMA
    V r{};
    for (int i = 0; i < length<V>; ++i) r[i] = fused(a[i], b[i], c[i]);
    return r;
#else
    V const p = a * b;  // in one expression clang makes it llvm.fmuladd, which it folds with one rounding where it runs with two
    return p + c;
#endif
  }
};

struct sqrt_register {
  template <class V> CONSTAX_INLINE V operator()(V a) const noexcept {
#if CONSTAX_X86
    if constexpr (sizeof(V) == 16) {
      if constexpr (sizeof(item<V>) == 4) return as_vec<V>(_mm_sqrt_ps(as_vec<__m128>(a)));
      else return as_vec<V>(_mm_sqrt_pd(as_vec<__m128d>(a)));
    }
#if CONSTAX_VECTOR_BYTES >= 32
    else if constexpr (sizeof(V) == 32) {
      if constexpr (sizeof(item<V>) == 4) return as_vec<V>(_mm256_sqrt_ps(as_vec<__m256>(a)));
      else return as_vec<V>(_mm256_sqrt_pd(as_vec<__m256d>(a)));
    }
#endif
#if CONSTAX_VECTOR_BYTES == 64
    else if constexpr (sizeof(item<V>) == 4) return as_vec<V>(_mm512_sqrt_ps(as_vec<__m512>(a)));
    else return as_vec<V>(_mm512_sqrt_pd(as_vec<__m512d>(a)));
#endif
#else
    V r{};
    for (int i = 0; i < length<V>; ++i) r[i] = sqrt_scalar(a[i]);
    return r;
#endif
  }
};

/// a < b ? a : b, or with Larger a > b ? a : b: so b, if either is nan or both are zeros. One instruction, where a comparison and a choice
/// are two of AVX-512's.
template <bool Larger> struct choice_register {
  template <class V> CONSTAX_INLINE V operator()(V a, V b) const noexcept {
#if CONSTAX_VECTOR_BYTES == 64
    if constexpr (sizeof(V) == 64) {
      if constexpr (sizeof(item<V>) == 4)
        return as_vec<V>(Larger ? _mm512_max_ps(as_vec<__m512>(a), as_vec<__m512>(b))
                                : _mm512_min_ps(as_vec<__m512>(a), as_vec<__m512>(b)));
      else
        return as_vec<V>(Larger ? _mm512_max_pd(as_vec<__m512d>(a), as_vec<__m512d>(b))
                                : _mm512_min_pd(as_vec<__m512d>(a), as_vec<__m512d>(b)));
    } else if constexpr (sizeof(V) == 32) {
      if constexpr (sizeof(item<V>) == 4)
        return as_vec<V>(Larger ? _mm256_max_ps(as_vec<__m256>(a), as_vec<__m256>(b))
                                : _mm256_min_ps(as_vec<__m256>(a), as_vec<__m256>(b)));
      else
        return as_vec<V>(Larger ? _mm256_max_pd(as_vec<__m256d>(a), as_vec<__m256d>(b))
                                : _mm256_min_pd(as_vec<__m256d>(a), as_vec<__m256d>(b)));
    } else {
      if constexpr (sizeof(item<V>) == 4)
        return as_vec<V>(Larger ? _mm_max_ps(as_vec<__m128>(a), as_vec<__m128>(b)) : _mm_min_ps(as_vec<__m128>(a), as_vec<__m128>(b)));
      else
        return as_vec<V>(Larger ? _mm_max_pd(as_vec<__m128d>(a), as_vec<__m128d>(b)) : _mm_min_pd(as_vec<__m128d>(a), as_vec<__m128d>(b)));
    }
#else
    return (Larger ? a > b : a < b) ? a : b;
#endif
  }
};

/// max or min of IEEE 754-2019, +0 above -0 and nan above all, a's before b's. Three instructions of AVX-512: vrange settles numbers and
/// zeros, vfixupimm lets b's nan and then a's through.
#if CONSTAX_VECTOR_BYTES == 64
inline constexpr bool has_extremum_register = true;
#else
inline constexpr bool has_extremum_register = false;
#endif
template <bool Largest> struct extremum_register {
  template <class V> CONSTAX_INLINE V operator()(V a, [[maybe_unused]] V b) const noexcept {
#if CONSTAX_VECTOR_BYTES == 64
    if constexpr (sizeof(V) == 64) {
      if constexpr (sizeof(item<V>) == 4) return as_vec<V>(of(as_vec<__m512>(a), as_vec<__m512>(b)));
      else return as_vec<V>(of(as_vec<__m512d>(a), as_vec<__m512d>(b)));
    } else if constexpr (sizeof(V) == 32) {
      if constexpr (sizeof(item<V>) == 4) return as_vec<V>(of(as_vec<__m256>(a), as_vec<__m256>(b)));
      else return as_vec<V>(of(as_vec<__m256d>(a), as_vec<__m256d>(b)));
    } else {
      if constexpr (sizeof(item<V>) == 4) return as_vec<V>(of(as_vec<__m128>(a), as_vec<__m128>(b)));
      else return as_vec<V>(of(as_vec<__m128d>(a), as_vec<__m128d>(b)));
    }
  }

 private:
  static constexpr int range = Largest ? 5 : 4;  // the sign is that of the outcome
  static constexpr int nan = 0x11;               // vfixupimm's table: take the source where it is a quiet or a signalling nan, else keep
  CONSTAX_INLINE static __m512 of(__m512 a, __m512 b) noexcept { return nans_of(a, nans_of(b, _mm512_range_ps(a, b, range))); }
  CONSTAX_INLINE static __m512d of(__m512d a, __m512d b) noexcept { return nans_of(a, nans_of(b, _mm512_range_pd(a, b, range))); }
  CONSTAX_INLINE static __m256 of(__m256 a, __m256 b) noexcept { return nans_of(a, nans_of(b, _mm256_range_ps(a, b, range))); }
  CONSTAX_INLINE static __m256d of(__m256d a, __m256d b) noexcept { return nans_of(a, nans_of(b, _mm256_range_pd(a, b, range))); }
  CONSTAX_INLINE static __m128 of(__m128 a, __m128 b) noexcept { return nans_of(a, nans_of(b, _mm_range_ps(a, b, range))); }
  CONSTAX_INLINE static __m128d of(__m128d a, __m128d b) noexcept { return nans_of(a, nans_of(b, _mm_range_pd(a, b, range))); }
  /// x where it is nan, else y.
  CONSTAX_INLINE static __m512 nans_of(__m512 x, __m512 y) noexcept { return _mm512_fixupimm_ps(y, x, _mm512_set1_epi32(nan), 0); }
  CONSTAX_INLINE static __m512d nans_of(__m512d x, __m512d y) noexcept { return _mm512_fixupimm_pd(y, x, _mm512_set1_epi64(nan), 0); }
  CONSTAX_INLINE static __m256 nans_of(__m256 x, __m256 y) noexcept { return _mm256_fixupimm_ps(y, x, _mm256_set1_epi32(nan), 0); }
  CONSTAX_INLINE static __m256d nans_of(__m256d x, __m256d y) noexcept { return _mm256_fixupimm_pd(y, x, _mm256_set1_epi64x(nan), 0); }
  CONSTAX_INLINE static __m128 nans_of(__m128 x, __m128 y) noexcept { return _mm_fixupimm_ps(y, x, _mm_set1_epi32(nan), 0); }
  CONSTAX_INLINE static __m128d nans_of(__m128d x, __m128d y) noexcept { return _mm_fixupimm_pd(y, x, _mm_set1_epi64x(nan), 0); }
#else
    return a;
  }
#endif
};

/// The smaller one of a and b, as unsigned integers of 4 or 8 bytes; g++ 12 makes a comparison and a choice two instructions of AVX-512.
struct min_bits_register {
  template <class V> CONSTAX_INLINE V operator()(V a, V b) const noexcept {
#if CONSTAX_VECTOR_BYTES == 64
    if constexpr (sizeof(V) == 64) {
      if constexpr (sizeof(item<V>) == 4) return as_vec<V>(_mm512_min_epu32(as_vec<__m512i>(a), as_vec<__m512i>(b)));
      else return as_vec<V>(_mm512_min_epu64(as_vec<__m512i>(a), as_vec<__m512i>(b)));
    } else if constexpr (sizeof(V) == 32) {
      if constexpr (sizeof(item<V>) == 4) return as_vec<V>(_mm256_min_epu32(as_vec<__m256i>(a), as_vec<__m256i>(b)));
      else return as_vec<V>(_mm256_min_epu64(as_vec<__m256i>(a), as_vec<__m256i>(b)));
    } else {
      if constexpr (sizeof(item<V>) == 4) return as_vec<V>(_mm_min_epu32(as_vec<__m128i>(a), as_vec<__m128i>(b)));
      else return as_vec<V>(_mm_min_epu64(as_vec<__m128i>(a), as_vec<__m128i>(b)));
    }
#else
    return a < b ? a : b;
#endif
  }
};

/// The products of the low 32 bits of elements of 64; of elements of 64 whole, g++ 12 takes three instructions of AVX-512.
struct low_product_register {
  template <class V> CONSTAX_INLINE V operator()(V a, V b) const noexcept {
#if CONSTAX_X86
    if constexpr (sizeof(V) == 16) return as_vec<V>(_mm_mul_epu32(as_vec<__m128i>(a), as_vec<__m128i>(b)));
#if CONSTAX_VECTOR_BYTES >= 32
    else if constexpr (sizeof(V) == 32) return as_vec<V>(_mm256_mul_epu32(as_vec<__m256i>(a), as_vec<__m256i>(b)));
#endif
#if CONSTAX_VECTOR_BYTES == 64
    else return as_vec<V>(_mm512_mul_epu32(as_vec<__m512i>(a), as_vec<__m512i>(b)));
#endif
#else
    return (a & 0xffffffff) * (b & 0xffffffff);
#endif
  }
};

/// Mode: 9 floor, 10 ceil, 11 trunc (SSE4.1's codes, inexact not signalled).
template <int Mode> struct round_register {
  template <class V> CONSTAX_INLINE V operator()(V a) const noexcept {
#if CONSTAX_HAS_SSE41
    if constexpr (sizeof(V) == 16) {
      if constexpr (sizeof(item<V>) == 4) return as_vec<V>(_mm_round_ps(as_vec<__m128>(a), Mode));
      else return as_vec<V>(_mm_round_pd(as_vec<__m128d>(a), Mode));
    }
#if CONSTAX_VECTOR_BYTES >= 32
    else if constexpr (sizeof(V) == 32) {
      if constexpr (sizeof(item<V>) == 4) return as_vec<V>(_mm256_round_ps(as_vec<__m256>(a), Mode));
      else return as_vec<V>(_mm256_round_pd(as_vec<__m256d>(a), Mode));
    }
#endif
#if CONSTAX_VECTOR_BYTES == 64
    else if constexpr (sizeof(item<V>) == 4) return as_vec<V>(_mm512_roundscale_ps(as_vec<__m512>(a), Mode));
    else return as_vec<V>(_mm512_roundscale_pd(as_vec<__m512d>(a), Mode));
#endif
#else
    return a;
#endif
  }
};

/// Registers of floats from as many words of f16, and back: of 4 words the upper half of a register is not looked at.
template <class V> CONSTAX_INLINE auto float_of_f16(V h) noexcept {
  constexpr int W = length<V>;
#if CONSTAX_X86 && CONSTAX_HAS_F16C
  if constexpr (W == 4) return as_vec<vector<float, W>>(_mm_cvtph_ps(as_vec<__m128i>(part<0, 8>(h))));
  else if constexpr (W == 8) return as_vec<vector<float, W>>(_mm256_cvtph_ps(as_vec<__m128i>(h)));
#if CONSTAX_VECTOR_BYTES == 64
  else return as_vec<vector<float, W>>(_mm512_cvtph_ps(as_vec<__m256i>(h)));
#endif
#else
  return static_cast<void>(h), vector<float, W>{};
#endif
}
template <class V> CONSTAX_INLINE auto f16_of_float(V x) noexcept {
  constexpr int W = length<V>;
#if CONSTAX_X86 && CONSTAX_HAS_F16C
  if constexpr (W == 4) return part<0, 4>(as_vec<vector<std::uint16_t, 8>>(_mm_cvtps_ph(as_vec<__m128>(x), 0)));
  else if constexpr (W == 8) return as_vec<vector<std::uint16_t, W>>(_mm256_cvtps_ph(as_vec<__m256>(x), 0));
#if CONSTAX_VECTOR_BYTES == 64
  else return as_vec<vector<std::uint16_t, W>>(_mm512_cvtps_ph(as_vec<__m512>(x), 0));
#endif
#else
  return static_cast<void>(x), vector<std::uint16_t, W>{};
#endif
}

/// x * 2^n for an integer n in floating form, rounded once: one instruction of AVX-512, integer arithmetic in math/bits.hpp elsewhere.
struct scale_register {
  template <class V> CONSTAX_INLINE V operator()(V a, [[maybe_unused]] V n) const noexcept {
#if CONSTAX_VECTOR_BYTES == 64
    if constexpr (sizeof(V) == 16) {
      if constexpr (sizeof(item<V>) == 4) return as_vec<V>(_mm_scalef_ps(as_vec<__m128>(a), as_vec<__m128>(n)));
      else return as_vec<V>(_mm_scalef_pd(as_vec<__m128d>(a), as_vec<__m128d>(n)));
    } else if constexpr (sizeof(V) == 32) {
      if constexpr (sizeof(item<V>) == 4) return as_vec<V>(_mm256_scalef_ps(as_vec<__m256>(a), as_vec<__m256>(n)));
      else return as_vec<V>(_mm256_scalef_pd(as_vec<__m256d>(a), as_vec<__m256d>(n)));
    } else {
      if constexpr (sizeof(item<V>) == 4) return as_vec<V>(_mm512_scalef_ps(as_vec<__m512>(a), as_vec<__m512>(n)));
      else return as_vec<V>(_mm512_scalef_pd(as_vec<__m512d>(a), as_vec<__m512d>(n)));
    }
#else
    return a;
#endif
  }
};

#if CONSTAX_HAS_INTRINSICS
/// Scalars: through one register, where the compiler's builtin would call libm (sqrt of negatives sets errno).
template <class T> CONSTAX_INLINE T sqrt_scalar(T x) noexcept {
  if constexpr (sizeof(T) == 4) return _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(x)));
  else {
    __m128d const v = _mm_set_sd(x);
    return _mm_cvtsd_f64(_mm_sqrt_sd(v, v));
  }
}
#endif

/// The OR of all elements of a mask's vector, as something to compare with zero.
template <class V> CONSTAX_INLINE bool any_bit(V m) noexcept {
  if constexpr (sizeof(V) < 16) {
    typename int_of_size<static_cast<int>(sizeof(V))>::type word;
    __builtin_memcpy(&word, &m, sizeof word);
    return word != 0;
  } else {
#if CONSTAX_X86
#if CONSTAX_VECTOR_BYTES == 64
    if constexpr (sizeof(V) == 64) return _mm512_test_epi64_mask(as_vec<__m512i>(m), as_vec<__m512i>(m)) != 0;
    else
#endif
#if CONSTAX_VECTOR_BYTES >= 32
    if constexpr (sizeof(V) == 32) return _mm256_testz_si256(as_vec<__m256i>(m), as_vec<__m256i>(m)) == 0;
    else
#endif
    return _mm_movemask_epi8(as_vec<__m128i>(m)) != 0;
#else
    std::uint64_t w[sizeof(V) / 8], r = 0;
    __builtin_memcpy(w, &m, sizeof w);
    for (std::uint64_t x : w) r |= x;
    return r != 0;
#endif
  }
}
}  // namespace detail

/// Whether any, all of the lanes are set.
template <int W> CONSTAX_INLINE bool any(pack<bool, W> m) noexcept { return detail::any_bit(m.v); }
template <int W> CONSTAX_INLINE bool all(pack<bool, W> m) noexcept { return !detail::any_bit(~m.v); }

namespace detail {
/// all(a < b) of unsigned integers. AVX-512 compares into a mask register, which is tested there: g++ 12 makes all(a < b) a vector, of
/// which each bit is tested, three instructions more.
template <class T, int W> CONSTAX_INLINE bool all_below(pack<T, W> a, pack<T, W> b) noexcept {
  static_assert(std::is_unsigned_v<T> && sizeof(T) >= 4);
  if constexpr (beyond_register<T, W>) return all_below(a.lo, b.lo) && all_below(a.hi, b.hi);
#if CONSTAX_VECTOR_BYTES == 64
  else if constexpr (sizeof(a) == 64) {
    if constexpr (sizeof(T) == 4) return _mm512_cmpge_epu32_mask(as_vec<__m512i>(a.v), as_vec<__m512i>(b.v)) == 0;
    else return _mm512_cmpge_epu64_mask(as_vec<__m512i>(a.v), as_vec<__m512i>(b.v)) == 0;
  } else if constexpr (sizeof(a) == 32) {
    if constexpr (sizeof(T) == 4) return _mm256_cmpge_epu32_mask(as_vec<__m256i>(a.v), as_vec<__m256i>(b.v)) == 0;
    else return _mm256_cmpge_epu64_mask(as_vec<__m256i>(a.v), as_vec<__m256i>(b.v)) == 0;
  } else if constexpr (sizeof(a) == 16) {
    if constexpr (sizeof(T) == 4) return _mm_cmpge_epu32_mask(as_vec<__m128i>(a.v), as_vec<__m128i>(b.v)) == 0;
    else return _mm_cmpge_epu64_mask(as_vec<__m128i>(a.v), as_vec<__m128i>(b.v)) == 0;
  }
#endif
  else return all(a < b);
}
}  // namespace detail

}  // namespace constax::inline CONSTAX_TAG
