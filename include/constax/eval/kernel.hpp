// SPDX-License-Identifier: BSL-1.0
#pragma once
// kernel: the loops of one kernel node, around what it does at a point (point.hpp). Lanes run along the axis that the plan chose; a tail is
// masked, never a scalar loop.
//
//   no exit                     for each axis; the lanes' is the innermost                       threads: the first axis
//   exit over the lanes' axis   a line is summed in the order of primitives/order.hpp:
//                               one register holds the chains (line_sums.hpp)                    threads: groups, or the first axis
//   exit over another axis      lanes carry independent sums; the exit's
//                               axis is the innermost loop (column_sums.hpp)                     threads: a carried axis
//
// Inside a region the nest's axis runs over one strip; an exit over it goes on with the chains that the strip before left (strip_sums.hpp,
// region.hpp).
#include <constax/eval/column_sums.hpp>
#include <constax/eval/gathered.hpp>
#include <constax/eval/omp.hpp>
#include <constax/eval/past_cache.hpp>
#include <constax/eval/phases.hpp>
#include <constax/eval/point.hpp>
#include <constax/eval/short_lines.hpp>
#include <constax/eval/strip_sums.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Past: the instance whose results, in columns, go past the caches.
template <class C, u32 K, bool Past = false>
struct kernel : kernel_point<C, K, Past> {
  using at_point = kernel_point<C, K, Past>;
  using typename at_point::accumulators, typename at_point::preloaded_set, typename at_point::totals, typename at_point::every_step;
  using at_point::n, at_point::rank, at_point::lane_axis, at_point::exit_axis, at_point::region_axis, at_point::W, at_point::leaves_region,
      at_point::keeps;
  using at_point::edge, at_point::has_edges, at_point::whole_until, at_point::lanes_until, at_point::step_at, at_point::is_exit,
      at_point::exit_width, at_point::operand_of, at_point::each_exit, at_point::preload;

  /// By value: what is in the caller's memory would be read again after every store (they may overlap, for all the optimiser knows).
  struct call {
    void* memory[C::value.n_memories ? C::value.n_memories : 1];
    i64 symbols[C::value.n_symbols + extra_numbers<C>() + 1];
    std::byte* const* chains;
    i64 length[max_rank];                  // of the nest
    i64 begin[max_rank], end[max_rank];    // what is run of it
  };

  /// The memories that the kernel reads and writes.
  static constexpr void each_memory(auto&& f) {
    auto const of = [&](u32 v) { f(static_cast<u32>(C::value.places[v].memory)); };
    for (u32 s = 0; s < n.n_preloads; ++s) of(C::value.steps[n.preloads + s].at);
    for (u32 s = 0; s < n.n_steps; ++s)
      if (is_exit(s) || step_at(s).kind == step_kind::scatter) of(C::value.eqns[step_at(s).at].out);
      else if (step_at(s).kind != step_kind::compute) of(step_at(s).at);
      else {
        code_eqn const& e = C::value.eqns[step_at(s).at];
        for (u32 i = 0; i < operands_in_memory_of<C>(e); ++i) of(C::value.atoms[e.in + i].var());
      }
  }
  static constexpr u32 n_touched = [] {
    u32 count = 0;
    each_memory([&](u32) { ++count; });
    return count;
  }();
  static constexpr bool few_of_many = n_touched * 4 < C::value.n_memories;
  struct touched_memories {
    u32 at[n_touched ? n_touched : 1] = {};
  };
  static constexpr touched_memories touched = [] {
    touched_memories t;
    u32 count = 0;
    each_memory([&](u32 m) { t.at[count++] = m; });
    return t;
  }();

  /// Stores the exits' results; with lanes along a carried axis, `count` of them.
  template <int Lanes, class Set>
  CONSTAX_INLINE static void store_exits(call const& c, position const& p, Set& acc) noexcept {
    each_exit([&]<u32 E, class T>(auto first) {
      constexpr u32 out = C::value.eqns[E].out; // (a reference to the equation is no constant in the inner lambda of g++ 12)
      constexpr u32 axis = static_cast<u32>(at_point::template rule<E>::axis), in = C::value.loops[operand_of(E).var()];
      constexpr u32 loops = (in & ((1u << axis) - 1)) | (in >> (axis + 1) << axis);
      using L = layout<C, out>;
      static_for<exit_width(E)>([&](auto u) {
        T* const to = static_cast<T*>(c.memory[L::memory]) + offset_of<C, out, loops, u, exit_axis>(p, c.symbols);
        auto const& x = acc.template file<T>()[first + u];
        if constexpr (Lanes == 1) *to = x;
        else {
          constexpr int d = axis_along(loops, C::value.shape_of(out).rank, lane_axis, exit_axis);
          if constexpr (L::direction(d) == L::along::unit) store_n(to, x, p.count);
          else store_strided(to, L::template stride<d>(c.symbols), x, p.count);
        }
      });
    });
  }

