// SPDX-License-Identifier: BSL-1.0
#pragma once
// grid: who runs the loops of an emitted program. The program's text is the same for all of them; this file becomes a part of it.
//
//   g.each(n, f)                        f(0), ..., f(n - 1), in any order, at once or one after the other
//   g.sync()                            what was written before is read behind it
//   g.fold<C, S, T>(n, f, join, put)    f(i, v) gives S numbers for each i < n; those of C neighbours are folded by halves: put(i / C, v)
//   g.in_order<S, T>(n, f, join, put)   for each i < n the S numbers that f loads for places begin .. end - 1, joined from the first on
//   g.rows<bytes>(n, m, f)              f(team, r, local) for each row r < n: a team, a grid itself, with so many bytes of memory of its
//                                       own; m is that memory where one thread is the team
//
// join(s, p, q) joins two of the numbers s.
#include <constax/base/integers.hpp>

namespace constax::inline CONSTAX_TAG {

/// One thread runs everything; Forwards: each loop from its first element to its last, else from the last to the first. A program that
/// depends on the order within a loop gives other numbers then.
template <bool Forwards> struct one_thread_grid {
  template <class I, class F> CONSTAX_INLINE void each(I n, F const& f) const {
    if constexpr (Forwards)
      for (I i = 0; i < n; ++i) f(i);
    else
      for (I i = n; i-- > 0;) f(i);
  }
  CONSTAX_INLINE void sync() const {}
  template <int C, int S, class T, class I, class F, class Join, class Put>
  CONSTAX_INLINE void fold(I n, F const& f, Join const& join, Put const& put) const {
    each(static_cast<I>(n / C), [&](I b) {
      T v[C][S];
      each(I(C), [&](I c) { f(static_cast<I>(b * C + c), v[c]); });
      for (int half = C / 2; half > 0; half /= 2)
        for (int c = 0; c < half; ++c)
          for (int s = 0; s < S; ++s) v[c][s] = join(s, v[c][s], v[c + half][s]);
      put(b, v[0]);
    });
  }
  template <int S, class T, class I, class F, class Join, class Put>
  CONSTAX_INLINE void in_order(I n, F const& f, Join const& join, Put const& put) const {
    each(n, [&](I i) {
      T acc[S], v[S];
      auto const [begin, end] = f.range(i, acc);
      for (I b = begin; b < end; ++b) {
        f(i, b, v);
        for (int s = 0; s < S; ++s) acc[s] = join(s, acc[s], v[s]);
      }
      put(i, acc);
    });
  }
  template <i64 Bytes, class I, class F> CONSTAX_INLINE void rows(I n, unsigned char* memory, F const& f) const {
    each(n, [&](I r) { f(*this, r, memory); });
  }
};
using serial_grid = one_thread_grid<true>;
using backward_grid = one_thread_grid<false>;

/// What in_order is given: where the places of i begin and end, and what its numbers begin with; and how a place is loaded.
template <class Range, class Load> struct ordered_loads {
  Range range;
  Load load;
  template <class I, class T> CONSTAX_INLINE void operator()(I i, I b, T* v) const { load(i, b, v); }
};
template <class Range, class Load> ordered_loads(Range, Load) -> ordered_loads<Range, Load>;
template <class I> struct places { I begin, end; };

#if defined(__CUDACC__)
/// Four blocks of 256 threads at a time on a multiprocessor, with at most 64 registers a thread: a sum of exponentials would take 152, and
/// leave one block, whose loads cannot fill the memory's pipe (1055 us instead of 750 on an H100, 2^26 doubles).
#define CONSTAX_LAUNCH_BOUNDS __launch_bounds__(256, 4)
/// Threads of a device in warps of 32, numbered from `first` in steps of `step`, both multiples of 32 but for the thread's own place in its
/// warp.
template <class Self> struct warps {
  template <class T> __device__ __forceinline__ static T shuffled(unsigned mask, T x, int from, int width) {
    if constexpr (sizeof(T) < 4) return static_cast<T>(__shfl_sync(mask, static_cast<int>(x), from, width));
    else return __shfl_sync(mask, x, from, width);
  }
  template <int C, int S, class T, class I, class F, class Join, class Put>
  __device__ __forceinline__ void fold(I n, F const& f, Join const& join, Put const& put) const {
    int const lane = threadIdx.x % 32, place = lane % C;
    I const step = static_cast<Self const&>(*this).template step<I>();
    for (I i = static_cast<Self const&>(*this).template first<I>(); i - lane < n; i += step) {
      bool const inside = i < n;
      unsigned const mask = __ballot_sync(0xffffffffu, inside);
      if (!inside) continue;
      T v[S];
      f(i, v);
#pragma unroll
      for (int half = C / 2; half > 0; half /= 2)
#pragma unroll
        for (int s = 0; s < S; ++s) {
          T const other = shuffled(mask, v[s], (place + half) % C, C);
          if (place < half) v[s] = join(s, v[s], other);
        }
      if (place == 0) put(static_cast<I>(i / C), v);
    }
  }
  /// A warp takes the places of one i, 32 at a time.
  template <int S, class T, class I, class F, class Join, class Put>
  __device__ __forceinline__ void in_order(I n, F const& f, Join const& join, Put const& put) const {
    int const lane = threadIdx.x % 32;
    I const step = static_cast<Self const&>(*this).template step<I>() / 32;
    for (I i = static_cast<Self const&>(*this).template first<I>() / 32; i < n; i += step) {
      T acc[S], v[S], next[S];
      auto const [begin, end] = f.range(i, acc);
      if (begin + lane < end) f(i, static_cast<I>(begin + lane), v);
#pragma unroll 1
      for (I b = begin; b < end; b += 32) {
        if (b + 32 + lane < end) f(i, static_cast<I>(b + 32 + lane), next);
        int const count = end - b < 32 ? static_cast<int>(end - b) : 32;
#pragma unroll 8
        for (int k = 0; k < count; ++k)
#pragma unroll
          for (int s = 0; s < S; ++s) acc[s] = join(s, acc[s], shuffled(0xffffffffu, v[s], k, 32));
#pragma unroll
        for (int s = 0; s < S; ++s) v[s] = next[s];
      }
      if (lane == 0) put(i, acc);
    }
  }
};

/// The threads of one block.
struct block_grid : warps<block_grid> {
  template <class I> __device__ __forceinline__ I first() const { return static_cast<I>(threadIdx.x); }
  template <class I> __device__ __forceinline__ I step() const { return static_cast<I>(blockDim.x); }
  template <class I, class F> __device__ __forceinline__ void each(I n, F const& f) const {
    for (I i = first<I>(); i < n; i += step<I>()) f(i);
  }
  __device__ __forceinline__ void sync() const { __syncthreads(); }
  template <i64 Bytes, class I, class F> __device__ __forceinline__ void rows(I n, unsigned char*, F const& f) const {
    __shared__ double local[Bytes / 8 + 1];
    for (I r = 0; r < n; ++r) f(*this, r, reinterpret_cast<unsigned char*>(local));
  }
};
/// All threads of a launch. `arrived`, 0 when it begins, counts the blocks that wait: all of them have to run at once (a cooperative
/// launch).
struct device_grid : warps<device_grid> {
  unsigned* arrived;
  unsigned awaited = 0;
  __device__ __forceinline__ explicit device_grid(unsigned* counter) : arrived(counter) {}
  template <class I> __device__ __forceinline__ I first() const { return static_cast<I>(blockIdx.x * blockDim.x + threadIdx.x); }
  template <class I> __device__ __forceinline__ I step() const { return static_cast<I>(gridDim.x * blockDim.x); }
  template <class I, class F> __device__ __forceinline__ void each(I n, F const& f) const {
    I const by = step<I>();
    I i = first<I>();
    for (; i + 3 * by < n; i += 4 * by) f(i), f(i + by), f(i + 2 * by), f(i + 3 * by);
    for (; i < n; i += by) f(i);
  }
  /// A block is a team.
  template <i64 Bytes, class I, class F> __device__ __forceinline__ void rows(I n, unsigned char*, F const& f) const {
    __shared__ double local[Bytes / 8 + 1];
    for (I r = static_cast<I>(blockIdx.x); r < n; r += static_cast<I>(gridDim.x))
      f(block_grid{}, r, reinterpret_cast<unsigned char*>(local));
  }
  __device__ __forceinline__ void sync() {
    awaited += gridDim.x;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(arrived, 1u);
      while (static_cast<int>(*static_cast<unsigned volatile*>(arrived) - awaited) < 0) {}
      __threadfence();
    }
    __syncthreads();
  }
};
#endif

} // namespace constax::inline CONSTAX_TAG
