// SPDX-License-Identifier: BSL-1.0
#pragma once
// kernel: the loops of one kernel node. Lanes run along the axis that the plan chose; a tail is masked, never a scalar loop.
//
//   no exit                     for each axis; the lanes' is the innermost                       threads: the first axis
//   exit over the lanes' axis   a line is summed in the order of primitives/order.hpp:
//                               one register holds the chains                                    threads: groups, or the first axis
//   exit over another axis      lanes carry independent sums; the exit's
//                               axis is the innermost loop                                       threads: a carried axis
//
// Inside a region the nest's axis runs over one strip; an exit over it goes on with the chains that the strip before left (region.hpp).
#include <constax/eval/bundles.hpp>
#include <constax/eval/omp.hpp>
#include <constax/eval/nodes.hpp>
#include <constax/eval/rows.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Past: the instance whose results go past the caches.
template <class C, u32 K, bool Past = false>
struct kernel {
  static constexpr node const& n = C::value.nodes[K];
  static constexpr int rank = n.nest.rank, lane_axis = n.lane_axis, exit_axis = n.exit_axis, region_axis = n.region_axis;
  static constexpr bool keeps = keeps_addresses<C, K>;
  static constexpr storing stores = Past ? storing::past_cache : keeps ? storing::by_kept_address : storing::plainly;
  static constexpr bool leaves_region = exit_axis >= 0 && exit_axis == region_axis;
  static constexpr int W = rank ? CONSTAX_VECTOR_BYTES / n.width_bytes : 1;
  static constexpr register_counts n_regs = counts_of<C, K>(false), n_pre = counts_of<C, K>(true);
  using register_set = registers<W, n_regs>;
  /// Straight-line code: lanes along the rows of values that lie in rows; the second set of registers is theirs.
  static constexpr bool on_rows = [] {
    bool any = false;
    for (u32 k : n_pre.of) any = any || (rank == 0 && k > 0);
    return any;
  }();
  static constexpr int row_lanes = on_rows ? CONSTAX_VECTOR_BYTES / n.width_bytes : 0;
  /// More transcendental functions of rows than this are called: inlined they are fifty instructions each.
  static constexpr bool calls = on_rows && n.transcendental > 64;
  using preloaded_set = registers<on_rows ? row_lanes : W, n_pre>;

  // ---- exits: accumulators by dtype, in the order of the steps ---------------------------------------------------------------
  template <u32 E>
  using rule = exit_rule<C, E>;
  static constexpr step const& step_at(u32 s) { return C::value.steps[n.steps + s]; }
  static constexpr bool is_exit(u32 s) { return step_at(s).kind == step_kind::exit; }
  static constexpr bool is_inside(u32 s) {
    return step_at(s).kind == step_kind::compute && C::primitives[C::value.eqns[step_at(s).at].prim]->tag == &tag<inside_t>;
  }
  static constexpr atom operand_of(u32 e) { return C::value.atoms[C::value.eqns[e].in]; }
  static constexpr u32 exit_width(u32 e) {
    return unrolled_count(C::value.shape_of(operand_of(e)), C::value.loops[operand_of(e).var()]);
  }
  static constexpr u32 exit_offset(u32 s) {
    u32 at = 0;
    for (u32 i = 0; i < s; ++i)
      if (is_exit(i) && C::value.type(C::value.eqns[step_at(i).at].out).type == C::value.type(C::value.eqns[step_at(s).at].out).type)
        at += exit_width(step_at(i).at);
    return at;
  }
  static constexpr register_counts n_exit = [] {
    register_counts r;
    for (u32 s = 0; s < n.n_steps; ++s)
      if (is_exit(s)) r.of[static_cast<u8>(C::value.type(C::value.eqns[step_at(s).at].out).type)] += exit_width(step_at(s).at);
    return r;
  }();
  using accumulators = registers<W, n_exit>;
  using totals = registers<1, n_exit>;

  /// Windows (plan/windows.hpp): as many positions at the beginning and at the end of the lanes' axis are not whole, for some reach beyond what
  /// they look at.
  struct edges {
    i64 begin = 0, end = 0;
  };
  static constexpr edges edge = [] {
    edges all;
    auto const add = [&](i64 begin, i64 end) {
      if (begin > all.begin) all.begin = begin;
      if (end > all.end) all.end = end;
    };
    static_for<rank == 0 ? 0 : n.n_steps>([&]<u32 At>(std::integral_constant<u32, At>) {
      constexpr u32 of = step_at(At).at;
      if constexpr (is_inside(At)) {
        constexpr u32 out = C::value.eqns[of].out;
        constexpr auto const& where = params_at<C, of>;
        if constexpr (nest_axis(C::value.made[out], where.dimension) == lane_axis)
          add(where.start.number, (C::value.shape_of(out)[where.dimension] - where.limit).number);
      } else if constexpr (step_at(At).kind == step_kind::load) {
        constexpr int d = axis_along(C::value.loops[of], C::value.shape_of(of).rank, lane_axis);
        if constexpr (d >= 0) add(layout<C, of>::before(d), layout<C, of>::behind(d));
      }
    });
    return all;
  }();
  static constexpr bool has_edges = edge.begin > 0 || edge.end > 0;
  /// Up to where the lanes' axis is whole. (c.length is the exits'.)
  static constexpr i64 whole_until(i64 end, i64 length) {
    constexpr i64 rest = edge.end > n.beyond ? edge.end - n.beyond : 0;
    return end < length - rest ? end : length - rest;
  }
  /// Lanes in use of a register at i.
  static constexpr i64 lanes_until(i64 i, i64 end) { return end - i < W ? end - i : W; }