  /// Stores exit E's totals: where chains of an item are neighbours (chains_among), those of each item too, `stride` after those of the
  /// item before.
  template <u32 E, class T>
  static void store_totals(frame const& f, std::integral_constant<u32, E>, T const* total, i64 stride) noexcept {
    constexpr u32 out = C::value.eqns[E].out, axis = static_cast<u32>(at_point::template rule<E>::axis),
                  in = C::value.loops[operand_of(E).var()];
    constexpr u32 loops = (in & ((1u << axis) - 1)) | (in >> (axis + 1) << axis);
    lengths carried;
    carried.rank = rank;
    static_for<rank>([&](auto d) { carried.of[d] = d == exit_axis ? 1 : bound_length<C, n.nest.dims[d]>(f.symbols); });
    i64 const items = carried.size();
    position p;
    T* const to = static_cast<T*>(f.memory[layout<C, out>::memory]);
    for (i64 i = 0; i < items; ++i, advance(p.at, carried))
      static_for<exit_width(E)>([&](auto u) {
        to[offset_of<C, out, loops, u, exit_axis>(p, f.symbols)] = total[lane_axis == exit_axis ? i * stride + u : u * items + i];
      });
  }

  /// Bytes of an exit's result: they bound the number of groups. (The planner puts exits of one size into one kernel.)
  CONSTAX_INLINE static constexpr i64 result_bytes(call const& c) noexcept {
    i64 carried = 1, bytes = 1;
    for (int d = 0; d < rank; ++d)
      if (d != exit_axis) carried *= c.length[d];
    each_exit([&]<u32 E, class T>(auto) {
      i64 const b = bytes_of_all_rows<C, C::value.eqns[E].out>(carried * exit_width(E) * static_cast<i64>(sizeof(T)), c.symbols);
      if (b > bytes) bytes = b;
    });
    return bytes;
  }

  /// Chains of a sum; at least as many as lanes.
  static constexpr int chains = [] {
    int c = 8;
    for (u32 s = 0; s < n.n_steps; ++s)
      if (is_exit(s) && chains_of(C::value.type(C::value.eqns[step_at(s).at].out).type) > c)
        c = chains_of(C::value.type(C::value.eqns[step_at(s).at].out).type);
    return c > W || exit_axis != lane_axis ? c : W;
  }();

  using lines = line_sums<kernel>;
  using carry = carried_values<kernel>;

  using gathered = gathered_lanes<kernel>;
  /// Tiles: the axis that they take rows of, or -1 (gathered.hpp).
  static constexpr int across = gathered::across;

  template <bool Full>
  CONSTAX_INLINE static void point(call const& c, position const& p, preloaded_set& pre) noexcept {
    accumulators none;
    if constexpr (leaves_region) strip_sums<kernel>::template strip_columns<Full>(c, p, pre);
    else at_point::template body<Full>(c.memory, c.symbols, p, pre, none);
  }
  /// Whole registers of lanes from i on -> where they end.
  CONSTAX_INLINE static i64 whole_registers(call const& c, position& p, i64 i, i64 end, preloaded_set& pre) noexcept {
    p.count = W;
    if constexpr (leaves_region) i = strip_sums<kernel>::side_by_side(c, p, i, end, pre);
    if constexpr (n.second) i = in_phases<kernel>::run(c, p, i, end, pre);
    else if constexpr (exit_axis < 0 && carry::any) {
      typename carry::waiting held;
      accumulators none;
      if (i + W <= end) p.at[lane_axis] = i, carry::begin(c, p, pre, held);
      for (; i + W <= end; i += W) p.at[lane_axis] = i, carry::body(c, p, pre, none, held);
    } else
      for (; i + W <= end; i += W) p.at[lane_axis] = i, point<true>(c, p, pre);
    return i;
  }
  /// Along the lanes' axis; of a tile, for so many rows.
  template <bool Tiles>
  CONSTAX_INLINE static void lanes(call const& c, position p, preloaded_set& pre, [[maybe_unused]] i64 rows) noexcept {
    i64 i = c.begin[lane_axis];
    i64 const end = c.end[lane_axis];
    if constexpr (Tiles) {
      i64 const first = p.at[across];
      auto const each_row = [&]<bool Full>(std::bool_constant<Full>) CONSTAX_INLINED {
        for (i64 r = 0; r < rows; ++r) p.at[across] = first + r, point<Full>(c, p, pre);
      };
      for (p.count = W; i + W <= end; i += W) p.at[lane_axis] = i, each_row(std::true_type{});
      if (i < end) p.at[lane_axis] = i, p.count = end - i, each_row(std::false_type{});
      return;
    }
    if constexpr (exit_axis >= 0 && !leaves_region) return column_sums<kernel>::run(c, p, i, end, pre);
    if constexpr (has_edges) {
      i64 const whole = whole_until(end, c.length[lane_axis]);
      while (i < end) {
        while (i < end && (i < edge.begin || i + W > whole))
          p.at[lane_axis] = i, p.count = lanes_until(i, end), point<false>(c, p, pre), i += W;
        i = whole_registers(c, p, i, whole, pre);
      }
      return;
    }
    i = whole_registers(c, p, i, end, pre);
    if constexpr (W > 1)
      if (i < end) p.at[lane_axis] = i, p.count = end - i, point<false>(c, p, pre);
  }

