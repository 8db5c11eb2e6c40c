// SPDX-License-Identifier: BSL-1.0
#pragma once
// pipeline: loops that follow each other and take turns, some strips each, so that what one stores and a later one reads is still in the
// cache
//
//   loop of 1000000    m2 = ...          elements 0 to 2047, then 2048 to 4095 ...
//   loop of 1000000    y = m2[i - 1]     as far as m2 goes: a window of m2 is in memory, not all of it
//
// A later loop may do so if it reads what the earlier ones store IN ORDER: of later elements nothing that lies before. Bits do not depend
// on turns: a fold keeps its state from one to the next.
#include <constax/eval/vm/move.hpp>

#include <algorithm>
#include <vector>

namespace constax::inline CONSTAX_TAG::vm {

/// The first of the numbers from + sum(i[d] * step[d]), i[d] < length[d], that is not below `bound`; false: all are. They are counted in
/// order: an axis takes steps as long as all behind it together, or longer.
struct ordered_axes {
  int rank = 0;
  i64 from = 0, length[max_rank] = {}, step[max_rank] = {};

  i64 behind(int d) const { // from the first to the last of what axes behind d count
    i64 all = 0;
    for (int e = d + 1; e < rank; ++e) all += (length[e] - 1) * step[e];
    return all;
  }
  bool in_order() const {
    bool all = true;
    for (int d = 0; d < rank; ++d) all = all && (length[d] <= 1 || step[d] >= behind(d)) && step[d] >= 0;
    return all;
  }
  bool first_from(i64 bound, i64* at) const {
    i64 rest = bound - from;
    for (int d = 0; d < rank; ++d) {
      i64 const more = rest - behind(d);
      at[d] = more <= 0 ? 0 : step[d] == 0 ? length[d] : (more + step[d] - 1) / step[d];
      if (at[d] >= length[d]) return false;
      rest -= at[d] * step[d];
    }
    return rest <= 0;
  }
  i64 number(i64 const* at) const {
    i64 n = from;
    for (int d = 0; d < rank; ++d) n += at[d] * step[d];
    return n;
  }
};

/// What a loop reads of a memory that an earlier loop of its pipeline writes: the same axes count elements of the loop, and of the memory.
struct pipeline_reading {
  u32 reader = 0, writer = 0, memory = 0;
  i64 line = 1;             // the writer's elements for each of the memory's: terms of a fold
  i64 size = 0, source = 0; // elements of the reader, of the memory
  ordered_axes loop, read;

  /// How far the reader may go when the writer has done so many elements.
  i64 allowed(i64 written) const {
    i64 at[max_rank];
    return read.first_from(written / line, at) ? loop.number(at) : size;
  }
  /// The first element of the memory that the reader, at this element of its own, will read.
  i64 kept(i64 done) const {
    i64 at[max_rank];
    return loop.first_from(done, at) ? read.number(at) : source;
  }
};

struct pipeline {
  u32 first = 0; // node of the program; the others follow it
  i64 turns = 0;
  // by loop: its elements; one that reads nothing of the pipeline takes so many a turn, or some times as many
  std::vector<i64> sizes, units;
  std::vector<pipeline_reading> readings;
  struct window { // a memory of which only a part is kept
    u32 memory = 0, writer = 0;
    i64 line = 1; // as in a reading
  };
  std::vector<window> windows;
};

/// Where the loops of a pipeline stand.
class pipeline_turns {
  pipeline const& r_;
  i64 turn_ = 0;
  std::vector<i64> done_;

 public:
  explicit pipeline_turns(pipeline const& r) : r_(r), done_(r.sizes.size(), 0) {}
  bool all_done() const { return turn_ == r_.turns; }
  /// How much of a window is written.
  i64 written(pipeline::window const& w) const { return done_[w.writer] / w.line; }
  /// The first element of a window that somebody will read, or the first that is not written.
  i64 kept(pipeline::window const& w) const {
    i64 first = written(w);
    for (pipeline_reading const& x : r_.readings)
      if (x.memory == w.memory) first = std::min(first, x.kept(done_[x.reader]));
    return first / 64 * 64; // so that elements lie to lines of the cache as in the whole memory
  }
  /// A turn of each loop: run(loop, begin, end).
  template <class Run> void next(Run const& run) {
    ++turn_;
    for (u32 l = 0; l < done_.size(); ++l) {
      i64 const size = r_.sizes[l], unit = r_.units[l];
      i64 to = size;
      bool reads = false;
      for (pipeline_reading const& x : r_.readings)
        if (x.reader == l) reads = true, to = std::min(to, x.allowed(done_[x.writer]));
      if (!reads && turn_ < r_.turns) to = std::min(size, (size * turn_ / r_.turns + unit - 1) / unit * unit);
      if (to > done_[l]) run(l, done_[l], to), done_[l] = to;
    }
  }
};

} // namespace constax::inline CONSTAX_TAG::vm
