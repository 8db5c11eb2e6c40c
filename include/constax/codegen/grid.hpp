// SPDX-License-Identifier: BSL-1.0
#pragma once
// grid: who runs the loops of an emitted program. The program's text is the same for all of them; it is part of the text itself.
//
//   g.each(n, f)   f(0), ..., f(n - 1), in any order, at once or one after the other
//   g.sync()       what was written before is read behind it
#include <constax/base/integers.hpp>

namespace constax::inline CONSTAX_TAG {

/// One thread runs everything.
struct serial_grid {
  template <class F> CONSTAX_INLINE void each(i64 n, F const& f) const {
    for (i64 i = 0; i < n; ++i) f(i);
  }
  CONSTAX_INLINE void sync() const {}
};
/// The same, from the last to the first: a program that depends on the order within a loop gives other numbers here.
struct backward_grid {
  template <class F> CONSTAX_INLINE void each(i64 n, F const& f) const {
    for (i64 i = n; i-- > 0;) f(i);
  }
  CONSTAX_INLINE void sync() const {}
};

#if defined(__CUDACC__)
/// The threads of one block.
struct block_grid {
  template <class F> __device__ __forceinline__ void each(i64 n, F const& f) const {
    for (i64 i = threadIdx.x; i < n; i += blockDim.x) f(i);
  }
  __device__ __forceinline__ void sync() const { __syncthreads(); }
};
/// All threads of a launch. `arrived`, 0 when it begins, counts the blocks that wait: all of them have to run at once (a cooperative launch).
struct device_grid {
  unsigned* arrived;
  unsigned awaited = 0;
  template <class F> __device__ __forceinline__ void each(i64 n, F const& f) const {
    i64 const step = i64(gridDim.x) * blockDim.x;
    i64 i = i64(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; i + 3 * step < n; i += 4 * step) f(i), f(i + step), f(i + 2 * step), f(i + 3 * step);
    for (; i < n; i += step) f(i);
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
