// SPDX-License-Identifier: BSL-1.0
#pragma once
// stream: stores that go past the caches, whole lines at a time. A line that is stored as usual is read first; results larger than a cache
// are read, and push other things out, for nothing.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "memory.hpp"

namespace constax::inline CONSTAX_TAG {

/// Of results with more bytes, the first are no longer in the cache when the last have been written.
inline constexpr std::ptrdiff_t beyond_cache = CONSTAX_X86 ? std::ptrdiff_t{4} << 20 : PTRDIFF_MAX;
/// Points with fewer bytes of results than this are stored as usual all the same: their memory comes in in time (Black-Scholes in rows of
/// five took 4% more).
inline constexpr std::ptrdiff_t long_point = 128;
inline constexpr std::size_t cache_line = 64;

namespace detail {
/// One register of bytes, to an address that is a multiple of its size.
CONSTAX_INLINE void stream_register([[maybe_unused]] char* to, [[maybe_unused]] char const* from) noexcept {
#if CONSTAX_VECTOR_BYTES == 64 && CONSTAX_X86
  _mm512_stream_si512(reinterpret_cast<__m512i*>(to), _mm512_loadu_si512(from));
#elif CONSTAX_VECTOR_BYTES == 32 && CONSTAX_X86
  _mm256_stream_si256(reinterpret_cast<__m256i*>(to), _mm256_loadu_si256(reinterpret_cast<__m256i const*>(from)));
#elif CONSTAX_X86
  _mm_stream_si128(reinterpret_cast<__m128i*>(to), _mm_loadu_si128(reinterpret_cast<__m128i const*>(from)));
#else
  std::memcpy(to, from, CONSTAX_VECTOR_BYTES);
#endif
}
} // namespace detail

/// to[0 .. count-1] = from[0 .. count-1], bytes that do not overlap; what fills no line at the ends is stored as usual. Other threads may
/// read them after `end_of_streams`.
CONSTAX_INLINE void stream(void* to, void const* from, std::size_t count) noexcept {
  constexpr std::size_t line = cache_line;
  char* const y = static_cast<char*>(to);
  char const* const x = static_cast<char const*>(from);
  std::size_t at = -reinterpret_cast<std::uintptr_t>(y) % line;
  if (at > count) at = count;
  if (at != 0) std::memcpy(y, x, at);
  for (; at + line <= count; at += line)
    for (std::size_t i = 0; i < line; i += CONSTAX_VECTOR_BYTES) detail::stream_register(y + at + i, x + at + i);
  if (at < count) std::memcpy(y + at, x + at, count - at);
}
/// Lanes that fill whole registers, to an address that is a multiple of a register's size.
template <class T, int W>
  requires(W * sizeof(T) % CONSTAX_VECTOR_BYTES == 0)
CONSTAX_INLINE void stream(T* to, pack<T, W> const& x) noexcept {
  for (std::size_t i = 0; i < W * sizeof(T); i += CONSTAX_VECTOR_BYTES)
    detail::stream_register(reinterpret_cast<char*>(to) + i, reinterpret_cast<char const*>(&x) + i);
}
CONSTAX_INLINE void end_of_streams() noexcept {
#if CONSTAX_X86
  _mm_sfence();
#endif
}

} // namespace constax::inline CONSTAX_TAG
