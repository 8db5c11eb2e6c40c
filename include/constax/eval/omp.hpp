// SPDX-License-Identifier: BSL-1.0
#pragma once
// omp: the only file that names OpenMP. Without it, everything runs on the calling thread; the bits are the same.
#include <constax/base/vec.hpp>
#if CONSTAX_HAS_OPENMP
#include <omp.h>
#endif

namespace constax::inline CONSTAX_TAG {

/// Operations below which starting a team costs more than it saves (an empty parallel region takes about 1 us).
inline constexpr i64 team_threshold = 100'000;

/// Calls f(begin, end) so that [0, n) is covered once, each part beginning at a multiple of `grain`: by a team when `work` is large.
template <class F>
CONSTAX_INLINE void share(i64 n, i64 grain, [[maybe_unused]] i64 work, F const& f) noexcept {
#if CONSTAX_HAS_OPENMP
  if (work >= team_threshold && n > grain) {
    i64 const parts = (n + grain - 1) / grain;
#pragma omp parallel
    {
      i64 const team = omp_get_num_threads(), me = omp_get_thread_num();
      i64 const first = me * parts / team * grain, last = (me + 1) * parts / team * grain;
      if (first < last) f(first, last < n ? last : n);
    }
    return;
  }
#else
  (void)grain;
#endif
  f(0, n);
}

/// Threads that a call may use.
inline i64 team_size() noexcept {
#if CONSTAX_HAS_OPENMP
  return omp_in_parallel() ? 1 : omp_get_max_threads();
#else
  return 1;
#endif
}
/// Calls f(member, begin, end) so that [0, n) is covered once, by at most `team` members.
template <class F>
CONSTAX_INLINE void share_among([[maybe_unused]] i64 team, i64 n, F const& f) noexcept {
#if CONSTAX_HAS_OPENMP
  if (team > 1 && n > 1) {
#pragma omp parallel num_threads(static_cast<int>(team < n ? team : n))
    {
      i64 const size = omp_get_num_threads(), me = omp_get_thread_num();
      f(me, me * n / size, (me + 1) * n / size);
    }
    return;
  }
#endif
  f(0, 0, n);
}

} // namespace constax::inline CONSTAX_TAG