  /// Axis D and those after it; the lanes' axis and the exit's are the innermost.
  template <int D, bool Tiles = false>
  CONSTAX_INLINE static void loop(call const& c, position& p, preloaded_set& pre, i64 rows = 1) noexcept {
    if constexpr (D == rank) {
      if constexpr (exit_axis != lane_axis) lanes<Tiles>(c, p, pre, rows);
      else if constexpr (leaves_region) strip_sums<kernel>::strip_line(c, p, pre);
      else lines::line(c, p, pre);
    } else if constexpr (D == exit_axis || D == lane_axis) loop<D + 1, Tiles>(c, p, pre, rows);
    else if constexpr (D == lines::axis && short_lines<kernel>::worth_it) short_lines<kernel>::run(c, p, pre);
    else if constexpr (D == lines::axis && exit_axis == lane_axis && !leaves_region && lines::at_once > 1) {
      i64 i = c.begin[D];
      if (short_lines<kernel>::several_pay(c))
        for (; i + lines::at_once <= c.end[D]; i += lines::at_once) p.at[D] = i, lines::template line<lines::at_once>(c, p, pre);
      for (; i < c.end[D]; ++i) p.at[D] = i, lines::line(c, p, pre);
    } else {
      if constexpr (D == across)
        if (gathered::lines_meet(c)) {
          constexpr i64 tile = gathered::rows_of_tile;
          for (i64 i = c.begin[D]; i < c.end[D]; i += tile)
            p.at[D] = i, loop<D + 1, true>(c, p, pre, c.end[D] - i < tile ? c.end[D] - i : tile);
          return;
        }
      for (i64 i = c.begin[D]; i < c.end[D]; ++i) p.at[D] = i, loop<D + 1, Tiles>(c, p, pre, rows);
    }
  }

  /// What the exits leave out.
  CONSTAX_INLINE static void run_beyond(call const& c, preloaded_set& pre) noexcept {
    accumulators none;
    at_point::template clear<W>(none);
    position p;
    for (i64 i = c.length[0], end = i + n.beyond; i < end; i += W) {
      p.at[0] = i, p.count = lanes_until(i, end);
      at_point::template body<false>(c.memory, c.symbols, p, pre, none);
    }
  }

  static constexpr i64 operations = n.flops + elementary_flops * n.transcendental + 1; // of a point
  CONSTAX_INLINE static i64 work(call const& c) noexcept {
    i64 points = 1;
    for (int d = 0; d < rank; ++d) points *= c.length[d];
    return points * operations;
  }

  CONSTAX_INLINE static void run(frame const& f) noexcept {
    if constexpr (rank > 0) run_loops(f);
    else if constexpr (n.n_steps > long_kernel) at_point::template long_body<true>(f.memory, f.symbols, every_step{});
    else run_straight(f);
  }
  /// Without loops: straight into the caller.
  CONSTAX_INLINE static void run_straight(frame const& f) noexcept {
    accumulators none;
    preloaded_set pre;
    if constexpr (keeps) {
      void* memory[C::value.n_memories ? C::value.n_memories : 1];
      for (u32 m = 0; m < C::value.n_memories; ++m) memory[m] = f.memory[m];
      at_point::template body<true>(memory, f.symbols, position{}, pre, none);
    } else at_point::template body<true>(f.memory, f.symbols, position{}, pre, none);
  }

