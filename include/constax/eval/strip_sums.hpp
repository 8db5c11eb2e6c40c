// SPDX-License-Identifier: BSL-1.0
#pragma once
// strip_sums: exits over the axis of a region. A strip's part goes on top of what the strips before it have left: chains, in the frame's
// memory.
#include <constax/eval/line_sums.hpp>
#include <constax/lane/stream.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Kernel: its steps, registers and exits, of kernel.hpp.
template <class Kernel>
struct strip_sums {
  using call = typename Kernel::call;
  using preloaded_set = typename Kernel::preloaded_set;
  using accumulators = typename Kernel::accumulators;
  using line = line_sums<Kernel>;
  static constexpr int W = Kernel::W, rank = Kernel::rank, lane_axis = Kernel::lane_axis, exit_axis = Kernel::exit_axis,
                       chains = Kernel::chains;
  static constexpr u32 per_round = line::per_round, chain_registers = line::chain_registers;
  static constexpr auto edge = Kernel::edge;
  static constexpr bool lane_is_last = lane_axis == (exit_axis == rank - 1 ? rank - 2 : rank - 1);
  static_assert(!Kernel::leaves_region || lane_axis == exit_axis || lane_is_last, "chains lie along the lanes");

  /// Lanes along the region's axis: the chains of an item lie side by side, those of all exits. (Each exit in memory of its own, the 210
  /// sums of gmm's gradient, d = 20, took as many pages in turn for each component.) Bytes of them, up to exit E.
  static constexpr u32 chain_bytes(u32 until = ~0u) {
    u32 bytes = 0;
    for (u32 s = 0; s < Kernel::n.n_steps; ++s)
      if (Kernel::is_exit(s)) {
        u32 const e = Kernel::step_at(s).at;
        if (e == until) break;
        dtype const t = Kernel::program::value.type(Kernel::program::value.eqns[e].out).type;
        bytes += Kernel::exit_width(e) * static_cast<u32>(chains_of(t) * info(t).bytes);
      }
    return bytes;
  }
  static constexpr u32 first_exit = [] {
    for (u32 s = 0; s < Kernel::n.n_steps; ++s)
      if (Kernel::is_exit(s)) return Kernel::step_at(s).at;
    return ~0u;
  }();
  CONSTAX_INLINE static std::byte* chains_of_item(std::byte* const* all, i64 item) noexcept {
    constexpr u32 first = exit_number<typename Kernel::program>(first_exit), size = chain_bytes();
    return all[first] + item * size;
  }
  /// Those of exit E, of its u-th unrolled element.
  template <u32 E, class T>
  CONSTAX_INLINE static T* chains_among(std::byte* of_item, u32 u) noexcept {
    constexpr u32 place = chain_bytes(E);
    return reinterpret_cast<T*>(of_item + place) + u * chains_of(dtype_of<T>);
  }
  /// Lanes along another axis: chain q of exit E's item u, for this position, is at [q * chain_stride()] of this.
  template <u32 E, class T>
  CONSTAX_INLINE static T* chains_at(call const& c, position const& p, u32 u) noexcept {
    auto const [item, items] = item_at(c, p);
    return reinterpret_cast<T*>(c.chains[exit_number<typename Kernel::program>(E)]) + u * items + item;
  }
  struct place_of_item {
    i64 item = 0, items = 1;
  };
  CONSTAX_INLINE static place_of_item item_at(call const& c, position const& p) noexcept {
    place_of_item at;
    static_for<rank>([&](auto d) {
      if constexpr (d != exit_axis) at.item = at.item * c.length[d] + p.at[d], at.items *= c.length[d];
    });
    return at;
  }
  /// Elements between two chains of one item.
  template <u32 E>
  CONSTAX_INLINE static i64 chain_stride(call const& c) noexcept {
    i64 items = Kernel::exit_width(E);
    for (int d = 0; d < rank; ++d)
      if (d != exit_axis) items *= c.length[d];
    return items;
  }

