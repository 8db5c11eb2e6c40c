// SPDX-License-Identifier: BSL-1.0
#pragma once
// line_sums: exits over the lanes' axis. A line is summed in the order of primitives/order.hpp: one register holds the chains, blocks of
// chains are folded, groups of blocks are combined in a tree. What any order gives (a maximum) is taken as it lies in memory.
#include <constax/eval/carried.hpp>
#include <constax/eval/nodes.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Kernel: its steps, registers and exits, of kernel.hpp.
template <class Kernel>
struct line_sums {
  using call = typename Kernel::call;
  using preloaded_set = typename Kernel::preloaded_set;
  using accumulators = typename Kernel::accumulators;
  using totals = typename Kernel::totals;
  static constexpr node const& n = Kernel::n;
  static constexpr int W = Kernel::W, rank = Kernel::rank, lane_axis = Kernel::lane_axis;
  static constexpr auto edge = Kernel::edge;
  using carry = carried_values<Kernel>;

  /// Does no bit depend on the order, at any exit?
  static constexpr bool any_order = [] {
    bool all = true;
    Kernel::template each_step<step_kind::exit>([&](auto s) { all = all && Kernel::template rule<Kernel::step_at(s).at>::any_order; });
    return all;
  }();
  static constexpr u32 chain_registers = static_cast<u32>(Kernel::chains / W > 0 ? Kernel::chains / W : 1);
  /// Would a line alone wait for its sum? A few cheap steps, one register of chains.
  static constexpr bool waits_for_sum =
      n.n_steps <= 6 && n.transcendental == 0 && chain_registers == 1 && Kernel::n_exit_registers == 1 && !Kernel::has_edges;
  /// The axis whose lines are taken several at a time.
  static constexpr int axis = rank > 1 ? (lane_axis == rank - 1 ? rank - 2 : rank - 1) : -1;
  static constexpr int at_once = rank > 1 && waits_for_sum && !any_order ? 4 : 1;
  /// Blocks of one line, likewise.
  static constexpr int blocks_at_once = waits_for_sum && !any_order ? 4 : 1;
  /// Blocks one behind the other in one loop: from block to block the constants of the steps stay in registers, and the block before is
  /// folded while the next one begins. (f = sum(sin(x) exp(-x^2) + tanh(x)) with its gradient: a block's constants, set up again for each,
  /// were 4% of the time.)
  static constexpr bool in_one_loop =
      n.transcendental > 0 && !any_order && !Kernel::is_called && !Kernel::has_edges && Kernel::n_exit_registers <= 4;
  /// Registers of a line that are taken before the first accumulator's turn comes again.
  static constexpr u32 per_round = waits_for_sum && any_order ? 4 : chain_registers;
  static constexpr int chains = static_cast<int>(per_round) * W;

  /// Registers q of the chains of each line, from element i: whole registers of lanes.
  template <int Lines, u32... Q>
  CONSTAX_INLINE static void chain_step(call const& c, position& p, i64 i, preloaded_set& pre, accumulators (*acc)[per_round],
                                        typename carry::waiting& held, std::integer_sequence<u32, Q...>) noexcept {
    if constexpr (Lines == 1 && carry::any) ((p.at[lane_axis] = i + Q * W, carry::body(c, p, pre, acc[0][Q], held)), ...);
    else if constexpr (Lines == 1)
      ((p.at[lane_axis] = i + Q * W, Kernel::template body<true>(c.memory, c.symbols, p, pre, acc[0][Q])), ...);
    else
      static_for<Lines>([&](auto r) {
        position at = p;
        at.at[axis] += r, at.at[lane_axis] = i;
        Kernel::template body<true>(c.memory, c.symbols, at, pre, acc[r][0]);
      });
  }

  /// Turns of whole registers from i on -> where they end.
  template <int Lines>
  CONSTAX_INLINE static i64 run_whole(call const& c, position& p, i64 i, i64 whole, preloaded_set& pre,
                                      accumulators (*acc)[per_round]) noexcept {
    constexpr auto round = std::make_integer_sequence<u32, per_round>{};
    typename carry::waiting held;
    if constexpr (Lines == 1 && carry::any)
      if (i + chains <= whole) p.at[lane_axis] = i, carry::begin(c, p, pre, held);
    // On a copy: run_edge, or what stores them, may point to acc, which would go through memory at each turn (of one sum 8 cycles, not 3;
    // of 20 sums of products 80, not 40).
    if constexpr ((!Kernel::is_called || Kernel::keeps_sums) && Lines * per_round * Kernel::n_exit_registers <= vector_registers) {
      accumulators here[Lines][per_round];
      auto const copy = [](auto& from, auto& to) CONSTAX_INLINED {
        static_for<Lines * per_round>(
            [&](auto k) CONSTAX_INLINED { Kernel::copy(from[k / per_round][k % per_round], to[k / per_round][k % per_round]); });
      };
      copy(acc, here);
      for (; i + chains <= whole; i += chains) chain_step<Lines>(c, p, i, pre, here, held, round);
      if constexpr (any_order)
        for (; i + W <= whole; i += W) chain_step<Lines>(c, p, i, pre, here, held, std::integer_sequence<u32, 0>{});
      copy(here, acc);
    } else
      for (; i + chains <= whole; i += chains) chain_step<Lines>(c, p, i, pre, acc, held, round);
    return i;
  }
  /// Registers of lanes that are not whole, from i to `to` -> where they end. The accumulators are copied, for a loop over them would keep
  /// them in memory also where all is whole.
  CONSTAX_INLINE static i64 run_edge(call const& c, position p, i64 i, i64 to, i64 end, preloaded_set& pre, accumulators* acc) noexcept {
    accumulators here[per_round];
    static_for<per_round>([&](auto q) CONSTAX_INLINED { Kernel::copy(acc[q], here[q]); });
    for (u32 q = 0; i < to; q = q + 1 == per_round ? 0 : q + 1, i += W) {
      p.at[lane_axis] = i, p.count = Kernel::lanes_until(i, end);
      Kernel::template body<false>(c.memory, c.symbols, p, pre, here[q]);
    }
    static_for<per_round>([&](auto q) CONSTAX_INLINED { Kernel::copy(here[q], acc[q]); });
    return i;
  }
  /// The first turn of the loop that begins behind the edge, or the end.
  static constexpr i64 first_whole(i64 end) {
    constexpr i64 at = (edge.begin + chains - 1) / chains * chains;
    return at < end ? at : end;
  }

