// SPDX-License-Identifier: BSL-1.0
#pragma once
// memory: loads and stores of lanes: whole, of the first elements only, and strided. No alignment is assumed, nothing outside is touched.
//
// A bool in memory is one byte, 0 or 1.
#include "register.hpp"

namespace constax::inline CONSTAX_TAG {
namespace detail {
template <int W> CONSTAX_INLINE pack<bool, W> mask_of_bytes(pack<std::uint8_t, W> b) noexcept {
  return b != pack<std::uint8_t, W>(std::uint8_t(0));
}
template <int W> CONSTAX_INLINE pack<std::uint8_t, W> bytes_of_mask(pack<bool, W> m) noexcept {
  return pack<std::uint8_t, W>(
      reinterpret_cast<vector<std::uint8_t, W>>(resize_mask<std::int8_t, W>(m.v) & splat<std::int8_t, W>(std::int8_t(1))));
}
CONSTAX_INLINE std::uint8_t const* bytes(bool const* p) noexcept { return reinterpret_cast<std::uint8_t const*>(p); }
CONSTAX_INLINE std::uint8_t* bytes(bool* p) noexcept { return reinterpret_cast<std::uint8_t*>(p); }

/// The processor's masked loads and stores: AVX-512 has all element sizes, AVX2 those of 4 and 8 bytes.
template <class T, int W> inline constexpr bool has_masked_move =
    (CONSTAX_VECTOR_BYTES == 64 && sizeof(T) * W >= 16 && sizeof(T) * W <= 64) ||
#if CONSTAX_HAS_AVX2
    (sizeof(T) >= 4 && sizeof(T) * W >= 16 && sizeof(T) * W <= 32);
#else
    false;
#endif

template <class T, int W> CONSTAX_INLINE vector<T, W> masked_load(T const* p, std::ptrdiff_t n) noexcept {
  using V = vector<T, W>;
#if CONSTAX_VECTOR_BYTES == 64
  std::uint64_t const k = n >= 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << n) - 1;
  if constexpr (sizeof(T) == 1) {
    if constexpr (W == 16) return as_vec<V>(_mm_maskz_loadu_epi8(static_cast<__mmask16>(k), p));
    else if constexpr (W == 32) return as_vec<V>(_mm256_maskz_loadu_epi8(static_cast<__mmask32>(k), p));
    else return as_vec<V>(_mm512_maskz_loadu_epi8(k, p));
  } else if constexpr (sizeof(T) == 2) {
    if constexpr (W == 8) return as_vec<V>(_mm_maskz_loadu_epi16(static_cast<__mmask8>(k), p));
    else if constexpr (W == 16) return as_vec<V>(_mm256_maskz_loadu_epi16(static_cast<__mmask16>(k), p));
    else return as_vec<V>(_mm512_maskz_loadu_epi16(static_cast<__mmask32>(k), p));
  } else if constexpr (sizeof(T) == 4) {
    if constexpr (W == 4) return as_vec<V>(_mm_maskz_loadu_epi32(static_cast<__mmask8>(k), p));
    else if constexpr (W == 8) return as_vec<V>(_mm256_maskz_loadu_epi32(static_cast<__mmask8>(k), p));
    else return as_vec<V>(_mm512_maskz_loadu_epi32(static_cast<__mmask16>(k), p));
  } else {
    if constexpr (W == 2) return as_vec<V>(_mm_maskz_loadu_epi64(static_cast<__mmask8>(k), p));
    else if constexpr (W == 4) return as_vec<V>(_mm256_maskz_loadu_epi64(static_cast<__mmask8>(k), p));
    else return as_vec<V>(_mm512_maskz_loadu_epi64(static_cast<__mmask8>(k), p));
  }
#elif CONSTAX_HAS_AVX2
  using I = int_like<T>;
  auto const m = resize_mask<I, W>(iota<I, W>(0).v < splat<I, W>(static_cast<I>(n)));
  if constexpr (sizeof(T) == 4) {
    if constexpr (W == 4) return as_vec<V>(_mm_maskload_epi32(reinterpret_cast<int const*>(p), as_vec<__m128i>(m)));
    else return as_vec<V>(_mm256_maskload_epi32(reinterpret_cast<int const*>(p), as_vec<__m256i>(m)));
  } else {
    if constexpr (W == 2) return as_vec<V>(_mm_maskload_epi64(reinterpret_cast<long long const*>(p), as_vec<__m128i>(m)));
    else return as_vec<V>(_mm256_maskload_epi64(reinterpret_cast<long long const*>(p), as_vec<__m256i>(m)));
  }
#else
  return static_cast<void>(p), static_cast<void>(n), V{};
#endif
}

template <class T, int W> CONSTAX_INLINE void masked_store(T* p, vector<T, W> v, std::ptrdiff_t n) noexcept {
#if CONSTAX_VECTOR_BYTES == 64
  std::uint64_t const k = n >= 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << n) - 1;
  if constexpr (sizeof(T) == 1) {
    if constexpr (W == 16) _mm_mask_storeu_epi8(p, static_cast<__mmask16>(k), as_vec<__m128i>(v));
    else if constexpr (W == 32) _mm256_mask_storeu_epi8(p, static_cast<__mmask32>(k), as_vec<__m256i>(v));
    else _mm512_mask_storeu_epi8(p, k, as_vec<__m512i>(v));
  } else if constexpr (sizeof(T) == 2) {
    if constexpr (W == 8) _mm_mask_storeu_epi16(p, static_cast<__mmask8>(k), as_vec<__m128i>(v));
    else if constexpr (W == 16) _mm256_mask_storeu_epi16(p, static_cast<__mmask16>(k), as_vec<__m256i>(v));
    else _mm512_mask_storeu_epi16(p, static_cast<__mmask32>(k), as_vec<__m512i>(v));
  } else if constexpr (sizeof(T) == 4) {
    if constexpr (W == 4) _mm_mask_storeu_epi32(p, static_cast<__mmask8>(k), as_vec<__m128i>(v));
    else if constexpr (W == 8) _mm256_mask_storeu_epi32(p, static_cast<__mmask8>(k), as_vec<__m256i>(v));
    else _mm512_mask_storeu_epi32(p, static_cast<__mmask16>(k), as_vec<__m512i>(v));
  } else {
    if constexpr (W == 2) _mm_mask_storeu_epi64(p, static_cast<__mmask8>(k), as_vec<__m128i>(v));
    else if constexpr (W == 4) _mm256_mask_storeu_epi64(p, static_cast<__mmask8>(k), as_vec<__m256i>(v));
    else _mm512_mask_storeu_epi64(p, static_cast<__mmask8>(k), as_vec<__m512i>(v));
  }
#elif CONSTAX_HAS_AVX2
  using I = int_like<T>;
  auto const m = resize_mask<I, W>(iota<I, W>(0).v < splat<I, W>(static_cast<I>(n)));
  if constexpr (sizeof(T) == 4) {
    if constexpr (W == 4) _mm_maskstore_epi32(reinterpret_cast<int*>(p), as_vec<__m128i>(m), as_vec<__m128i>(v));
    else _mm256_maskstore_epi32(reinterpret_cast<int*>(p), as_vec<__m256i>(m), as_vec<__m256i>(v));
  } else {
    if constexpr (W == 2) _mm_maskstore_epi64(reinterpret_cast<long long*>(p), as_vec<__m128i>(m), as_vec<__m128i>(v));
    else _mm256_maskstore_epi64(reinterpret_cast<long long*>(p), as_vec<__m256i>(m), as_vec<__m256i>(v));
  }
#else
  static_cast<void>(p), static_cast<void>(v), static_cast<void>(n);
#endif
}
template <int W> CONSTAX_INLINE std::ptrdiff_t clamp_count(std::ptrdiff_t n) noexcept { return n < 0 ? 0 : n > W ? W : n; }
}  // namespace detail

