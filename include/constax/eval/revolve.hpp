// SPDX-License-Identifier: BSL-1.0
#pragma once
// revolve: where to keep states, so that a chain of them can be read backwards in little memory and few steps
//
// With s states kept at a time and no step taken more than r times, chains of up to C(s + r, s) states can be read backwards, and no
// schedule does more (Griewank & Walther, "Algorithm 799: revolve", ACM TOMS 26, 2000). The first state kept is that of step C(s + r - 1,
// s).
#include <constax/base/vec.hpp>

namespace constax::inline CONSTAX_TAG {

/// C(s + r, s), or `limit` where it is larger: how many states can be read backwards with s kept and r repetitions.
constexpr i64 reversible(i64 s, i64 r, i64 limit) {
  if (r < 0) return 0;
  i64 n = 1;
  for (i64 k = 1; k <= (s < r ? s : r); ++k) {
    n = n * ((s < r ? r : s) + k) / k; // exact: a binomial coefficient each time
    if (n >= limit) return limit;
  }
  return n;
}

/// The states `length` of a chain, the first of which is kept, shall be read from the last to the first, with `kept` kept at a time (that
/// one included): how many steps to go before the next is kept.
constexpr i64 next_checkpoint(i64 length, i64 kept) {
  i64 r = 1;
  while (reversible(kept, r, length) < length) ++r;
  i64 const left = length - reversible(kept - 1, r, length), least = reversible(kept, r - 2, length);
  i64 const m = left > least ? left : least;
  return m > 1 ? m : 1;
}

/// The states of a chain that are kept: `steps[k]` have been done for the k-th, `at` for the one at hand. The first state is always there.
struct kept_states {
  i64* steps = nullptr;
  i64 slots = 0, count = 0, at = 0;

  /// The state after `done` steps -> the number of the one kept that it is, or -1: it is at hand now. Those kept beyond it are given up:
  /// chains are read backwards. restore(k): the k-th kept state, or the first of all for -1, is to be at hand; advance(): a step; keep(k):
  /// keep the one at hand; release(k): it is given up.
  template <class Restore, class Advance, class Keep, class Release>
  CONSTAX_INLINE constexpr i64 find(i64 done, Restore&& restore, Advance&& advance, Keep&& keep, Release&& release) {
    while (count && steps[count - 1] > done) release(--count);
    i64 from = count ? steps[count - 1] : 0;
    if (at == done) return -1;
    if (count && from == done) return count - 1;
    if (at > done || at < from) restore(count - 1), at = from;
    while (at < done) {
      i64 const free = slots - count, next = free > 0 ? from + next_checkpoint(done - from + 1, free + 1) : done;
      while (at < next && at < done) advance(), ++at;
      if (at == done) break;
      keep(count);
      steps[count++] = from = at;
    }
    return -1;
  }
};

} // namespace constax::inline CONSTAX_TAG
