// SPDX-License-Identifier: BSL-1.0
#pragma once
// run_loop : loop, memories -> its results, strip after strip        Threads take shares where that pays (eval/omp.hpp): of strips; of
// lines that are folded; or of the groups of a line, in which it is summed by however many. Bits do not depend on them.
#include <constax/eval/omp.hpp>
#include <constax/eval/vm/buffer.hpp>
#include <constax/eval/vm/program.hpp>

#include <algorithm>

namespace constax::inline CONSTAX_TAG::vm {

/// A loop on one thread, whose strips and states lie in a place of its own.
class loop_runner {
  program const& p;
  loop const& l;
  std::byte* const* at; // of each memory
  std::byte* strips;

  std::byte* place(operand const& x, i64 begin) const {
    return x.in_strip ? strips + strip_bytes * x.at : at[x.at] + (begin + x.offset) * x.bytes;
  }
  void run_count(instruction const& i, i64 begin, i64 count) const {
    detail::visit_dtype(p.source.type(p.source.eqns[i.equation].out).type, [&]<class T>(T) {
      T* const y = reinterpret_cast<T*>(place(i.to, begin));
      for (i64 k = 0; k < count; ++k) y[k] = static_cast<T>((begin + k) / i.stride % i.length);
      return true;
    });
  }
  void run_fold(instruction const& i, i64 begin, i64 count, bool whole_lines) const {
    std::byte const* x = place(i.x[0], begin);
    if (!whole_lines) return i.fold->take(state(i), x, count);
    for (i64 from = begin; from < begin + count;) {
      i64 const in_line = from % i.length, rest = i.length - in_line, n = rest < begin + count - from ? rest : begin + count - from;
      if (in_line == 0) i.fold->begin(state(i), i.length, i.result_bytes);
      i.fold->take(state(i), x, n);
      if (n == rest) put_fold(i, from / i.length);
      from += n, x += n * i.x[0].bytes;
    }
  }
  void run_strip(i64 begin, i64 count, bool whole_lines) const {
    for (instruction const& i : l.body) {
      switch (i.does) {
        case instruction::kind::compute: {
          void const* xs[3];
          for (u32 k = 0; k < i.n; ++k) xs[k] = place(i.x[k], begin);
          i.compute(place(i.to, begin), xs, count, p.source.params(p.source.eqns[i.equation]));
          break;
        }
        case instruction::kind::load:
          by_width(i.to.bytes, [&]<class T>(T) {
            load_strip(reinterpret_cast<T*>(place(i.to, begin)), reinterpret_cast<T const*>(at[i.x[0].at]), i.map, begin, count);
          });
          break;
        case instruction::kind::gather:
          by_width(i.to.bytes, [&]<class T>(T) {
            load_strip(
                reinterpret_cast<T*>(place(i.to, begin)), p.boxes[i.boxes], [&](u32 m) -> void const* { return at[m]; }, begin, count);
          });
          break;
        case instruction::kind::count: run_count(i, begin, count); break;
        case instruction::kind::fold: run_fold(i, begin, count, whole_lines); break;
      }
    }
  }

 public:
  loop_runner(program const& of, loop const& the, std::byte* const* memories, std::byte* own) : p(of), l(the), at(memories), strips(own) {}

  std::byte* state(instruction const& i) const { return strips + p.strips_bytes() + i.state; }
  void put_fold(instruction const& i, i64 line) const { i.fold->end(state(i), at[i.to.at] + line * i.to.bytes); }
  /// f(instruction) of each fold.
  template <class F> void each_fold(F const& f) const {
    for (instruction const& i : l.body)
      if (i.does == instruction::kind::fold) f(i);
  }
  /// Elements [begin, end). whole_lines: they begin and end with lines, whose folds begin and end here.
  void operator()(i64 begin, i64 end, bool whole_lines) const {
    for (loop::splat const& s : l.splats)
      by_width(s.from.bytes, [&]<class T>(T) {
        fill(reinterpret_cast<T*>(strips + strip_bytes * s.strip), std::min(end - begin, l.strip),
             *reinterpret_cast<T const*>(at[s.from.at]));
      });
    for (; begin < end; begin += l.strip) run_strip(begin, std::min(end - begin, l.strip), whole_lines);
  }
};

/// A line of so many groups each is summed by all threads.
inline void share_groups(program const& p, loop const& l, std::byte* const* at, std::byte* places, i64 team, i64 line) {
  i64 const first = line * l.line, blocks = block_count(l.line);
  auto const element = [&](i64 group) { return std::min(group_begin(group, l.groups, blocks) * block_length, l.line); };
  loop_runner const one(p, l, at, places);
  one.each_fold([&](instruction const& i) { i.fold->begin(one.state(i), l.line, i.result_bytes); });
  share_among(team, l.groups, [&](i64 me, i64 begin, i64 end) {
    loop_runner const mine(p, l, at, places + (me + 1) * p.place());
    mine.each_fold([&](instruction const& i) { i.fold->begin_at(mine.state(i), l.line, i.result_bytes, begin); });
    mine(first + element(begin), first + element(end), false);
    mine.each_fold([&](instruction const& i) { i.fold->join(one.state(i), mine.state(i), begin, end); });
  });
  one.each_fold([&](instruction const& i) { one.put_fold(i, line); });
}

inline void run_loop(program const& p, loop const& l, std::byte* const* at, std::byte* own) {
  i64 const team = l.work >= team_threshold && (l.line == 0 || l.groups > 0) ? team_size() : 1;
  if (team == 1) return loop_runner(p, l, at, own)(0, l.size, true);
  buffer const places((team + 1) * p.place());
  i64 const lines = l.line ? l.size / l.line : 0;
  if (l.line == 0 || l.groups == 1 || lines >= 2 * team) {
    i64 const unit = l.line == 0 ? strip_length : l.line;
    share_among(team, (l.size + unit - 1) / unit, [&](i64 me, i64 begin, i64 end) {
      loop_runner(p, l, at, places.data() + me * p.place())(begin * unit, std::min(end * unit, l.size), true);
    });
  } else
    for (i64 line = 0; line < lines; ++line) share_groups(p, l, at, places.data(), team, line);
}

} // namespace constax::inline CONSTAX_TAG::vm