/// p[0 .. W-1].
template <lane_element T, int W> CONSTAX_INLINE constexpr lane<T, W> load(T const* p) noexcept {
  if constexpr (W == 1) return *p;
  else if constexpr (std::is_same_v<T, bool>) return detail::mask_of_bytes(load<std::uint8_t, W>(detail::bytes(p)));
  else if constexpr (detail::beyond_register<T, W>) return pack<T, W>(load<T, W / 2>(p), load<T, W / 2>(p + W / 2));
  else {
    detail::vector<T, W> v;
    __builtin_memcpy(&v, p, sizeof v);
    return pack<T, W>(v);
  }
}

/// p[0 .. W-1] = x.
template <scalar_lane T> CONSTAX_INLINE constexpr void store(T* p, std::type_identity_t<T> x) noexcept { *p = x; }
template <class T, int W> CONSTAX_INLINE void store(T* p, pack<T, W> x) noexcept {
  if constexpr (std::is_same_v<T, bool>) store(detail::bytes(p), detail::bytes_of_mask(x));
  else __builtin_memcpy(p, &x, sizeof x);
}

/// The first `count` of p[0 .. W-1], and `fill` in the other lanes; nothing beyond them is read.
template <lane_element T, int W> CONSTAX_INLINE constexpr lane<T, W> load_n(T const* p, std::ptrdiff_t count,
                                                                            std::type_identity_t<T> fill) noexcept {
  if constexpr (W == 1) return count > 0 ? *p : fill;
  else if constexpr (std::is_same_v<T, bool>) return detail::mask_of_bytes(load_n<std::uint8_t, W>(detail::bytes(p), count, fill ? 1 : 0));
  else if constexpr (detail::beyond_register<T, W>)
    return pack<T, W>(load_n<T, W / 2>(p, count, fill), load_n<T, W / 2>(p + (count > W / 2 ? W / 2 : 0), count - W / 2, fill));
  else if constexpr (detail::has_masked_move<T, W>)
    return select(first_n<W>(count), pack<T, W>(detail::masked_load<T, W>(p, detail::clamp_count<W>(count))), pack<T, W>(fill));
  else {
    T buffer[W];
    for (int i = 0; i < W; ++i) buffer[i] = i < count ? p[i] : fill;
    return load<T, W>(buffer);
  }
}