  /// Calls f.template operator()<E, T>(first register) for each exit.
  template <class F>
  CONSTAX_INLINE static void each_exit(F&& f) noexcept {
    if constexpr (exit_axis >= 0)
      static_for<n.n_steps>([&](auto s) {
        if constexpr (is_exit(s)) {
          constexpr u32 e = step_at(s).at;
          f.template operator()<e, element_of<C::value.type(C::value.eqns[e].out).type>>(std::integral_constant<u32, exit_offset(s)>{});
        }
      });
  }
  template <int Lanes, class Set>
  CONSTAX_INLINE static void clear(Set& acc) noexcept {
    each_exit([&]<u32 E, class T>(auto first) {
      static_for<exit_width(E)>([&](auto u) {
        acc.template file<T>()[first + u] = static_cast<lane<T, Lanes>>(broadcast<T, Lanes>(rule<E>::template identity<T>));
      });
    });
  }
  /// a = a combined with b, all exits.
  template <class Set>
  CONSTAX_INLINE static void combine(Set& a, Set& b) noexcept {
    each_exit([&]<u32 E, class T>(auto first) {
      static_for<exit_width(E)>([&](auto u) {
        auto& x = a.template file<T>()[first + u];
        x = static_cast<std::remove_reference_t<decltype(x)>>(rule<E>::combine(x, b.template file<T>()[first + u]));
      });
    });
  }

  // ---- one point -----------------------------------------------------------------------------------------------------------------