  /// Elements [i, end) of so many lines: a block, or as many as wanted where no bit depends on the order.
  template <int Lines>
  CONSTAX_INLINE static void sum_block(call const& c, position p, i64 i, i64 end, preloaded_set& pre, totals* block) noexcept {
    accumulators acc[Lines][per_round];
    static_for<Lines * per_round>(
        [&](auto k) { Kernel::template clear<W>(acc[k / per_round][k % per_round]); }); // a loop would keep them in memory
    i64 const whole = Kernel::whole_until(end, c.length[lane_axis]);
    p.count = W;
    if constexpr (edge.begin > 0)
      if (i < edge.begin) i = run_edge(c, p, i, first_whole(end), end, pre, acc[0]);
    i = run_whole<Lines>(c, p, i, whole, pre, acc);
    static_for<Lines>([&](auto r) {
      if (i < end) {
        position at = p;
        if constexpr (Lines > 1) at.at[axis] += r;
        run_edge(c, at, i, end, end, pre, acc[r]);
      }
      fold_chains(acc[r], block[r]);
    });
  }
  template <u32... K>
  CONSTAX_INLINE static void block_step(call const& c, position& p, i64 i, preloaded_set& pre, accumulators* acc,
                                        std::integer_sequence<u32, K...>) noexcept {
    ((p.at[lane_axis] = i + K * block_length, Kernel::template body<true>(c.memory, c.symbols, p, pre, acc[K])), ...);
  }
  /// Blocks b, b + 1, ... side by side; only the last of them may be the line's last. (The sum of 1000
  /// doubles in the first cache: 160 cycles of a Zen 4, where block by block takes 350.)
  CONSTAX_INLINE static void sum_blocks(call const& c, position p, i64 b, preloaded_set& pre, totals* block) noexcept {
    accumulators acc[blocks_at_once][per_round];
    i64 const length = c.length[lane_axis], begin = b * block_length, last = begin + (blocks_at_once - 1) * block_length,
              end = last + block_length < length ? last + block_length : length, whole = (end - last) / chains * chains;
    p.count = W;
    { // on a copy, as in run_whole
      accumulators here[blocks_at_once];
      static_for<blocks_at_once>([&](auto k) { Kernel::template clear<W>(here[k]); });
      i64 i = begin;
      for (; i < begin + whole; i += chains) block_step(c, p, i, pre, here, std::make_integer_sequence<u32, blocks_at_once>{});
      for (; i < begin + block_length; i += chains) block_step(c, p, i, pre, here, std::make_integer_sequence<u32, blocks_at_once - 1>{});
      static_for<blocks_at_once>([&](auto k) CONSTAX_INLINED { Kernel::copy(here[k], acc[k][0]); });
    }
    if (last + whole < end) run_edge(c, p, last + whole, end, end, pre, acc[blocks_at_once - 1]);
    static_for<blocks_at_once>([&](auto k) { fold_chains(acc[k], block[k]); });
  }
  /// Whole blocks [b, end), which take(totals*) gets, one after the other.
  template <class Take>
  CONSTAX_INLINE static void sum_whole_blocks(call const& c, position p, i64 b, i64 end, preloaded_set& pre, Take const& take) noexcept {
    accumulators here[1][per_round];
    typename carry::waiting held;
    auto const clear = [&]() CONSTAX_INLINED {
      static_for<per_round>([&](auto q) CONSTAX_INLINED { Kernel::template clear<W>(here[0][q]); });
    };
    clear(), p.count = W, p.at[lane_axis] = b * block_length;
    if constexpr (carry::any)
      if (b < end) carry::begin(c, p, pre, held);
    for (i64 i = b * block_length; i < end * block_length; i += chains) {
      chain_step<1>(c, p, i, pre, here, held, std::make_integer_sequence<u32, per_round>{});
      if ((i + chains) % block_length != 0) continue;
      accumulators acc[per_round];
      totals block[1];
      static_for<per_round>([&](auto q) CONSTAX_INLINED { Kernel::copy(here[0][q], acc[q]); });
      fold_chains(acc, block[0]), take(block), clear();
    }
  }
  /// Groups [first, last) of so many lines.
  template <int Lines>
  CONSTAX_INLINE static void sum_groups(call const& c, position const& p, i64 first, i64 last, i64 groups, preloaded_set& pre,
                                        totals (*group)[Lines]) noexcept {
    i64 const length = c.length[lane_axis], blocks = block_count(length), end = group_begin(last, groups, blocks);
    auto const begin_of = [&](i64 block) { return block * block_length < length ? block * block_length : length; };
    if constexpr (any_order) {
      for (i64 g = first; g < last; ++g)
        sum_block<Lines>(c, p, begin_of(group_begin(g, groups, blocks)), begin_of(group_begin(g + 1, groups, blocks)), pre, group[g]);
      return;
    }
    i64 b = group_begin(first, groups, blocks), g = first - 1, next = b;
    auto const take = [&](totals* block) CONSTAX_INLINED { // block by block
      if (b == next) {
        next = group_begin(++g + 1, groups, blocks);
        static_for<Lines>([&](auto r) { Kernel::template clear<1>(group[g][r]); });
      }
      static_for<Lines>([&](auto r) { Kernel::combine(group[g][r], block[r]); });
      ++b;
    };
    constexpr i64 together = Lines == 1 ? blocks_at_once : 1;
    i64 const alone = (end - b) % together; // counted beforehand: g++ 12 warns of an overflow in what is left of a constant number
    if constexpr (together > 1)
      while (b < end - alone) {
        totals block[blocks_at_once];
        sum_blocks(c, p, b, pre, block);
        for (totals& of : block) take(&of);
      }
    if constexpr (Lines == 1 && in_one_loop) {
      i64 const whole = end < length / block_length ? end : length / block_length;
      sum_whole_blocks(c, p, b, whole, pre, take);
    }
    while (b < end) {
      totals block[Lines];
      sum_block<Lines>(c, p, b * block_length, begin_of(b + 1), pre, block);
      take(block);
    }
  }
  /// Groups are combined in the fixed tree; the result is in the first.
  template <int Lines>
  CONSTAX_INLINE static void join_groups(totals (*group)[Lines], i64 groups) noexcept {
    for (i64 step = 1; step < groups; step *= 2)
      for (i64 g = 0; g + step < groups; g += 2 * step)
        static_for<Lines>([&](auto r) { Kernel::combine(group[g][r], group[g + step][r]); });
  }
  /// Chains folded by halves: registers first, then inside the register.
  CONSTAX_INLINE static void fold_chains(accumulators* acc, totals& to) noexcept {
    if constexpr (per_round > 1)
      for (u32 half = per_round / 2; half > 0; half /= 2)
        for (u32 q = 0; q < half; ++q) Kernel::combine(acc[q], acc[q + half]);
    Kernel::each_exit([&]<u32 E, class T>(auto first) {
      static_for<Kernel::exit_width(E)>([&](auto u) {
        to.template file<T>()[first + u] = fold(acc[0].template file<T>()[first + u], []<class V>(V const& x, V const& y) {
          return static_cast<V>(Kernel::template rule<E>::combine(x, y));
        });
      });
    });
  }
  /// At most 16 terms: left to right.
  CONSTAX_INLINE static void sum_short(call const& c, position p, preloaded_set& pre, totals& sum) noexcept {
    i64 const length = c.length[lane_axis];
    accumulators acc;
    Kernel::template clear<W>(acc);
    p.in_order = true;
    for (i64 i = 0; i < length; i += W) {
      p.at[lane_axis] = i, p.count = length - i < W ? length - i : W;
      Kernel::template body<false>(c.memory, c.symbols, p, pre, acc);
    }
    Kernel::each_exit([&]<u32 E, class T>(auto first) {
      static_for<Kernel::exit_width(E)>([&](auto u) { sum.template file<T>()[first + u] = extract(acc.template file<T>()[first + u], 0); });
    });
  }
  template <int Lines = 1>
  CONSTAX_INLINE static void line(call const& c, position const& p, preloaded_set& pre) noexcept {
    i64 const length = c.length[lane_axis];
    totals group[64][Lines];
    if (length <= short_sum)
      static_for<Lines>([&](auto r) {
        position at = p;
        if constexpr (Lines > 1) at.at[axis] += r;
        sum_short(c, at, pre, group[0][r]);
      });
    else {
      i64 const groups = any_order ? 1 : group_count(length, Kernel::result_bytes(c));
      sum_groups<Lines>(c, p, 0, groups, groups, pre, group);
      join_groups<Lines>(group, groups);
    }
    static_for<Lines>([&](auto r) {
      position at = p;
      if constexpr (Lines > 1) at.at[axis] += r;
      Kernel::template store_exits<1>(c, at, group[0][r]);
    });
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
