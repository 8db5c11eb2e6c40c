// SPDX-License-Identifier: BSL-1.0
#pragma once
// pipelines : program with nodes -> which loops of it take turns, and what is kept in windows
#include <constax/eval/vm/program.hpp>

#include <algorithm>
#include <map>

namespace constax::inline CONSTAX_TAG::vm {

/// Elements of a turn: of what some loops store in it most stays in the second cache, some dozens of kB.
inline constexpr i64 turn_length = 8 * strip_length;

class pipeline_finder {
  program& p;
  i64 const turn;
  struct source {
    u32 writer = 0;
    i64 line = 1;
  };
  std::map<u32, source> written; // in the pipeline: by memory

  loop const& loop_at(u32 node) const { return p.loops[p.nodes[node].at]; }
  static ordered_axes one_axis(i64 size, i64 from) {
    ordered_axes a;
    a.rank = 1, a.from = from, a.length[0] = size, a.step[0] = 1;
    return a;
  }
  /// Adds a reading, where it is one of the pipeline. false: what is read has to be whole.
  bool add(pipeline& r, u32 reader, u32 m, ordered_axes const& in_loop, ordered_axes const& in_memory) const {
    auto const from = written.find(m);
    if (from == written.end() || from->second.writer == reader) return true;
    if (!in_memory.in_order()) return false;
    i64 const size = loop_at(r.first + reader).size;
    r.readings.push_back({reader, from->second.writer, m, from->second.line, size, p.memories[m].type.shape.size(), in_loop, in_memory});
    return true;
  }
  bool is_written(u32 m) const { return written.contains(m); }
  bool add_map(pipeline& r, u32 reader, u32 m, strided_copy const& c) const {
    ordered_axes in_loop, in_memory;
    in_loop.rank = in_memory.rank = c.rank, in_loop.from = c.to, in_memory.from = c.from;
    for (int d = 0; d < c.rank; ++d)
      in_loop.length[d] = in_memory.length[d] = c.length[d], in_loop.step[d] = c.put[d], in_memory.step[d] = c.get[d];
    return add(r, reader, m, in_loop, in_memory);
  }
  bool add_boxes(pipeline& r, u32 reader, moved_boxes const& all) const {
    if (all.filling >= 0 && is_written(static_cast<u32>(all.filling))) return false;
    lengths const stride = strides_of(all.result);
    for (moved_boxes::box const& b : all.boxes) {
      ordered_axes in_loop, in_memory;
      in_loop.rank = in_memory.rank = all.result.rank, in_memory.from = b.of.from;
      for (int d = 0; d < all.result.rank; ++d) {
        in_loop.from += b.of.first[d] * stride[d];
        in_loop.length[d] = in_memory.length[d] = b.of.length[d];
        in_loop.step[d] = b.of.every[d] * stride[d], in_memory.step[d] = b.of.step[d];
      }
      if (!add(r, reader, b.memory, in_loop, in_memory)) return false;
    }
    return true;
  }
  /// All that a loop reads of the pipeline.
  bool add_readings(pipeline& r, u32 reader) const {
    loop const& l = loop_at(r.first + reader);
    for (loop::splat const& s : l.splats)
      if (is_written(s.from.at)) return false;
    for (instruction const& i : l.body) {
      if (i.does == instruction::kind::gather && !add_boxes(r, reader, p.boxes[i.boxes])) return false;
      if (i.does == instruction::kind::load && !add_map(r, reader, i.x[0].at, i.map)) return false;
      if (i.does != instruction::kind::compute && i.does != instruction::kind::fold) continue;
      for (u32 k = 0; k < i.n; ++k)
        if (!i.x[k].in_strip && !add(r, reader, i.x[k].at, one_axis(l.size, 0), one_axis(l.size, i.x[k].offset))) return false;
    }
    return true;
  }
  void add_written(u32 writer, loop const& l) {
    for (instruction const& i : l.body)
      if (!i.to.in_strip) written[i.to.at] = {writer, i.does == instruction::kind::fold ? i.length : 1};
  }
  bool joins(pipeline& r, u32 node) {
    u32 const me = node - r.first;
    std::size_t const before = r.readings.size();
    if (!add_readings(r, me)) return r.readings.resize(before), false;
    loop const& l = loop_at(node);
    r.sizes.push_back(l.size), r.units.push_back(l.line > 0 && l.line < turn ? l.line : std::min(turn, strip_length));
    add_written(me, l);
    return true;
  }
  /// What only the pipeline touches is kept in windows, where these are shorter.
  void find_windows(pipeline& r) {
    i32 const first = static_cast<i32>(r.first), end = first + static_cast<i32>(r.sizes.size());
    for (auto const& [m, from] : written) {
      memory const& x = p.memories[m];
      if (x.is == memory::kind::workspace && x.last < end) r.windows.push_back({m, from.writer, from.line});
    }
    std::vector<i64> kept(r.windows.size(), 0), longest(kept);
    for (pipeline_turns turns(r); !turns.all_done();) {
      turns.next([](u32, i64, i64) {});
      for (std::size_t k = 0; k < kept.size(); ++k) {
        longest[k] = std::max(longest[k], turns.written(r.windows[k]) - kept[k]);
        kept[k] = turns.kept(r.windows[k]);
      }
    }
    std::vector<pipeline::window> shorter;
    for (std::size_t k = 0; k < kept.size(); ++k) {
      memory& x = p.memories[r.windows[k].memory];
      if (2 * longest[k] >= x.type.shape.size()) continue;
      x.window = longest[k];
      shorter.push_back(r.windows[k]);
    }
    r.windows = std::move(shorter);
  }
  void finish(pipeline&& r) {
    for (std::size_t l = 0; l < r.sizes.size(); ++l) {
      bool const reads = std::any_of(r.readings.begin(), r.readings.end(), [&](pipeline_reading const& x) { return x.reader == l; });
      if (!reads) r.turns = std::max(r.turns, (r.sizes[l] + turn - 1) / turn);
    }
    if (r.readings.empty() || r.turns < 2) return;
    find_windows(r);
    i64 states = 0;
    for (u32 l = 0; l < r.sizes.size(); ++l) {
      loop& x = p.loops[p.nodes[r.first + l].at];
      for (instruction& i : x.body) i.state += states;
      states += x.state_bytes;
    }
    p.states = std::max(p.states, states);
    p.pipelines.push_back(std::move(r));
  }

 public:
  pipeline_finder(program& of, i64 elements_a_turn) : p(of), turn(elements_a_turn) {}
  void operator()() {
    u32 node = 0;
    while (node < p.nodes.size()) {
      pipeline r;
      r.first = node, written.clear();
      for (; node < p.nodes.size() && p.nodes[node].does == node::kind::loop && joins(r, node);) ++node;
      if (node == r.first) ++node;
      else finish(std::move(r));
    }
  }
};
/// p without places of memories; loops take turns of so many elements.
inline void find_pipelines(program& p, i64 elements_a_turn) { pipeline_finder(p, elements_a_turn)(); }

} // namespace constax::inline CONSTAX_TAG::vm