/// p[i] = x[i] for the first `count` lanes; nothing beyond them is written.
template <scalar_lane T> CONSTAX_INLINE constexpr void store_n(T* p, std::type_identity_t<T> x, std::ptrdiff_t count) noexcept {
  if (count > 0) *p = x;
}
template <class T, int W> CONSTAX_INLINE void store_n(T* p, pack<T, W> x, std::ptrdiff_t count) noexcept {
  if constexpr (std::is_same_v<T, bool>) store_n(detail::bytes(p), detail::bytes_of_mask(x), count);
  else if constexpr (detail::beyond_register<T, W>) {
    store_n(p, x.lo, count);
    if (count > W / 2) store_n(p + W / 2, x.hi, count - W / 2);
  }
  else if constexpr (detail::has_masked_move<T, W>) detail::masked_store<T, W>(p, x.v, detail::clamp_count<W>(count));
  else {
    T buffer[W];
    store(buffer, x);
    for (int i = 0; i < W && i < count; ++i) p[i] = buffer[i];
  }
}

/// element(0), ..., element(W - 1), built by inserts: a buffer would be read back before its stores have left for the cache.
template <lane_element T, int W, class F> CONSTAX_INLINE constexpr lane<T, W> lanes_of(F const& element) noexcept {
  if constexpr (W == 1) return element(0);
  else if constexpr (std::is_same_v<T, bool>)
    return detail::mask_of_bytes(lanes_of<std::uint8_t, W>([&](int i) CONSTAX_INLINED { return static_cast<std::uint8_t>(element(i)); }));
  else if constexpr (detail::beyond_register<T, W>)
    return pack<T, W>(lanes_of<T, W / 2>(element), lanes_of<T, W / 2>([&](int i) CONSTAX_INLINED { return element(i + W / 2); }));
  else
    return [&]<int... I>(std::integer_sequence<int, I...>)
               CONSTAX_INLINED { return pack<T, W>(detail::vector<T, W>{element(I)...}); }(std::make_integer_sequence<int, W>{});
}

