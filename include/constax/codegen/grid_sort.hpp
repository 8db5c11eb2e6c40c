// SPDX-License-Identifier: BSL-1.0
#pragma once
// grid_sort: lines of places in the order of what stands there, by the threads of a grid. This file becomes a part of emitted programs.
#include <constax/codegen/grid.hpp>
#include <constax/primitives/sorts_before.hpp>

namespace constax::inline CONSTAX_TAG {

/// order[line * length + k]: the place, in its line, of the element that is number k in the order of `before(line, a, b)`: does the element
/// at place a come before the one at b? No two elements may be alike for it: then the order is the same however many threads there are.
/// Batcher's merge exchange sort (Knuth, The Art of Computer Programming 3, algorithm 5.2.2M): log2(length)^2 / 2 passes, in each of which
/// pairs apart from each other are put in order.
template <class Grid, class I, class Before>
CONSTAX_INLINE void sort_lines(Grid& grid, I lines, I length, I* order, Before const& before) {
  grid.each(static_cast<I>(lines * length), [&](I i) { order[i] = i % length; });
  grid.sync();
  for (I p = 1; p < length; p *= 2)
    for (I k = p; k > 0; k /= 2) {
      I const first = k % p;
      grid.each(static_cast<I>(lines * length), [&](I i) {
        I const line = i / length, a = i % length, b = a + k;
        if (b >= length || a < first || (a - first) / k % 2 != 0 || a / (2 * p) != b / (2 * p)) return;
        I *const x = order + line * length + a, *const y = x + k;
        if (!before(line, *y, *x)) return;
        I const held = *x;
        *x = *y, *y = held;
      });
      grid.sync();
    }
}

} // namespace constax::inline CONSTAX_TAG
