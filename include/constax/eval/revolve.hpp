// SPDX-License-Identifier: BSL-1.0
#pragma once
// revolve: where to keep states, so that a chain of them can be read backwards in little memory and few steps
//
// With s states kept at a time and no step taken more than r times, chains of up to C(s + r, s) states can be read backwards, and no schedule
// does more (Griewank & Walther, "Algorithm 799: revolve", ACM TOMS 26, 2000). The first state kept is that of step C(s + r - 1, s).
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

/// The states `length` of a chain, the first of which is kept, shall be read from the last to the first, with `kept` kept at a time (that one
/// included): how many steps to go before the next is kept.
constexpr i64 next_checkpoint(i64 length, i64 kept) {
  i64 r = 1;
  while (reversible(kept, r, length) < length) ++r;
  i64 const left = length - reversible(kept - 1, r, length), least = reversible(kept, r - 2, length);
  i64 const m = left > least ? left : least;
  return m > 1 ? m : 1;
}

} // namespace constax::inline CONSTAX_TAG