  template <bool Full, u32 S>
  CONSTAX_INLINE static void run_step(void* const* memory, i64 const* symbols, position const& p, register_set& regs, preloaded_set& pre,
                                      [[maybe_unused]] accumulators& acc) noexcept {
    constexpr step const& s = step_at(S);
    if constexpr (on_rows && (s.kind == step_kind::load || s.kind == step_kind::store) && C::value.made[s.kind == step_kind::compute ? 0 : s.at] != 0) {
      constexpr auto each = std::make_index_sequence<rows_of_variable<C, s.at, row_lanes>::count>{};
      if constexpr (s.kind == step_kind::load) load_rows<C, row_lanes, s.at, s.reg>(memory, symbols, pre, each);
      else store_rows<C, row_lanes, s.at>(memory, symbols, pre, each);
    } else if constexpr (on_rows && s.kind == step_kind::compute && meets_rows<C>(s.at)) compute_rows<C, row_lanes, s.at>(regs, pre);
    else if constexpr (s.kind == step_kind::load)
      load_registers<Full, s.at, s.reg>(memory, symbols, p, regs, std::make_index_sequence<width<s.at>()>{});
    else if constexpr (is_inside(S)) mark_inside<C, W, Full, s.at, lane_axis>(regs, p, symbols);
    else if constexpr (s.kind == step_kind::compute) compute<C, W, s.at, lane_axis>(regs, pre, p, symbols);
    else if constexpr (s.kind == step_kind::store)
      store_registers<Full, s.at>(memory, symbols, p, regs, std::make_index_sequence<unrolled_count(C::value.shape_of(s.at), C::value.made[s.at])>{});
    else take_exits<Full, s.at, exit_offset(S)>(p, regs, pre, acc, std::make_index_sequence<exit_width(s.at)>{});
  }
  template <u32 V>
  static constexpr u32 width() {
    return unrolled_count(C::value.shape_of(V), C::value.loops[V]);
  }
  template <bool Full, u32 V, u32 Reg, class R, std::size_t... U>
  CONSTAX_INLINE static void load_registers([[maybe_unused]] void* const* memory, [[maybe_unused]] i64 const* symbols, [[maybe_unused]] position const& p, R& regs, std::index_sequence<U...>) noexcept {
    using T = element_of<C::value.type(V).type>;
    ((regs.template file<T>()[Reg + U] = load_register<C, W, Full, V, C::value.loops[V], U, lane_axis>(memory, p, symbols)), ...);
  }
  template <bool Full, u32 V, std::size_t... U>
  CONSTAX_INLINE static void store_registers([[maybe_unused]] void* const* memory, [[maybe_unused]] i64 const* symbols, [[maybe_unused]] position const& p, register_set& regs, std::index_sequence<U...>) noexcept {
    using T = element_of<C::value.type(V).type>;
    (store_register<C, W, Full, stores, V, C::value.made[V], U, lane_axis>(memory, p, symbols, regs.template file<T>()[C::value.regs[V] + U]), ...);
  }
  template <bool Full, u32 E, u32 First, std::size_t... U>
  CONSTAX_INLINE static void take_exits(position const& p, register_set& regs, preloaded_set& pre, accumulators& acc, std::index_sequence<U...>) noexcept {
    (take_exit<Full, E, First + U, U>(p, regs, pre, acc), ...);
  }
  template <bool Full, u32 E, u32 At, u32 U>
  CONSTAX_INLINE static void take_exit(position const& p, register_set& regs, preloaded_set& pre, accumulators& acc) noexcept {
    using T = element_of<C::value.type(C::value.eqns[E].out).type>;
    auto& sum = acc.template file<T>()[At];
    auto const next = [&] {
      auto const& x = operand<C, W, C::value.eqns[E].in, U>(regs, pre);
      if constexpr (C::value.eqns[E].kind == kind::contraction)
        return static_cast<lane<T, W>>(rule<E>::take(sum, x, operand<C, W, C::value.eqns[E].in + 1, U>(regs, pre)));
      else return static_cast<lane<T, W>>(rule<E>::take(sum, x));
    }();
    if constexpr (Full || W == 1 || exit_axis != lane_axis) sum = next;
    else sum = select(first_n<W>(p.count), next, sum); // lanes beyond the end leave no trace
  }
  /// What the steps do, and where, in one constant evaluation. `like`: the first step with the same instruction, since a number is a cheaper
  /// template argument than an instruction.
  struct steps_table {
    constax::detail::instruction instruction[n.n_steps ? n.n_steps : 1] = {};
    places at[n.n_steps ? n.n_steps : 1] = {};
    u32 like[n.n_steps ? n.n_steps : 1] = {};
  };
  static constexpr steps_table steps = [] {
    steps_table t;
    u32 first[n.n_steps ? n.n_steps : 1] = {}, n_first = 0;
    for (u32 s = 0; s < n.n_steps; ++s) {
      t.instruction[s] = instruction_at<C, (rank > 0), row_lanes, calls>(n.steps + s), t.at[s] = places_at<C>(n.steps + s), t.like[s] = s;
      if (!t.instruction[s].shared) continue;
      u32 k = 0;
      while (k < n_first && !(t.instruction[first[k]] == t.instruction[s])) ++k;
      if (k == n_first) first[n_first++] = s;
      t.like[s] = first[k];
    }
    return t;
  }();
  template <bool Full, u32 Like>
  CONSTAX_INLINE static void execute(void* const* memory, i64 const* symbols, position const& p, register_set& regs, preloaded_set& pre, accumulators& acc,
                                     places const& at) noexcept {
    constexpr constax::detail::instruction i = steps.instruction[Like];
    if constexpr (!i.shared) run_step<Full, Like>(memory, symbols, p, regs, pre, acc);
    else if constexpr (i.does == step_kind::compute) compute_as<i>(regs, pre, at);
    else move_number<keeps, i.does, element_of<i.out>>(memory, regs, at);
  }
  template <instruction I>
  CONSTAX_INLINE static void compute_as(register_set& regs, preloaded_set& pre, places const& at) noexcept {
    compute_instruction<I, I.rows ? row_lanes : W>(regs, pre, at.to, at.from[0], at.from[1], at.from[2], std::make_index_sequence<I.count>{});
  }
  /// All steps. In a braced list: clang refuses folds of more than 256, g++ is quadratic in their length.
  template <bool Full, std::size_t... S>
  CONSTAX_INLINE static void all_steps(void* const* memory, i64 const* symbols, position const& p, preloaded_set& pre, accumulators& acc, std::index_sequence<S...>) noexcept {
    if constexpr (in_bundles<C, K>::worth_it) in_bundles<C, K>::run(memory);
    else {
      register_set regs;
      [[maybe_unused]] int const in_order[] = {(execute<Full, steps.like[S]>(memory, symbols, p, regs, pre, acc, steps.at[S]), 0)..., 0};
    }
  }
  using every_step = std::make_index_sequence<n.n_steps>;
  template <bool Full>
  [[gnu::noinline]] static void called_body(void* const* memory, i64 const* symbols, position const& p, preloaded_set& pre, accumulators& acc) noexcept {
    all_steps<Full>(memory, symbols, p, pre, acc, every_step{});
  }
  /// Many steps inside several loops, or in the several places where a sum runs them, are a function: gmm's gradient (d = 10) compiles in two thirds
  /// of the time, and is as fast. (In a single loop constants stay in registers: `ba` would take 4% more.)
  static constexpr bool is_called = (rank > 1 || exit_axis >= 0) && n.n_steps > 48;
  template <bool Full>
  CONSTAX_INLINE static void body(void* const* memory, i64 const* symbols, position const& p, preloaded_set& pre, accumulators& acc) noexcept {
    if constexpr (is_called) called_body<Full>(memory, symbols, p, pre, acc);
    else all_steps<Full>(memory, symbols, p, pre, acc, every_step{});
  }
  template <std::size_t... S>
  CONSTAX_INLINE static void preload([[maybe_unused]] void* const* memory, [[maybe_unused]] i64 const* symbols, [[maybe_unused]] preloaded_set& pre, std::index_sequence<S...>) noexcept {
    position const origin;
    (load_registers<true, C::value.steps[n.preloads + S].at, C::value.steps[n.preloads + S].reg>(
         memory, symbols, origin, pre, std::make_index_sequence<width<C::value.steps[n.preloads + S].at>()>{}),
     ...);
  }

  // ---- the loops -----------------------------------------------------------------------------------------------------------------

  /// By value: what is in the caller's memory would be read again after every store (they may overlap, for all the optimiser knows).
  struct call {
    void* memory[C::value.n_memories ? C::value.n_memories : 1];
    i64 symbols[C::value.n_symbols + extra_numbers<C>() + 1];
    std::byte* const* chains;
    i64 length[max_rank];                  // of the nest
    i64 begin[max_rank], end[max_rank];    // what is run of it
  };

