// SPDX-License-Identifier: BSL-1.0
#pragma once
// memories : program with nodes -> places in its workspace        two memories share a place if no node touches both
#include <constax/eval/vm/program.hpp>

#include <algorithm>

namespace constax::inline CONSTAX_TAG::vm {

/// First fit, in the order of first use. All loops of a pipeline are at work at once. whole: no pipeline runs, and no memory is a window.
inline void place_memories(program& p, bool whole) {
  struct place {
    u32 memory;
    i32 first, last;
  };
  struct taken {
    i64 offset, end;
    i32 last;
  };
  std::vector<i32> first, last; // by node: of its pipeline
  for (u32 n = 0; n < p.nodes.size(); ++n) first.push_back(static_cast<i32>(n)), last.push_back(static_cast<i32>(n));
  if (!whole)
    for (pipeline const& r : p.pipelines) {
      u32 const end = r.first + static_cast<u32>(r.sizes.size());
      for (u32 n = r.first; n < end; ++n) first[n] = static_cast<i32>(r.first), last[n] = static_cast<i32>(end - 1);
    }
  std::vector<taken> now;
  std::vector<place> order;
  for (u32 m = 0; m < p.memories.size(); ++m)
    if (memory const& x = p.memories[m]; x.is == memory::kind::workspace && x.first >= 0)
      order.push_back({m, first[static_cast<u32>(x.first)], last[static_cast<u32>(x.last)]});
  std::sort(order.begin(), order.end(),
            [&](place const& a, place const& b) { return std::pair(a.first, a.memory) < std::pair(b.first, b.memory); });
  i64& workspace = whole ? p.whole_workspace : p.workspace;
  for (place const& o : order) {
    memory& x = p.memories[o.memory];
    std::erase_if(now, [&](taken const& t) { return t.last < o.first; });
    std::sort(now.begin(), now.end(), [](taken const& a, taken const& b) { return a.offset < b.offset; });
    i64 const used = x.window > 0 && !whole ? x.window * info(x.type.type).bytes : x.bytes, bytes = (used + 63) / 64 * 64;
    i64 at = 0;
    for (taken const& t : now) {
      if (at + bytes <= t.offset) break;
      at = std::max(at, t.end);
    }
    (whole ? x.whole_offset : x.offset) = at;
    now.push_back({at, at + bytes, o.last});
    workspace = std::max(workspace, at + bytes);
  }
}

} // namespace constax::inline CONSTAX_TAG::vm
