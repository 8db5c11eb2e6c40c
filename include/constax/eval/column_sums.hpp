// SPDX-License-Identifier: BSL-1.0
#pragma once
// column_sums: exits over another axis than the lanes'. Lanes carry independent sums, each in the order of primitives/order.hpp.
//
//   for panel of columns: for group: for block: for row: for register of the panel: its chain (row mod C) += ..;  chains are folded; groups
//   are joined
//
// A panel is as many registers of columns as have their chains in half the first cache (256 doubles where one sum leaves): memory is read
// in long pieces of rows. (A register of columns at a time, down all rows: 2.2 ns an element from memory, not 0.7; docs/decisions/0029.)
#include <constax/eval/nodes.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Kernel: its steps, registers and exits, of kernel.hpp.
template <class Kernel>
struct column_sums {
  using call = typename Kernel::call;
  using preloaded_set = typename Kernel::preloaded_set;
  using accumulators = typename Kernel::accumulators;
  static constexpr int W = Kernel::W, exit_axis = Kernel::exit_axis, lane_axis = Kernel::lane_axis, chains = Kernel::chains;
  static constexpr i64 panel = [] {
    i64 const n = (i64{16} << 10) / static_cast<i64>(chains * sizeof(accumulators));
    return n > 1 ? n : 1;
  }();

  /// `count` registers of columns that begin at `first`; those from whole_begin to whole_end are whole. Rows come closer `ahead` rows
  /// before their turn.
  struct columns {
    i64 first, end, count, whole_begin, whole_end, ahead;
  };
  /// What is loaded of columns `rows` further down comes closer: a panel's rows are pieces, and the processor fetches nothing ahead of
  /// their beginnings.
  CONSTAX_INLINE static void fetch(call const& c, position p, i64 rows) noexcept {
    p.at[exit_axis] += rows;
    Kernel::template each_step<step_kind::load>([&](auto s) CONSTAX_INLINED {
      using C = typename Kernel::program;
      constexpr u32 v = Kernel::step_at(s).at, loops = C::value.loops[v];
      using L = layout<C, v>;
      constexpr int d = axis_along(loops, C::value.shape_of(v).rank, lane_axis);
      if constexpr (d >= 0 && axis_along(loops, C::value.shape_of(v).rank, exit_axis) >= 0)
        if constexpr (L::direction(d) == L::along::unit)
          __builtin_prefetch(static_cast<element_of<C::value.type(v).type> const*>(c.memory[L::memory]) +
                             offset_of<C, v, loops, 0, -1>(p, c.symbols));
    });
  }
  CONSTAX_INLINE static void add_row(call const& c, position& p, columns const& s, preloaded_set& pre, accumulators* to) noexcept {
    for (i64 k = 0; k < s.count; ++k) {
      if (k == s.whole_begin && k < s.whole_end) {
        p.count = W;
        for (; k < s.whole_end; ++k) {
          p.at[lane_axis] = s.first + k * W;
          if constexpr (Kernel::n.transcendental == 0) fetch(c, p, s.ahead);
          Kernel::template body<true>(c.memory, c.symbols, p, pre, to[k]);
        }
        if (k == s.count) return;
      }
      p.at[lane_axis] = s.first + k * W, p.count = Kernel::lanes_until(s.first + k * W, s.end);
      Kernel::template body<false>(c.memory, c.symbols, p, pre, to[k]);
    }
  }
  /// Sums of little else than loads wait for their chains to be loaded and stored: 16 rows at a time then, whose chains stay in registers.
  static constexpr bool in_rounds =
      Kernel::n.n_steps <= 6 && Kernel::n.transcendental == 0 && Kernel::n_exit_registers == 1 && chains <= 16 && !Kernel::is_called;
  static constexpr i64 round = 16;
  template <bool Full>
  CONSTAX_INLINE static void add_round(call const& c, position& p, i64 row, preloaded_set& pre, accumulators (*chain)[panel],
                                       i64 k) noexcept {
    accumulators here[chains];
    static_for<chains>([&](auto q) CONSTAX_INLINED { Kernel::copy(chain[q][k], here[q]); });
    for (i64 i = row; i < row + round; i += chains)
      static_for<chains>(
          [&](auto q) CONSTAX_INLINED { p.at[exit_axis] = i + q, Kernel::template body<Full>(c.memory, c.symbols, p, pre, here[q]); });
    static_for<chains>([&](auto q) CONSTAX_INLINED { Kernel::copy(here[q], chain[q][k]); });
  }
  CONSTAX_INLINE static void add_rounds(call const& c, position& p, i64 row, columns const& s, preloaded_set& pre,
                                        accumulators (*chain)[panel]) noexcept {
    for (i64 k = 0; k < s.count; ++k) {
      p.at[lane_axis] = s.first + k * W, p.count = Kernel::lanes_until(s.first + k * W, s.end);
      if (k >= s.whole_begin && k < s.whole_end) add_round<true>(c, p, row, pre, chain, k);
      else add_round<false>(c, p, row, pre, chain, k);
    }
  }
  static void clear(columns const& s, accumulators* to) noexcept {
    for (i64 k = 0; k < s.count; ++k) Kernel::template clear<W>(to[k]);
  }
  static void combine(columns const& s, accumulators* to, accumulators* from) noexcept {
    for (i64 k = 0; k < s.count; ++k) Kernel::combine(to[k], from[k]);
  }

