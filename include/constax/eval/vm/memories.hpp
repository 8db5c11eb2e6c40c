// SPDX-License-Identifier: BSL-1.0
#pragma once
// memories : program with nodes -> places in its workspace        two memories share a place if no node touches both
#include <constax/eval/vm/program.hpp>

#include <algorithm>

namespace constax::inline CONSTAX_TAG::vm {

/// First fit, in the order of first use.
inline void place_memories(program& p) {
  struct taken {
    i64 offset, end;
    i32 last;
  };
  std::vector<taken> now;
  std::vector<u32> order;
  for (u32 m = 0; m < p.memories.size(); ++m)
    if (p.memories[m].is == memory::kind::workspace && p.memories[m].first >= 0) order.push_back(m);
  std::sort(order.begin(), order.end(),
            [&](u32 a, u32 b) { return std::pair(p.memories[a].first, a) < std::pair(p.memories[b].first, b); });
  for (u32 m : order) {
    memory& x = p.memories[m];
    std::erase_if(now, [&](taken const& t) { return t.last < x.first; });
    std::sort(now.begin(), now.end(), [](taken const& a, taken const& b) { return a.offset < b.offset; });
    i64 const bytes = (x.bytes + 63) / 64 * 64;
    i64 at = 0;
    for (taken const& t : now) {
      if (at + bytes <= t.offset) break;
      at = std::max(at, t.end);
    }
    x.offset = at;
    now.push_back({at, at + bytes, x.last});
    p.workspace = std::max(p.workspace, at + bytes);
  }
}

} // namespace constax::inline CONSTAX_TAG::vm