  CONSTAX_INLINE static void set_up(call& c, preloaded_set& pre, frame const& f) noexcept {
    if constexpr (few_of_many) // gmm's gradient, d = 20, has 600: copied for each strip, all of them took a fifth of the time
      for (u32 m : touched.at) c.memory[m] = f.memory[m];
    else
      for (u32 m = 0; m < C::value.n_memories; ++m) c.memory[m] = f.memory[m];
    for (u32 i = 0; i < C::value.n_symbols + extra_numbers<C>(); ++i) c.symbols[i] = f.symbols[i];
    c.chains = f.chains;
    static_for<rank>([&](auto d) {
      c.length[d] = bound_length<C, n.nest.dims[d]>(f.symbols) - n.beyond;
      constexpr bool strip = static_cast<int>(d) == region_axis;
      c.begin[d] = strip ? f.first : 0, c.end[d] = strip ? f.last : c.length[d];
    });
    preload(c.memory, c.symbols, pre, std::make_index_sequence<n.n_preloads>{});
  }
  /// The axis that threads take parts of: the first that the exit carries.
  static constexpr int outer = exit_axis == 0 ? 1 : 0;
  static constexpr i64 grain = outer == lane_axis ? 64 : 1;

  static void run_loops(frame const& f) noexcept {
    using past = columns_past_cache<kernel<C, K>>;
    if constexpr (!Past && past::possible)
      if (past::pays(f)) return kernel<C, K, true>::run_loops(f);
    if constexpr (region_axis >= 0) {
      if constexpr (CONSTAX_HAS_OPENMP && outer < rank)
        if (f.team > 1) return share_strip(f);
      run_strip(f);
    } else if constexpr (rank > 0) {
      call c;
      preloaded_set pre{}; // g++ 12 sees that a set without registers is copied, and warns
      set_up(c, pre, f);
      if constexpr (rank == 1 && exit_axis == 0) {
        if (c.length[0] <= short_sum) lines::line(c, {}, pre);
        else { // threads take groups
          i64 const groups = group_count(c.length[0], result_bytes(c));
          totals group[64][1];
          share(groups, 1, work(c), [&](i64 first, i64 last) {
            preloaded_set mine = pre;
            call const part = c; // g++ makes this a function of its own, for which c is the caller's memory
            lines::template sum_groups<1>(part, {}, first, last, groups, mine, group);
          });
          lines::template join_groups<1>(group, groups);
          store_exits<1>(c, {}, group[0][0]);
        }
        if constexpr (n.beyond > 0) run_beyond(c, pre);
      } else
        share(c.length[outer], grain, work(c), [&](i64 first, i64 last) {
          preloaded_set mine = pre;
          call part = c;
          part.begin[outer] = first, part.end[outer] = last;
          run_part(part, mine);
          if constexpr (Past || at_point::stores_rows) end_of_streams();
        });
    }
  }
  /// A strip, or a thread's part of it: a function of its own, once for both.
  static void run_strip(frame const& f, i64 first = -1, i64 last = -1) noexcept {
    call c;
    preloaded_set pre{};
    set_up(c, pre, f);
    if (first >= 0) c.begin[outer] = first, c.end[outer] = last;
    run_part(c, pre);
  }
  /// What c says is run of the nest.
  CONSTAX_INLINE static void run_part(call& c, preloaded_set& pre) noexcept {
    auto const loops = [&](call& part) CONSTAX_INLINED {
      position p;
      loop<0>(part, p, pre);
    };
    if constexpr (rows_past_cache<kernel>::possible) rows_past_cache<kernel>::run(c, loops);
    else loops(c);
  }
  static void share_strip(frame const& f) noexcept {
    i64 points = 1;
    static_for<rank>([&](auto d) { points *= d == region_axis ? f.last - f.first : bound_length<C, n.nest.dims[d]>(f.symbols); });
    i64 const begin = outer == region_axis ? f.first : 0,
              end = outer == region_axis ? f.last : bound_length<C, n.nest.dims[outer]>(f.symbols);
    share(end - begin, grain, points * operations, [&](i64 first, i64 last) {
      run_strip(f, begin + first, begin + last);
      if constexpr (at_point::stores_rows) end_of_streams();
    });
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