  /// Stores the exits' results; with lanes along a carried axis, `count` of them.
  template <int Lanes, class Set>
  CONSTAX_INLINE static void store_exits(call const& c, position const& p, Set& acc) noexcept {
    each_exit([&]<u32 E, class T>(auto first) {
      constexpr u32 out = C::value.eqns[E].out; // (a reference to the equation is no constant in the inner lambda of g++ 12)
      constexpr u32 axis = static_cast<u32>(rule<E>::axis), in = C::value.loops[operand_of(E).var()];
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

  /// Stores exit E's totals: of each item, in the order of its chains (chains_at).
  template <u32 E, class T>
  static void store_totals(frame const& f, std::integral_constant<u32, E>, T const* total) noexcept {
    constexpr u32 out = C::value.eqns[E].out, axis = static_cast<u32>(rule<E>::axis), in = C::value.loops[operand_of(E).var()];
    constexpr u32 loops = (in & ((1u << axis) - 1)) | (in >> (axis + 1) << axis);
    lengths carried;
    carried.rank = rank;
    static_for<rank>([&](auto d) { carried.of[d] = d == exit_axis ? 1 : bound_length<C, n.nest.dims[d]>(f.symbols); });
    i64 const items = carried.size();
    position p;
    T* const to = static_cast<T*>(f.memory[layout<C, out>::memory]);
    for (i64 i = 0; i < items; ++i, advance(p.at, carried))
      static_for<exit_width(E)>([&](auto u) {
        to[offset_of<C, out, loops, u, exit_axis>(p, f.symbols)] = total[lane_axis == exit_axis ? i * exit_width(E) + u : u * items + i];
      });
  }

  /// Bytes of an exit's result: they bound the number of groups. (The planner puts exits of one size into one kernel.)
  CONSTAX_INLINE static i64 result_bytes(call const& c) noexcept {
    i64 carried = 1, bytes = 1;
    for (int d = 0; d < rank; ++d)
      if (d != exit_axis) carried *= c.length[d];
    each_exit([&]<u32 E, class T>(auto) {
      i64 const b = carried * exit_width(E) * static_cast<i64>(sizeof(T));
      if (b > bytes) bytes = b;
    });
    return bytes;
  }

  static constexpr int chains = [] {
    int c = 8;
    for (u32 s = 0; s < n.n_steps; ++s)
      if (is_exit(s) && chains_of(C::value.type(C::value.eqns[step_at(s).at].out).type) > c)
        c = chains_of(C::value.type(C::value.eqns[step_at(s).at].out).type);
    return c > W || exit_axis != lane_axis ? c : W;
  }();

  static constexpr bool has_products = [] {
    for (u32 s = 0; s < n.n_steps; ++s)
      if (is_exit(s) && C::value.eqns[step_at(s).at].kind == kind::contraction) return true;
    return false;
  }();

  // -- exit over the lane axis: one line

  static constexpr u32 n_exit_registers = [] {
    u32 count = 0;
    for (u32 k : n_exit.of) count += k;
    return count;
  }();
  static constexpr u32 per_round = static_cast<u32>(chains / W > 0 ? chains / W : 1);
  /// Would a line alone wait for its sum? A few cheap steps, one register of chains.
  static constexpr bool waits_for_sum = n.n_steps <= 6 && n.transcendental == 0 && per_round == 1 && n_exit_registers == 1 && !has_edges;
  /// The axis whose lines are taken several at a time.
  static constexpr int line_axis = rank > 1 ? (lane_axis == rank - 1 ? rank - 2 : rank - 1) : -1;
  static constexpr int lines_at_once = rank > 1 && waits_for_sum ? 4 : 1;
  /// Blocks of one line, likewise.
  static constexpr int blocks_at_once = waits_for_sum ? 4 : 1;

  /// Registers q of the chains of each line, from element i: whole registers of lanes.
  template <int Lines, u32... Q>
  CONSTAX_INLINE static void chain_step(call const& c, position& p, i64 i, preloaded_set& pre, accumulators (*acc)[per_round], std::integer_sequence<u32, Q...>) noexcept {
    if constexpr (Lines == 1) ((p.at[lane_axis] = i + Q * W, body<true>(c.memory, c.symbols, p, pre, acc[0][Q])), ...);
    else
      static_for<Lines>([&](auto r) {
        position at = p;
        at.at[line_axis] += r, at.at[lane_axis] = i;
        body<true>(c.memory, c.symbols, at, pre, acc[r][0]);
      });
  }

  /// Turns of whole registers from i on -> where they end.
  template <int Lines>
  CONSTAX_INLINE static i64 run_whole(call const& c, position& p, i64 i, i64 whole, preloaded_set& pre, accumulators (*acc)[per_round]) noexcept {
    constexpr auto round = std::make_integer_sequence<u32, per_round>{};
    if constexpr (Lines == 1 && waits_for_sum) { // on a copy: run_edge may point to acc, which would go through memory at each turn (8 cycles, not 3)
      accumulators here[1][1] = {{acc[0][0]}};
      for (; i + chains <= whole; i += chains) chain_step<1>(c, p, i, pre, here, round);
      acc[0][0] = here[0][0];
    } else
      for (; i + chains <= whole; i += chains) chain_step<Lines>(c, p, i, pre, acc, round);
    return i;
  }
  /// Registers of lanes that are not whole, from i to `to` -> where they end. The accumulators are copied, for a loop over them would keep them in
  /// memory also where all is whole.
  CONSTAX_INLINE static i64 run_edge(call const& c, position p, i64 i, i64 to, i64 end, preloaded_set& pre, accumulators* acc) noexcept {
    accumulators here[per_round];
    static_for<per_round>([&](auto q) { here[q] = acc[q]; });
    for (u32 q = 0; i < to; q = q + 1 == per_round ? 0 : q + 1, i += W) {
      p.at[lane_axis] = i, p.count = lanes_until(i, end);
      body<false>(c.memory, c.symbols, p, pre, here[q]);
    }
    static_for<per_round>([&](auto q) { acc[q] = here[q]; });
    return i;
  }
  /// The first turn of the loop that begins behind the edge, or the end.
  static constexpr i64 first_whole(i64 end) {
    constexpr i64 at = (edge.begin + chains - 1) / chains * chains;
    return at < end ? at : end;
  }

  /// Block b of so many lines.
  template <int Lines>
  CONSTAX_INLINE static void sum_block(call const& c, position p, i64 b, preloaded_set& pre, totals* block) noexcept {
    i64 const length = c.length[lane_axis];
    accumulators acc[Lines][per_round];
    static_for<Lines * per_round>([&](auto k) { clear<W>(acc[k / per_round][k % per_round]); }); // a loop would keep them in memory
    i64 i = b * block_length;
    i64 const end = i + block_length < length ? i + block_length : length, whole = whole_until(end, length);
    p.count = W;
    if constexpr (edge.begin > 0)
      if (i < edge.begin) i = run_edge(c, p, i, first_whole(end), end, pre, acc[0]);
    i = run_whole<Lines>(c, p, i, whole, pre, acc);
    static_for<Lines>([&](auto r) {
      if (i < end) {
        position at = p;
        if constexpr (Lines > 1) at.at[line_axis] += r;
        run_edge(c, at, i, end, end, pre, acc[r]);
      }
      fold_chains(acc[r], block[r]);
    });
  }
  /// Blocks b, b + 1, ... side by side; only the last of them may be the line's last. (The sum of 1000
  /// doubles in the first cache: 160 cycles of a Zen 4, where block by block takes 350.)
  CONSTAX_INLINE static void sum_blocks(call const& c, position p, i64 b, preloaded_set& pre, totals* block) noexcept {
    accumulators acc[blocks_at_once][per_round];
    static_for<blocks_at_once>([&](auto k) { clear<W>(acc[k][0]); });
    i64 const length = c.length[lane_axis], begin = b * block_length, last = begin + (blocks_at_once - 1) * block_length,
              end = last + block_length < length ? last + block_length : length, whole = (end - last) / chains * chains;
    p.count = W;
    auto const step = [&](i64 i, auto k) __attribute__((always_inline)) { p.at[lane_axis] = begin + k * block_length + i, body<true>(c.memory, c.symbols, p, pre, acc[k][0]); };
    for (i64 i = 0; i < whole; i += chains) static_for<blocks_at_once>([&](auto k) { step(i, k); });
    for (i64 i = whole; i < block_length; i += chains) static_for<blocks_at_once - 1>([&](auto k) { step(i, k); });
    if (last + whole < end) run_edge(c, p, last + whole, end, end, pre, acc[blocks_at_once - 1]);
    static_for<blocks_at_once>([&](auto k) { fold_chains(acc[k], block[k]); });
  }
  /// Groups [first, last) of so many lines.
  template <int Lines>
  CONSTAX_INLINE static void sum_groups(call const& c, position const& p, i64 first, i64 last, i64 groups, preloaded_set& pre, totals (*group)[Lines]) noexcept {
    i64 const blocks = block_count(c.length[lane_axis]);
    i64 b = group_begin(first, groups, blocks), g = first - 1, next = b;
    i64 const end = group_begin(last, groups, blocks);
    auto const take = [&](totals* block) __attribute__((always_inline)) { // block by block
      if (b == next) {
        next = group_begin(++g + 1, groups, blocks);
        static_for<Lines>([&](auto r) { clear<1>(group[g][r]); });
      }
      static_for<Lines>([&](auto r) { combine(group[g][r], block[r]); });
      ++b;
    };
    if constexpr (Lines == 1 && blocks_at_once > 1)
      while (b + blocks_at_once <= end) {
        totals block[blocks_at_once];
        sum_blocks(c, p, b, pre, block);
        for (totals& of : block) take(&of);
      }
    while (b < end) {
      totals block[Lines];
      sum_block<Lines>(c, p, b, pre, block);
      take(block);
    }
  }
  /// Groups are combined in the fixed tree; the result is in the first.
  template <int Lines>
  CONSTAX_INLINE static void join_groups(totals (*group)[Lines], i64 groups) noexcept {
    for (i64 step = 1; step < groups; step *= 2)
      for (i64 g = 0; g + step < groups; g += 2 * step) static_for<Lines>([&](auto r) { combine(group[g][r], group[g + step][r]); });
  }
  /// Chains folded by halves: registers first, then inside the register.
  CONSTAX_INLINE static void fold_chains(accumulators* acc, totals& to) noexcept {
    if constexpr (per_round > 1)
      for (u32 half = per_round / 2; half > 0; half /= 2)
        for (u32 q = 0; q < half; ++q) combine(acc[q], acc[q + half]);
    each_exit([&]<u32 E, class T>(auto first) {
      static_for<exit_width(E)>([&](auto u) {
        to.template file<T>()[first + u] =
            fold(acc[0].template file<T>()[first + u], []<class V>(V const& x, V const& y) { return static_cast<V>(rule<E>::combine(x, y)); });
      });
    });
  }
  /// At most 16 terms: left to right. Terms that are products go in one by one, by fma.
  CONSTAX_INLINE static void sum_short(call const& c, position p, preloaded_set& pre, totals& sum) noexcept {
    i64 const length = c.length[lane_axis];
    if constexpr (has_products) {
      accumulators acc;
      clear<W>(acc);
      p.count = 1;
      for (i64 i = 0; i < length; ++i) p.at[lane_axis] = i, body<false>(c.memory, c.symbols, p, pre, acc);
      each_exit([&]<u32 E, class T>(auto first) {
        static_for<exit_width(E)>([&](auto u) { sum.template file<T>()[first + u] = extract(acc.template file<T>()[first + u], 0); });
      });
      return;
    }
    clear<1>(sum);
    for (i64 i = 0; i < length; i += W) {
      accumulators acc;
      clear<W>(acc);
      p.at[lane_axis] = i, p.count = length - i < W ? length - i : W;
      body<false>(c.memory, c.symbols, p, pre, acc);
      each_exit([&]<u32 E, class T>(auto first) {
        static_for<exit_width(E)>([&](auto u) {
          T& total = sum.template file<T>()[first + u];
          for (int l = 0; l < p.count; ++l) total = static_cast<T>(rule<E>::combine(total, extract(acc.template file<T>()[first + u], l)));
        });
      });
    }
  }
  template <int Lines = 1>
  CONSTAX_INLINE static void line(call const& c, position const& p, preloaded_set& pre) noexcept {
    i64 const length = c.length[lane_axis];
    totals group[64][Lines];
    if (length <= short_sum)
      static_for<Lines>([&](auto r) {
        position at = p;
        if constexpr (Lines > 1) at.at[line_axis] += r;
        sum_short(c, at, pre, group[0][r]);
      });
    else {
      i64 const groups = group_count(length, result_bytes(c));
      sum_groups<Lines>(c, p, 0, groups, groups, pre, group);
      join_groups<Lines>(group, groups);
    }
    static_for<Lines>([&](auto r) {
      position at = p;
      if constexpr (Lines > 1) at.at[line_axis] += r;
      store_exits<1>(c, at, group[0][r]);
    });
  }

  // -- exit over another axis: lanes carry independent sums

  template <bool Full>
  CONSTAX_INLINE static void columns(call const& c, position p, preloaded_set& pre) noexcept {
    i64 const length = c.length[exit_axis];
    accumulators total;
    clear<W>(total);
    if (length <= short_sum) {
      for (i64 i = 0; i < length; ++i) p.at[exit_axis] = i, body<Full>(c.memory, c.symbols, p, pre, total);
    } else {
      i64 const blocks = block_count(length), groups = group_count(length, result_bytes(c));
      accumulators group[64];
      for (i64 g = 0; g < groups; ++g) {
        clear<W>(group[g]);
        for (i64 b = group_begin(g, groups, blocks); b < group_begin(g + 1, groups, blocks); ++b) {
          accumulators chain[chains];
          for (accumulators& a : chain) clear<W>(a);
          i64 const end = (b + 1) * block_length < length ? (b + 1) * block_length : length;
          for (i64 i = b * block_length; i < end; ++i) p.at[exit_axis] = i, body<Full>(c.memory, c.symbols, p, pre, chain[i % chains]);
          for (int half = chains / 2; half > 0; half /= 2)
            for (int q = 0; q < half; ++q) combine(chain[q], chain[q + half]);
          combine(group[g], chain[0]);
        }
      }
      for (i64 step = 1; step < groups; step *= 2)
        for (i64 g = 0; g + step < groups; g += 2 * step) combine(group[g], group[g + step]);
      total = group[0];
    }
    p.at[exit_axis] = 0;
    store_exits<W>(c, p, total);
  }

  // -- exit over the axis of a region: the strip's part, on top of what the strips before it have left

  /// Where the chains of exit E are for this position: chain q of item u is at [q * chain_stride() + item].
  template <u32 E, class T>
  CONSTAX_INLINE static T* chains_at(call const& c, position const& p, u32 u) noexcept {
    i64 item = 0, items = 1;
    static_for<rank>([&](auto d) {
      if constexpr (d != exit_axis) item = item * c.length[d] + p.at[d], items *= c.length[d];
    });
    T* const all = reinterpret_cast<T*>(c.chains[exit_number<C>(E)]);
    if constexpr (lane_axis == exit_axis) return all + (item * exit_width(E) + u) * chains_of(dtype_of<T>);
    else return all + u * items + item;
  }
  /// Elements between two chains of one item.
  template <u32 E>
  CONSTAX_INLINE static i64 chain_stride(call const& c) noexcept {
    if constexpr (lane_axis == exit_axis) return 1;
    i64 items = exit_width(E);
    for (int d = 0; d < rank; ++d)
      if (d != exit_axis) items *= c.length[d];
    return items;
  }

  /// Lanes along the region's axis: a register is W chains.
  CONSTAX_INLINE static void strip_line(call const& c, position p, preloaded_set& pre) noexcept {
    accumulators acc[1][per_round];
    auto const move = [&](auto&& one) __attribute__((always_inline)) {
      each_exit([&]<u32 E, class T>(auto first) {
        static_for<exit_width(E)>([&](auto u) {
          T* const at = chains_at<E, T>(c, p, u);
          for (u32 q = 0; q < per_round; ++q) one(at + q * W, acc[0][q].template file<T>()[first + u]);
        });
      });
    };
    move([]<class T>(T* at, lane<T, W>& x) __attribute__((always_inline)) { x = load<T, W>(at); });
    i64 i = c.begin[lane_axis];
    i64 const end = c.end[lane_axis], whole = whole_until(end, c.length[lane_axis]);
    p.count = W;
    if constexpr (edge.begin > 0)
      if (i < edge.begin) i = run_edge(c, p, i, first_whole(end), end, pre, acc[0]);
    i = run_whole<1>(c, p, i, whole, pre, acc);
    if (i < end) run_edge(c, p, i, end, end, pre, acc[0]);
    p.at[lane_axis] = 0;
    move([]<class T>(T* at, lane<T, W> const& x) __attribute__((always_inline)) { store(at, x); });
  }
  /// Lanes along another axis: row i goes to chain i mod `chains`.
  template <bool Full>
  CONSTAX_INLINE static void strip_columns(call const& c, position p, preloaded_set& pre) noexcept {
    position const here = p;
    auto const move = [&](i64 q, accumulators& acc, auto&& one) __attribute__((always_inline)) {
      each_exit([&]<u32 E, class T>(auto first) {
        static_for<exit_width(E)>([&](auto u) {
          one(chains_at<E, T>(c, here, u) + (c.length[exit_axis] <= short_sum ? 0 : q % chains_of(dtype_of<T>)) * chain_stride<E>(c), acc.template file<T>()[first + u]);
        });
      });
    };
    auto const fetch = [&]<class T>(T const* at, lane<T, W>& x) __attribute__((always_inline)) {
      if constexpr (Full) x = load<T, W>(at);
      else x = load_n<T, W>(at, p.count, T(1));
    };
    auto const leave = [&]<class T>(T* at, lane<T, W> const& x) __attribute__((always_inline)) {
      if constexpr (Full) store(at, x);
      else store_n(at, x, p.count);
    };
    i64 i = c.begin[exit_axis];
    i64 const end = c.end[exit_axis];
    if constexpr (n.n_steps <= 12 && n_exit_registers == 1 && lane_is_last) { // chains in registers for the whole strip
      if (i % chains == 0 && i + chains <= end && c.length[exit_axis] > short_sum) {
        accumulators acc[chains];
        static_for<chains>([&](auto q) { move(q, acc[q], fetch); });
        for (; i + chains <= end; i += chains)
          static_for<chains>([&](auto q) { p.at[exit_axis] = i + q, body<Full>(c.memory, c.symbols, p, pre, acc[q]); });
        static_for<chains>([&](auto q) { move(q, acc[q], leave); });
      }
    }
    for (; i < end; ++i) {
      accumulators acc;
      move(i, acc, fetch);
      p.at[exit_axis] = i;
      body<Full>(c.memory, c.symbols, p, pre, acc);
      move(i, acc, leave);
    }
  }
  static constexpr bool lane_is_last = lane_axis == (exit_axis == rank - 1 ? rank - 2 : rank - 1);
  static_assert(!leaves_region || lane_axis == exit_axis || lane_is_last, "chains lie along the lanes");

  template <bool Full>
  CONSTAX_INLINE static void point(call const& c, position const& p, preloaded_set& pre) noexcept {
    accumulators none;
    if constexpr (leaves_region) strip_columns<Full>(c, p, pre);
    else if constexpr (exit_axis >= 0) columns<Full>(c, p, pre);
    else body<Full>(c.memory, c.symbols, p, pre, none);
  }
  /// Along the lanes' axis.
  CONSTAX_INLINE static void lanes(call const& c, position p, preloaded_set& pre) noexcept {
    i64 i = c.begin[lane_axis];
    i64 const end = c.end[lane_axis];
    if constexpr (has_edges) {
      i64 const whole = whole_until(end, c.length[lane_axis]);
      while (i < end) {
        while (i < end && (i < edge.begin || i + W > whole)) p.at[lane_axis] = i, p.count = lanes_until(i, end), point<false>(c, p, pre), i += W;
        p.count = W;
        for (; i + W <= whole; i += W) p.at[lane_axis] = i, point<true>(c, p, pre);
      }
      return;
    }
    p.count = W;
    for (; i + W <= end; i += W) p.at[lane_axis] = i, point<true>(c, p, pre);
    if (i < end) p.at[lane_axis] = i, p.count = end - i, point<false>(c, p, pre);
  }

  /// Axis D and those after it; the lanes' axis and the exit's are the innermost.
  template <int D>
  CONSTAX_INLINE static void loop(call const& c, position& p, preloaded_set& pre) noexcept {
    if constexpr (D == rank) {
      if constexpr (exit_axis != lane_axis) lanes(c, p, pre);
      else if constexpr (leaves_region) strip_line(c, p, pre);
      else line(c, p, pre);
    } else if constexpr (D == exit_axis || D == lane_axis) loop<D + 1>(c, p, pre);
    else if constexpr (D == line_axis && exit_axis == lane_axis && !leaves_region && lines_at_once > 1) {
      i64 i = c.begin[D];
      if (c.length[lane_axis] >= block_length) // short lines overlap by themselves, and in this order memory is read as it lies
        for (; i + lines_at_once <= c.end[D]; i += lines_at_once) p.at[D] = i, line<lines_at_once>(c, p, pre);
      for (; i < c.end[D]; ++i) p.at[D] = i, line(c, p, pre);
    } else
      for (i64 i = c.begin[D]; i < c.end[D]; ++i) p.at[D] = i, loop<D + 1>(c, p, pre);
  }

  /// What the exits leave out.
  CONSTAX_INLINE static void run_beyond(call const& c, preloaded_set& pre) noexcept {
    accumulators none;
    clear<W>(none);
    position p;
    for (i64 i = c.length[0], end = i + n.beyond; i < end; i += W) {
      p.at[0] = i, p.count = lanes_until(i, end);
      body<false>(c.memory, c.symbols, p, pre, none);
    }
  }

  CONSTAX_INLINE static i64 work(call const& c) noexcept {
    i64 points = 1;
    for (int d = 0; d < rank; ++d) points *= c.length[d];
    return points * (n.flops + elementary_flops * n.transcendental + 1);
  }

  CONSTAX_INLINE static void run(frame const& f) noexcept {
    if constexpr (rank > 0) run_loops(f);
    else if constexpr (n.n_steps > long_kernel) run_long(f, every_step{});
    else run_straight(f);
  }
  /// Without loops: straight into the caller.
  CONSTAX_INLINE static void run_straight(frame const& f) noexcept {
    accumulators none;
    preloaded_set pre;
    if constexpr (keeps) {
      void* memory[C::value.n_memories ? C::value.n_memories : 1];
      for (u32 m = 0; m < C::value.n_memories; ++m) memory[m] = f.memory[m];
      body<true>(memory, f.symbols, position{}, pre, none);
    } else body<true>(f.memory, f.symbols, position{}, pre, none);
  }
  /// A function of its own, with the steps themselves (all_steps) in it: g++ optimises a body again in every function that it is inlined into.
  template <std::size_t... S>
  static void run_long(frame const& f, std::index_sequence<S...>) noexcept {
    accumulators none;
    preloaded_set pre;
    register_set regs;
    [[maybe_unused]] int const in_order[] = {(execute<true, steps.like[S]>(f.memory, f.symbols, position{}, regs, pre, none, steps.at[S]), 0)..., 0};
  }

  // ---- results that no cache holds -------------------------------------------------------------------------------------------------

  static constexpr bool is_store(u32 s) { return step_at(s).kind == step_kind::store; }
  /// Bytes of the results of one point.
  static constexpr i64 bytes_of_point = [] {
    i64 bytes = 0;
    for (u32 s = 0; s < n.n_steps; ++s)
      if (is_store(s)) bytes += info(C::value.type(step_at(s).at).type).bytes;
    return bytes;
  }();
  /// Is there much to write at each point, each result a column of its own, in whole registers?
  static constexpr bool may_go_past = [] {
    if (Past || rank != 1 || region_axis >= 0 || exit_axis >= 0 || has_edges || bytes_of_point < long_point) return false;
    bool columns = true;
    static_for<n.n_steps>([&](auto s) {
      if constexpr (is_store(s)) {
        constexpr u32 v = step_at(s).at;
        using L = layout<C, v>;
        columns = columns && C::value.memories[L::memory].kind == memory_kind::output && C::value.shape_of(v).rank == 1 &&
                  C::value.type(v).type != dtype::boolean && W * info(C::value.type(v).type).bytes % CONSTAX_VECTOR_BYTES == 0 && L::direction(0) == L::along::unit;
      }
    });
    return columns;
  }();
  /// In this call: more bytes than a cache holds, and each result begins with a line.
  CONSTAX_INLINE static bool goes_past(frame const& f) noexcept {
    if (bound_length<C, n.nest.dims[0]>(f.symbols) * bytes_of_point <= beyond_cache) return false;
    std::uintptr_t places = 0;
    static_for<n.n_steps>([&](auto s) {
      if constexpr (is_store(s)) {
        using L = layout<C, step_at(s).at>;
        using T = element_of<C::value.type(step_at(s).at).type>;
        places |= reinterpret_cast<std::uintptr_t>(static_cast<T*>(f.memory[L::memory]) + L::start(f.symbols));
      }
    });
    return places % cache_line == 0;
  }

  static void run_loops(frame const& f) noexcept {
    if constexpr (may_go_past)
      if (goes_past(f)) return kernel<C, K, true>::run_loops(f);
    preloaded_set pre{}; // g++ 12 sees that a set without registers is copied, and warns
    if constexpr (rank > 0) {
      call c;
      for (u32 m = 0; m < C::value.n_memories; ++m) c.memory[m] = f.memory[m];
      for (u32 i = 0; i < C::value.n_symbols + extra_numbers<C>(); ++i) c.symbols[i] = f.symbols[i];
      c.chains = f.chains;
      static_for<rank>([&](auto d) {
        c.length[d] = bound_length<C, n.nest.dims[d]>(f.symbols) - n.beyond;
        constexpr bool strip = static_cast<int>(d) == region_axis;
        c.begin[d] = strip ? f.first : 0, c.end[d] = strip ? f.last : c.length[d];
      });
      preload(c.memory, c.symbols, pre, std::make_index_sequence<n.n_preloads>{});
      if constexpr (region_axis >= 0) {
        position p;
        loop<0>(c, p, pre);
      } else if constexpr (rank == 1 && exit_axis == 0) {
        if (c.length[0] <= short_sum) line(c, {}, pre);
        else { // threads take groups
          i64 const groups = group_count(c.length[0], result_bytes(c));
          totals group[64][1];
          share(groups, 1, work(c), [&](i64 first, i64 last) {
            preloaded_set mine = pre;
            sum_groups<1>(c, {}, first, last, groups, mine, group);
          });
          join_groups<1>(group, groups);
          store_exits<1>(c, {}, group[0][0]);
        }
        if constexpr (n.beyond > 0) run_beyond(c, pre);
      } else {
        constexpr int outer = exit_axis == 0 ? 1 : 0; // threads take the first axis that the exit carries
        share(c.length[outer], outer == lane_axis ? 64 : 1, work(c), [&](i64 first, i64 last) {
          position p;
          preloaded_set mine = pre;
          call part = c;
          part.begin[outer] = first, part.end[outer] = last;
          loop<0>(part, p, mine);
          if constexpr (Past) end_of_streams();
        });
      }
    }
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