  CONSTAX_INLINE static void sum_panel(call const& c, position p, columns const& s, preloaded_set& pre) noexcept {
    i64 const length = c.length[exit_axis];
    accumulators total[levels_of_groups][panel];
    if (length <= short_sum) {
      clear(s, total[0]);
      for (i64 i = 0; i < length; ++i) p.at[exit_axis] = i, add_row(c, p, s, pre, total[0]);
    } else {
      i64 const blocks = block_count(length), groups = group_count(length, Kernel::result_bytes(c));
      accumulators chain[chains][panel];
      int level = 0;
      for (i64 g = 0; g < groups; ++g, ++level) {
        clear(s, total[level]);
        for (i64 b = group_begin(g, groups, blocks); b < group_begin(g + 1, groups, blocks); ++b) {
          for (accumulators(&of)[panel] : chain) clear(s, of);
          i64 const end = (b + 1) * block_length < length ? (b + 1) * block_length : length;
          i64 i = b * block_length;
          if (in_rounds && s.count <= 2)
            for (; i + round <= end; i += round) add_rounds(c, p, i, s, pre, chain);
          for (; i < end; ++i) p.at[exit_axis] = i, add_row(c, p, s, pre, chain[i % chains]);
          for (int half = chains / 2; half > 0; half /= 2)
            for (int q = 0; q < half; ++q) combine(s, chain[q], chain[q + half]);
          combine(s, total[level], chain[0]);
        }
        for (int k = joins_after(g); k > 0; --k, --level) combine(s, total[level - 1], total[level]);
      }
      while (--level > 0) combine(s, total[level - 1], total[level]);
    }
    p.at[exit_axis] = 0;
    for (i64 k = 0; k < s.count; ++k) {
      p.at[lane_axis] = s.first + k * W, p.count = Kernel::lanes_until(s.first + k * W, s.end);
      Kernel::template store_exits<W>(c, p, total[0][k]);
    }
  }
  /// The sums of columns [begin, end).
  CONSTAX_INLINE static void run(call const& c, position const& p, i64 begin, i64 end, preloaded_set& pre) noexcept {
    i64 const whole = Kernel::has_edges ? Kernel::whole_until(end, c.length[lane_axis]) : end;
    for (i64 at = begin; at < end; at += panel * W) {
      columns s{at, end, (end - at + W - 1) / W, 0, 0, 1};
      if (s.count > panel) s.count = panel;
      s.ahead = (64 + s.count - 1) / s.count;
      while (s.whole_begin < s.count && at + s.whole_begin * W < Kernel::edge.begin) ++s.whole_begin;
      for (s.whole_end = s.whole_begin; s.whole_end < s.count && at + (s.whole_end + 1) * W <= whole;) ++s.whole_end;
      sum_panel(c, p, s, pre);
    }
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