  /// Lanes along the region's axis: a register is W chains. Where no bit depends on the order, a turn may take more registers than there
  /// are chains, or a register have more lanes: these begin anew with each strip, and end in the chains.
  CONSTAX_INLINE static void strip_line(call const& c, position p, preloaded_set& pre) noexcept {
    accumulators acc[1][per_round];
    std::byte* const all = chains_of_item(c.chains, item_at(c, p).item);
    auto const move = [&](auto&& one) CONSTAX_INLINED {
      Kernel::each_exit([&]<u32 E, class T>(auto first) CONSTAX_INLINED {
        static_for<Kernel::exit_width(E)>([&](auto u) CONSTAX_INLINED {
          T* const at = chains_among<E, T>(all, u);
          for (u32 q = 0; q < chain_registers; ++q) one.template operator()<E>(at + q * W, acc[0][q].template file<T>()[first + u]);
        });
      });
    };
    static_for<per_round>([&](auto q) CONSTAX_INLINED { Kernel::template clear<W>(acc[0][q]); });
    move([]<u32 E, class T>(T* at, lane<T, W>& x) CONSTAX_INLINED {
      if constexpr (W <= chains_of(dtype_of<T>)) x = load<T, W>(at);
    });
    i64 i = c.begin[lane_axis];
    i64 const end = c.end[lane_axis], whole = Kernel::whole_until(end, c.length[lane_axis]);
    p.count = W;
    if constexpr (edge.begin > 0)
      if (i < edge.begin) i = line::run_edge(c, p, i, line::first_whole(end), end, pre, acc[0]);
    i = line::template run_whole<1>(c, p, i, whole, pre, acc);
    if (i < end) line::run_edge(c, p, i, end, end, pre, acc[0]);
    p.at[lane_axis] = 0;
    for (u32 q = chain_registers; q < per_round; ++q) Kernel::combine(acc[0][q % chain_registers], acc[0][q]);
    move([]<u32 E, class T>(T* at, lane<T, W> const& x) CONSTAX_INLINED {
      auto const combine = []<class V>(V const& a, V const& b) { return static_cast<V>(Kernel::template rule<E>::combine(a, b)); };
      if constexpr (W <= chains_of(dtype_of<T>)) store(at, x);
      else *at = combine(*at, fold(x, combine));
    });
  }
  /// The variable whose rows step S, a load, takes from an argument, where they lie one behind the other; or none.
  template <u32 S>
  static constexpr u32 rows_of_step() {
    using C = typename Kernel::program;
    constexpr u32 v = Kernel::step_at(S).at, loops = C::value.loops[v], rank_of = C::value.shape_of(v).rank;
    using L = layout<C, v>;
    // (`view < 0` would begin template arguments for g++ in programs that include the views first.)
    if constexpr (loops != 0 && L::at.view == -1 && C::value.memories[L::memory].kind == memory_kind::input)
      if constexpr (layout_of<C>(L::leaf) == memory_layout::row_major && axis_along(loops, rank_of, exit_axis) == 0 &&
                    axis_along(loops, rank_of, lane_axis) == rank_of - 1)
        return v;
    return ~0u;
  }
  /// Is there more of them than any cache holds?
  CONSTAX_INLINE static bool is_far(call const& c) noexcept {
    bool far = false;
    Kernel::template each_step<step_kind::load>([&](auto s) {
      if constexpr (constexpr u32 v = rows_of_step<s>(); v != ~0u)
        far = far || bytes_of_type<typename Kernel::program, layout<typename Kernel::program, v>::type>(c.symbols) > beyond_cache;
    });
    return far;
  }
  /// Half of the next strip comes into the second cache while this one is added up, line by line in the order of memory: for the Q-th of
  /// `chains` rows of a register of columns the Q-th line. Memory would wait meanwhile, where rows are read first for their own sums.
  /// (Logistic regression, 80 MB, Zen 4: 1.27 -> 1.10 of by_hand. All of the next strip comes too late, 1.28; column by column it keeps the
  /// processor from reading on by itself, 1.55. A Zen 5 has more lines under way than instructions can ask for, and gains nothing.)
  template <int Q>
  CONSTAX_INLINE static void fetch_ahead(call const& c, position const& p, i64 rows) noexcept {
    Kernel::template each_step<step_kind::load>([&](auto s) CONSTAX_INLINED {
      if constexpr (constexpr u32 v = rows_of_step<s>(); v != ~0u) {
        using L = layout<typename Kernel::program, v>;
        using T = element_of<Kernel::program::value.type(v).type>;
        constexpr int lines = chains * W * static_cast<int>(sizeof(T) / 2) / static_cast<int>(cache_line);
        if constexpr (Q < lines) {
          i64 const round = p.at[lane_axis] / W * (rows / chains) + (p.at[exit_axis] - c.begin[exit_axis]) / chains;
          char const* const next = reinterpret_cast<char const*>(static_cast<T const*>(c.memory[L::memory]) +
                                                                 (c.begin[exit_axis] + rows) * L::template stride<0>(c.symbols));
          __builtin_prefetch(next + (round * lines + Q) * static_cast<i64>(cache_line), 0, 2);
        }
      }
    });
  }

