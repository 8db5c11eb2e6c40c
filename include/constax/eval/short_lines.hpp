// SPDX-License-Identifier: BSL-1.0
#pragma once
// short_lines: sums over lines of a few registers, their length known, beside values that all lines read: these stay in registers.
//
//   y[i] = sum_j x[i, j] w[j]    for register k of a line: hold w;   for i: for k: y[i] += x[i, k] w[k]
//
// One load for each product instead of two: the processor looks twice as far ahead in what comes from memory. (Products of 100 columns with
// a vector, Zen 5: from the second cache 0.081 -> 0.039 ns an element, from memory 0.32 -> 0.22, where to read them alone takes 0.17.)
// Other lines that share what they read are taken several at a time, if that is worth more than to read memory as it lies.
#include <constax/eval/line_sums.hpp>
#include <constax/lane/stream.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Kernel: its steps, registers and exits, of kernel.hpp.
template <class Kernel>
struct short_lines {
  using C = typename Kernel::program;
  using lines = line_sums<Kernel>;
  using call = typename Kernel::call;
  using preloaded_set = typename Kernel::preloaded_set;
  using accumulators = typename Kernel::accumulators;
  using register_set = typename Kernel::register_set;
  static constexpr node const& n = Kernel::n;
  static constexpr int W = Kernel::W, lane_axis = Kernel::lane_axis, axis = lines::axis;

  /// Does step S, a load, take what all lines read?
  template <u32 S>
  static constexpr bool meets_all_lines() {
    constexpr u32 v = Kernel::step_at(S).at, loops = C::value.loops[v];
    using L = layout<C, v>;
    constexpr int rank = C::value.shape_of(v).rank, along_lanes = axis_along(loops, rank, lane_axis),
                  along_lines = axis_along(loops, rank, axis);
    if constexpr (along_lanes >= 0 && along_lines >= 0)
      return L::direction(along_lanes) == L::along::unit && L::direction(along_lines) == L::along::repeat;
    else return false;
  }
  /// The steps that do, and their first registers among those of their type.
  struct held_loads {
    bool is[n.n_steps + 1] = {};
    u32 place[n.n_steps + 1] = {};
    register_counts counts;
    u32 count = 0;
  };
  static constexpr held_loads find_held() {
    held_loads all;
    if constexpr (are_lines)
      Kernel::template each_step<step_kind::load>([&](auto s) {
        if constexpr (meets_all_lines<s>()) {
          constexpr u32 v = Kernel::step_at(s).at, width = Kernel::template width<v>();
          u32& count = all.counts.of[static_cast<u8>(C::value.type(v).type)];
          all.is[s] = true, all.place[s] = count, count += width, all.count += width;
        }
      });
    return all;
  }
  static constexpr bool are_lines = axis >= 0 && Kernel::exit_axis == lane_axis && !Kernel::leaves_region;
  static constexpr held_loads held = find_held();

  /// A line's length, or 0.
  static constexpr i64 length = [] {
    if (!are_lines || !n.nest.dims[lane_axis].is_number()) return i64{0};
    return n.nest.dims[lane_axis].number;
  }();
  static constexpr u32 per_line = static_cast<u32>((length + W - 1) / W);
  static constexpr bool worth_it = held.count > 0 &&
                                   length > short_sum&& length <= block_length&& held.count* per_line <= vector_registers / 2 &&
                                   n.n_steps <= 12 && n.transcendental == 0 && !Kernel::has_edges && n.beyond == 0;

  /// Should lines be taken several at a time? From memory short ones are slower so: it is not read as it lies (0.30 -> 0.40 ns an element).
  /// Lines of a known length overlap by themselves, unless they load what they share.
  CONSTAX_INLINE static bool several_pay(call const& c) noexcept {
    if constexpr (length > 0 && held.count == 0) return length >= block_length;
    constexpr i64 long_enough = length > 0 ? block_length / 2 : block_length;
    i64 bytes = n.width_bytes;
    for (int d = 0; d < Kernel::rank; ++d) bytes *= c.length[d];
    return c.length[lane_axis] > short_sum && (c.length[lane_axis] >= long_enough || bytes <= beyond_cache);
  }

  using held_set = registers<W, held.counts>;
  template <u32 K>
  CONSTAX_INLINE static void place(position& p) noexcept {
    constexpr i64 first = i64{K} * W;
    p.at[lane_axis] = first, p.count = length - first < W ? length - first : W;
  }
  template <u32 K>
  static constexpr bool is_full = (i64{K} + 1) * W <= length;

  /// What is held of register K of all lines.
  template <u32 K>
  CONSTAX_INLINE static void hold(call const& c, position p, held_set& at_hand) noexcept {
    place<K>(p);
    Kernel::template each_step<step_kind::load>([&](auto s) CONSTAX_INLINED {
      if constexpr (held.is[s]) {
        constexpr u32 v = Kernel::step_at(s).at, at = held.place[s];
        Kernel::template load_registers<is_full<K>, v, at>(c.memory, c.symbols, p, at_hand,
                                                           std::make_index_sequence<Kernel::template width<v>()>{});
      }
    });
  }
  template <u32 S>
  CONSTAX_INLINE static void take_held(held_set& at_hand, register_set& regs) noexcept {
    constexpr u32 v = Kernel::step_at(S).at, at = held.place[S], to = Kernel::step_at(S).reg;
    using T = element_of<C::value.type(v).type>;
    static_for<Kernel::template width<v>()>([&](auto u)
                                                CONSTAX_INLINED { regs.template file<T>()[to + u] = at_hand.template file<T>()[at + u]; });
  }
  /// All steps at register K of a line.
  template <u32 K, std::size_t... S>
  CONSTAX_INLINE static void at_register(call const& c, position& p, held_set& at_hand, preloaded_set& pre, accumulators& acc,
                                         std::index_sequence<S...>) noexcept {
    register_set regs;
    place<K>(p);
    auto const step = [&](auto s) CONSTAX_INLINED {
      if constexpr (held.is[s]) take_held<s>(at_hand, regs);
      else Kernel::template run_step<is_full<K>, s>(c.memory, c.symbols, p, regs, pre, acc);
    };
    (step(std::integral_constant<u32, S>{}), ...);
  }
  /// The lines that c says, along `axis`.
  CONSTAX_INLINE static void run(call const& c, position p, preloaded_set& pre) noexcept {
    held_set at_hand[per_line];
    static_for<per_line>([&](auto k) CONSTAX_INLINED { hold<k>(c, p, at_hand[k]); });
    for (p.at[axis] = c.begin[axis]; p.at[axis] < c.end[axis]; ++p.at[axis]) {
      accumulators acc[lines::per_round];
      static_for<lines::per_round>([&](auto q) CONSTAX_INLINED { Kernel::template clear<W>(acc[q]); });
      static_for<per_line>([&](auto k) CONSTAX_INLINED {
        at_register<k>(c, p, at_hand[k], pre, acc[k % lines::per_round], std::make_index_sequence<n.n_steps>{});
      });
      typename Kernel::totals sum;
      lines::fold_chains(acc, sum);
      Kernel::template store_exits<1>(c, p, sum);
    }
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
