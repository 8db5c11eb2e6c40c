// SPDX-License-Identifier: BSL-1.0
#pragma once
// kernel: the loops of one kernel node. Lanes run along the axis that the plan chose; a tail is masked, never a scalar loop.
//
//   no exit                     for each axis; the lanes' is the innermost                       threads: the first axis
//   exit over the lanes' axis   a line is summed in the order of primitives/order.hpp:
//                               one register holds the chains (line_sums.hpp)                    threads: groups, or the first axis
//   exit over another axis      lanes carry independent sums; the exit's
//                               axis is the innermost loop (column_sums.hpp)                     threads: a carried axis
//
// Inside a region the nest's axis runs over one strip; an exit over it goes on with the chains that the strip before left (strip_sums.hpp, region.hpp).
#include <constax/eval/bundles.hpp>
#include <constax/eval/column_sums.hpp>
#include <constax/eval/omp.hpp>
#include <constax/eval/past_cache.hpp>
#include <constax/eval/phases.hpp>
#include <constax/eval/rows.hpp>
#include <constax/eval/strip_sums.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Past: the instance whose results go past the caches.
template <class C, u32 K, bool Past = false>
struct kernel {
  using program = C;
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
  static constexpr u32 exit_width(u32 e) { return detail::exit_width<C>(e); }
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
  static constexpr u32 n_exit_registers = [] {
    u32 count = 0;
    for (u32 k : n_exit.of) count += k;
    return count;
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
      static_for<n.n_steps>([&](auto s) __attribute__((always_inline)) {
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
  /// to = from, register by register: a set as a whole g++ copies by memcpy, and keeps it in memory for that.
  template <class Set>
  CONSTAX_INLINE static void copy(Set& from, Set& to) noexcept {
    each_exit([&]<u32 E, class T>(auto first) __attribute__((always_inline)) {
      static_for<exit_width(E)>([&](auto u) __attribute__((always_inline)) { to.template file<T>()[first + u] = from.template file<T>()[first + u]; });
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
  /// What the steps do. A table of its own, which only constant expressions read: instructions point to descriptors, and a function that mentioned
  /// them at run time would have g++ translate every rule before it drops them (834 functions more for a program of 100 equations).
  struct instructions_table {
    constax::detail::instruction of[n.n_steps ? n.n_steps : 1] = {};
  };
  static constexpr instructions_table instructions = [] {
    instructions_table t;
    for (u32 s = 0; s < n.n_steps; ++s) t.of[s] = instruction_at<C, (rank > 0), row_lanes, calls>(n.steps + s);
    return t;
  }();
  /// Where they do it. `like`: the first step with the same instruction, since a number is a cheaper template argument than an instruction.
  /// Behind the last step: up to three that do nothing, so that they can be listed in fours.
  static constexpr u32 fours = (n.n_steps + 3) / 4, nothing_to_do = n.n_steps;
  struct steps_table {
    places at[4 * fours + 1] = {};
    u32 like[4 * fours + 1] = {};
  };
  static constexpr steps_table steps = [] {
    steps_table t;
    u32 first[n.n_steps ? n.n_steps : 1] = {}, n_first = 0;
    for (u32 s = n.n_steps; s < 4 * fours; ++s) t.like[s] = nothing_to_do;
    for (u32 s = 0; s < n.n_steps; ++s) {
      t.at[s] = places_at<C>(n.steps + s), t.like[s] = s;
      if (!instructions.of[s].shared) continue;
      u32 k = 0;
      while (k < n_first && !(instructions.of[first[k]] == instructions.of[s])) ++k;
      if (k == n_first) first[n_first++] = s;
      t.like[s] = first[k];
    }
    return t;
  }();
  template <bool Full, u32 Like>
  CONSTAX_INLINE static void execute(void* const* memory, i64 const* symbols, position const& p, register_set& regs, preloaded_set& pre, accumulators& acc,
                                     places const& at) noexcept {
    if constexpr (Like == nothing_to_do) return;
    else if constexpr (!instructions.of[Like].shared) run_step<Full, Like>(memory, symbols, p, regs, pre, acc);
    else if constexpr (instructions.of[Like].does == step_kind::compute) compute_as<instructions.of[Like]>(regs, pre, at);
    else move_number<keeps, instructions.of[Like].does, element_of<instructions.of[Like].out>>(memory, regs, at);
  }
  template <instruction I>
  CONSTAX_INLINE static void compute_as(register_set& regs, preloaded_set& pre, places const& at) noexcept {
    compute_instruction<I, I.rows ? row_lanes : W>(regs, pre, at.to, at.from[0], at.from[1], at.from[2], std::make_index_sequence<I.count>{});
  }
  // In a braced list: clang refuses folds of more than 256, g++ is quadratic in their length. In fours: a list of more than 509 template arguments is
  // larger than a page of g++'s memory, and to place one it looks through all pages that a large constant evaluation has left free, 14 ms each time.
#define CONSTAX_STEP(I) execute<Full, steps.like[I]>(memory, symbols, p, regs, pre, acc, steps.at[I])
#define CONSTAX_ALL_STEPS {(CONSTAX_STEP(4 * S), CONSTAX_STEP(4 * S + 1), CONSTAX_STEP(4 * S + 2), CONSTAX_STEP(4 * S + 3), nothing{})..., nothing{}}

  /// All steps.
  template <bool Full, std::size_t... S>
  CONSTAX_INLINE static void all_steps(void* const* memory, i64 const* symbols, position const& p, preloaded_set& pre, accumulators& acc, std::index_sequence<S...>) noexcept {
    if constexpr (in_bundles<C, K>::worth_it) in_bundles<C, K>::run(memory);
    else {
      register_set regs;
      [[maybe_unused]] nothing const in_order[] = CONSTAX_ALL_STEPS;
    }
  }
  /// Some of them, from First on.
  template <bool Full, u32 First, std::size_t... S>
  CONSTAX_INLINE static void some_steps(void* const* memory, i64 const* symbols, position const& p, register_set& regs, preloaded_set& pre, accumulators& acc,
                                        std::index_sequence<S...>) noexcept {
    [[maybe_unused]] nothing const in_order[] = {(CONSTAX_STEP(First + S), nothing{})..., nothing{}};
  }
  /// A function of its own, with the steps themselves in it: g++ optimises a body again in every function that it is inlined into.
  template <bool Full, std::size_t... S>
  static void long_body(void* const* memory, i64 const* symbols, std::index_sequence<S...>) noexcept {
    position const p;
    preloaded_set pre;
    register_set regs;
    accumulators acc;
    [[maybe_unused]] nothing const in_order[] = CONSTAX_ALL_STEPS;
  }
#undef CONSTAX_ALL_STEPS
#undef CONSTAX_STEP
  using every_step = std::make_index_sequence<fours>;
  template <bool Full>
  [[gnu::noinline]] static void called_body(void* const* memory, i64 const* symbols, position const& p, preloaded_set& pre, accumulators& acc) noexcept {
    all_steps<Full>(memory, symbols, p, pre, acc, every_step{});
  }
  /// Many steps inside several loops, or in the several places where a sum runs them, are a function: gmm's gradient (d = 10) compiles in two thirds
  /// of the time, and is as fast. (In a single loop constants stay in registers: `ba` would take 4% more.)
  static constexpr bool is_called = (rank > 1 || exit_axis >= 0) && n.n_steps > 48;
  /// But where they run in one place, and their sums stay in registers, whole registers of lanes do not call: a call would leave the sums in memory.
  static constexpr bool keeps_sums = leaves_region && exit_axis == lane_axis && n.n_steps <= 128 && n_exit_registers <= vector_registers;
  template <bool Full>
  CONSTAX_INLINE static void body(void* const* memory, i64 const* symbols, position const& p, preloaded_set& pre, accumulators& acc) noexcept {
    if constexpr (is_called && !(Full && keeps_sums)) called_body<Full>(memory, symbols, p, pre, acc);
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

  /// The memories that the kernel reads and writes.
  static constexpr void each_memory(auto&& f) {
    auto const of = [&](u32 v) { f(static_cast<u32>(C::value.places[v].memory)); };
    for (u32 s = 0; s < n.n_preloads; ++s) of(C::value.steps[n.preloads + s].at);
    for (u32 s = 0; s < n.n_steps; ++s)
      if (is_exit(s)) of(C::value.eqns[step_at(s).at].out);
      else if (step_at(s).kind != step_kind::compute) of(step_at(s).at);
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

  /// Stores exit E's totals: where chains of an item are neighbours (chains_among), those of each item too, `stride` after those of the item before.
  template <u32 E, class T>
  static void store_totals(frame const& f, std::integral_constant<u32, E>, T const* total, i64 stride) noexcept {
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
        to[offset_of<C, out, loops, u, exit_axis>(p, f.symbols)] = total[lane_axis == exit_axis ? i * stride + u : u * items + i];
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

  /// Chains of a sum; at least as many as lanes.
  static constexpr int chains = [] {
    int c = 8;
    for (u32 s = 0; s < n.n_steps; ++s)
      if (is_exit(s) && chains_of(C::value.type(C::value.eqns[step_at(s).at].out).type) > c)
        c = chains_of(C::value.type(C::value.eqns[step_at(s).at].out).type);
    return c > W || exit_axis != lane_axis ? c : W;
  }();

  using lines = line_sums<kernel>;

  template <bool Full>
  CONSTAX_INLINE static void point(call const& c, position const& p, preloaded_set& pre) noexcept {
    accumulators none;
    if constexpr (leaves_region) strip_sums<kernel>::template strip_columns<Full>(c, p, pre);
    else if constexpr (exit_axis >= 0) column_sums<kernel>::template columns<Full>(c, p, pre);
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
    if constexpr (n.second) i = in_phases<kernel>::run(c, p, i, end, pre);
    else
      for (; i + W <= end; i += W) p.at[lane_axis] = i, point<true>(c, p, pre);
    if (i < end) p.at[lane_axis] = i, p.count = end - i, point<false>(c, p, pre);
  }

  /// Axis D and those after it; the lanes' axis and the exit's are the innermost.
  template <int D>
  CONSTAX_INLINE static void loop(call const& c, position& p, preloaded_set& pre) noexcept {
    if constexpr (D == rank) {
      if constexpr (exit_axis != lane_axis) lanes(c, p, pre);
      else if constexpr (leaves_region) strip_sums<kernel>::strip_line(c, p, pre);
      else lines::line(c, p, pre);
    } else if constexpr (D == exit_axis || D == lane_axis) loop<D + 1>(c, p, pre);
    else if constexpr (D == lines::axis && exit_axis == lane_axis && !leaves_region && lines::at_once > 1) {
      i64 i = c.begin[D];
      if (c.length[lane_axis] >= block_length) // short lines overlap by themselves, and in this order memory is read as it lies
        for (; i + lines::at_once <= c.end[D]; i += lines::at_once) p.at[D] = i, lines::template line<lines::at_once>(c, p, pre);
      for (; i < c.end[D]; ++i) p.at[D] = i, lines::line(c, p, pre);
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
    else if constexpr (n.n_steps > long_kernel) long_body<true>(f.memory, f.symbols, every_step{});
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

  static void run_loops(frame const& f) noexcept {
    using past = past_cache<kernel<C, K>>;
    if constexpr (!Past && past::possible)
      if (past::pays(f)) return kernel<C, K, true>::run_loops(f);
    preloaded_set pre{}; // g++ 12 sees that a set without registers is copied, and warns
    if constexpr (rank > 0) {
      call c;
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
      if constexpr (region_axis >= 0) {
        position p;
        loop<0>(c, p, pre);
      } else if constexpr (rank == 1 && exit_axis == 0) {
        if (c.length[0] <= short_sum) lines::line(c, {}, pre);
        else { // threads take groups
          i64 const groups = group_count(c.length[0], result_bytes(c));
          totals group[64][1];
          share(groups, 1, work(c), [&](i64 first, i64 last) {
            preloaded_set mine = pre;
            lines::template sum_groups<1>(c, {}, first, last, groups, mine, group);
          });
          lines::template join_groups<1>(group, groups);
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