/// p[i * stride] for the first `count` lanes, `fill` in the others; the stride counts elements and may be negative or 0.
template <lane_element T, int W> CONSTAX_INLINE constexpr lane<T, W> load_strided(T const* p, std::ptrdiff_t stride, std::ptrdiff_t count,
                                                                                  std::type_identity_t<T> fill) noexcept {
  if constexpr (W == 1) return count > 0 ? *p : fill;
  else if constexpr (std::is_same_v<T, bool>)
    return detail::mask_of_bytes(load_strided<std::uint8_t, W>(detail::bytes(p), stride, count, fill ? 1 : 0));
  else if constexpr (detail::beyond_register<T, W>) {
    bool const upper = count > W / 2;
    return pack<T, W>(load_strided<T, W / 2>(p, stride, count, fill),
                      load_strided<T, W / 2>(upper ? p + stride * (W / 2) : p, stride, count - W / 2, fill));
  }
  else {
    if (count >= W) return lanes_of<T, W>([&](int i) CONSTAX_INLINED { return p[i * stride]; });
    T buffer[W];
    for (int i = 0; i < W; ++i) buffer[i] = i < count ? p[i * stride] : fill;
    return load<T, W>(buffer);
  }
}

/// p[i * stride] for the lanes first <= i < end, and `fill` in the others; nothing beside them is read. For the ends of loops.
template <lane_element T, int W>
CONSTAX_INLINE constexpr lane<T, W> load_between(T const* p, std::ptrdiff_t stride, std::ptrdiff_t first, std::ptrdiff_t end,
                                                 std::type_identity_t<T> fill) noexcept {
  if constexpr (W == 1) return first <= 0 && end > 0 ? *p : fill;
  else {
    if (stride == 1 && first <= 0) return load_n<T, W>(p, end, fill);
    T buffer[W];
    for (int i = 0; i < W; ++i) buffer[i] = first <= i && i < end ? p[i * stride] : fill;
    return load<T, W>(buffer);
  }
}

/// p[i * stride] = x[i] for the first `count` lanes, in rising order of i.
template <scalar_lane T> CONSTAX_INLINE constexpr void store_strided(T* p, std::ptrdiff_t, std::type_identity_t<T> x,
                                                                     std::ptrdiff_t count) noexcept {
  if (count > 0) *p = x;
}
template <class T, int W> CONSTAX_INLINE void store_strided(T* p, std::ptrdiff_t stride, pack<T, W> x, std::ptrdiff_t count) noexcept {
  if constexpr (std::is_same_v<T, bool>) store_strided(detail::bytes(p), stride, detail::bytes_of_mask(x), count);
  else if constexpr (detail::beyond_register<T, W>) {
    store_strided(p, stride, x.lo, count);
    if (count > W / 2) store_strided(p + stride * (W / 2), stride, x.hi, count - W / 2);
  }
  else if (count >= W) {
    [&]<int... I>(std::integer_sequence<int, I...>) { ((p[I * stride] = x.v[I]), ...); }(std::make_integer_sequence<int, W>{});
  } else {
    T buffer[W];
    store(buffer, x);
    for (int i = 0; i < W && i < count; ++i) p[i * stride] = buffer[i];
  }
}

}  // namespace constax::inline CONSTAX_TAG