  /// Lanes along another axis: row i goes to chain i mod `chains`. Few steps and one sum: chains stay in registers for the whole strip.
  static constexpr bool keeps_chains = Kernel::n.n_steps <= 12 && Kernel::n_exit_registers == 1 && lane_is_last;
  /// Registers of columns that are taken side by side, if they are not far: what their rows share is loaded once. (From memory they are a
  /// tenth slower so.)
  static constexpr int columns_at_once = keeps_chains && vector_registers >= 3 * chains + 8 ? 3 : 1;

  /// Takes the accumulators of chains q and of the register of columns at `here` from memory, or back: one(address, register).
  CONSTAX_INLINE static void each_chain(call const& c, position const& here, i64 q, accumulators& acc, auto&& one) noexcept {
    Kernel::each_exit([&]<u32 E, class T>(auto first) CONSTAX_INLINED {
      static_for<Kernel::exit_width(E)>([&](auto u) CONSTAX_INLINED {
        one(chains_at<E, T>(c, here, u) + (c.length[exit_axis] <= short_sum ? 0 : q % chains_of(dtype_of<T>)) * chain_stride<E>(c),
            acc.template file<T>()[first + u]);
      });
    });
  }
  /// Whole rounds of chains from row i on -> where they end.
  template <bool Full, int Columns, class Fetch, class Leave>
  CONSTAX_INLINE static i64 strip_rounds(call const& c, position p, i64 i, preloaded_set& pre, Fetch const& fetch,
                                         Leave const& leave) noexcept {
    position here[Columns];
    accumulators acc[Columns][chains];
    static_for<Columns>([&](auto k) CONSTAX_INLINED {
      here[k] = p, here[k].at[lane_axis] += k * W;
      static_for<chains>([&](auto q) CONSTAX_INLINED { each_chain(c, here[k], q, acc[k][q], fetch); });
    });
    i64 const end = c.end[exit_axis];
    bool const far = Columns == 1 && is_far(c);
    for (; i + chains <= end; i += chains)
      static_for<chains>([&](auto q) CONSTAX_INLINED {
        static_for<Columns>([&](auto k) CONSTAX_INLINED {
          p.at[lane_axis] = here[k].at[lane_axis], p.at[exit_axis] = i + q;
          Kernel::template body<Full>(c.memory, c.symbols, p, pre, acc[k][q]);
        });
        if (far) fetch_ahead<q>(c, p, end - c.begin[exit_axis]);
      });
    static_for<Columns>([&](auto k) CONSTAX_INLINED {
      static_for<chains>([&](auto q) CONSTAX_INLINED { each_chain(c, here[k], q, acc[k][q], leave); });
    });
    return i;
  }
  /// So many registers of columns, from p on.
  template <bool Full, int Columns = 1>
  CONSTAX_INLINE static void strip_columns(call const& c, position p, preloaded_set& pre) noexcept {
    auto const fetch = [&]<class T>(T const* at, lane<T, W>& x) CONSTAX_INLINED {
      if constexpr (Full) x = load<T, W>(at);
      else x = load_n<T, W>(at, p.count, T(1));
    };
    auto const leave = [&]<class T>(T* at, lane<T, W> const& x) CONSTAX_INLINED {
      if constexpr (Full) store(at, x);
      else store_n(at, x, p.count);
    };
    i64 i = c.begin[exit_axis];
    if constexpr (keeps_chains)
      if (i % chains == 0 && i + chains <= c.end[exit_axis] && c.length[exit_axis] > short_sum)
        i = strip_rounds<Full, Columns>(c, p, i, pre, fetch, leave);
    for (i64 const first = p.at[lane_axis]; i < c.end[exit_axis]; ++i)
      for (int k = 0; k < Columns; ++k) {
        accumulators acc;
        p.at[lane_axis] = first + k * W, p.at[exit_axis] = 0;
        position const here = p;
        each_chain(c, here, i, acc, fetch);
        p.at[exit_axis] = i;
        Kernel::template body<Full>(c.memory, c.symbols, p, pre, acc);
        each_chain(c, here, i, acc, leave);
      }
  }
  /// From column i on -> where it ends.
  CONSTAX_INLINE static i64 side_by_side(call const& c, position p, i64 i, i64 end, preloaded_set& pre) noexcept {
    constexpr int n = columns_at_once;
    if constexpr (n > 1)
      if (!is_far(c))
        for (; i + n * W <= end; i += n * W) p.at[lane_axis] = i, strip_columns<true, n>(c, p, pre);
    return i;
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
