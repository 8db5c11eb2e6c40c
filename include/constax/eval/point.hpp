// SPDX-License-Identifier: BSL-1.0
#pragma once
// point: what a kernel does at one point of its nest: its steps, in registers of lanes, and the accumulators of what leaves by a sum.
#include <constax/eval/bundles.hpp>
#include <constax/eval/row_block.hpp>
#include <constax/eval/rows.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Past: the instance whose results, in columns, go past the caches.
template <class C, u32 K, bool Past>
struct kernel_point {
  using program = C;
  static constexpr node const& n = C::value.nodes[K];
  static constexpr int rank = n.nest.rank, lane_axis = n.lane_axis, exit_axis = n.exit_axis, region_axis = n.region_axis;
  static constexpr bool keeps = keeps_addresses<C, K>;
  static constexpr storing stores = Past ? storing::past_cache : keeps ? storing::by_kept_address : storing::plainly;
  static constexpr bool leaves_region = exit_axis >= 0 && exit_axis == region_axis;
  static constexpr int W = rank && !n.pointwise ? CONSTAX_VECTOR_BYTES / n.width_bytes : 1;
  static constexpr register_counts n_regs = counts_of<C, K>(false), n_pre = counts_of<C, K>(true);
  using register_set = registers<W, n_regs>;
  /// Straight-line code: lanes along the rows of values that lie in rows; the second set of registers is theirs.
  static constexpr int row_lanes = n.row_lanes;
  static constexpr bool on_rows = row_lanes != 0;
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
  /// The steps of one kind, by number. Whoever wants some steps asks for those: a look at each step is a function each (6% of a test's
  /// compilation).
  template <step_kind Kind>
  struct steps_of {
    struct list {
      u32 count = 0, of[n.n_steps ? n.n_steps : 1] = {};
    };
    static constexpr list all = [] {
      list l;
      for (u32 s = 0; s < n.n_steps; ++s)
        if (step_at(s).kind == Kind) l.of[l.count++] = s;
      return l;
    }();
    static constexpr u32 at(u32 i) { return all.of[i]; }
  };
  /// Calls f(s) for each of them, s a constant.
  template <step_kind Kind, class F>
  CONSTAX_INLINE static constexpr void each_step(F&& f) {
    static_for<steps_of<Kind>::all.count, steps_of<Kind>>(f);
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

  /// Windows (plan/windows.hpp): as many positions at the beginning and at the end of the lanes' axis are not whole, for some reach beyond
  /// what they look at.
  struct edges {
    i64 begin = 0, end = 0;
  };
  static constexpr bool has_inside = [] {
    bool any = false;
    for (u32 s = 0; s < n.n_steps; ++s) any = any || is_inside(s);
    return any;
  }();
  static constexpr edges edge = [] {
    edges all;
    auto const add = [&](i64 begin, i64 end) {
      if (begin > all.begin) all.begin = begin;
      if (end > all.end) all.end = end;
    };
    if constexpr (rank > 0) {
      each_step<step_kind::load>([&](auto s) {
        constexpr u32 v = step_at(s).at;
        constexpr int d = axis_along(C::value.loops[v], C::value.shape_of(v).rank, lane_axis);
        if constexpr (d >= 0) add(layout<C, v>::before(d), layout<C, v>::behind(d));
      });
      if constexpr (has_inside)
        each_step<step_kind::compute>([&](auto s) {
          if constexpr (is_inside(s)) {
            constexpr u32 e = step_at(s).at, out = C::value.eqns[e].out;
            constexpr auto const& where = params_at<C, e>;
            if constexpr (nest_axis(C::value.made[out], where.dimension) == lane_axis)
              add(where.start.number, (C::value.shape_of(out)[where.dimension] - where.limit).number);
          }
        });
    }
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
      each_step<step_kind::exit>([&](auto s) CONSTAX_INLINED {
        constexpr u32 e = step_at(s).at;
        f.template operator()<e, element_of<C::value.type(C::value.eqns[e].out).type>>(std::integral_constant<u32, exit_offset(s)>{});
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
    each_exit([&]<u32 E, class T>(auto first) CONSTAX_INLINED {
      static_for<exit_width(E)>([&](auto u) CONSTAX_INLINED { to.template file<T>()[first + u] = from.template file<T>()[first + u]; });
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
    if constexpr (on_rows && (s.kind == step_kind::load || s.kind == step_kind::store) &&
                  C::value.made[s.kind == step_kind::compute ? 0 : s.at] != 0) {
      constexpr auto each = std::make_index_sequence<rows_of_variable<C, s.at, row_lanes>::count>{};
      if constexpr (s.kind == step_kind::load) load_rows<C, row_lanes, s.at, s.reg>(memory, symbols, pre, each);
      else store_rows<C, row_lanes, s.at>(memory, symbols, pre, each);
    } else if constexpr (on_rows && s.kind == step_kind::compute && meets_rows<C>(s.at)) compute_rows<C, row_lanes, s.at>(regs, pre);
    else if constexpr (s.kind == step_kind::load)
      load_registers<Full, s.at, s.reg>(memory, symbols, p, regs, std::make_index_sequence<width<s.at>()>{});
    else if constexpr (is_inside(S)) mark_inside<C, W, Full, s.at, lane_axis>(regs, p, symbols);
    else if constexpr (s.kind == step_kind::compute) compute<C, W, Full, s.at, lane_axis>(regs, pre, memory, p, symbols);
    else if constexpr (s.kind == step_kind::scatter) scatter_slices<C, s.at>(regs, pre, memory, p, symbols);
    else if constexpr (s.kind == step_kind::store)
      store_registers<Full, s.at>(memory, symbols, p, regs, std::make_index_sequence<width_made<s.at>>{});
    else take_exits<Full, s.at, exit_offset(S)>(p, regs, pre, acc, std::make_index_sequence<exit_width(s.at)>{});
  }
  /// Registers that V takes where it is read.
  template <u32 V>
  static constexpr u32 width() {
    return unrolled_count(C::value.shape_of(V), C::value.loops[V]);
  }
  /// Registers that V takes where it is made: fewer, if it is what few sums leave, which others read unrolled.
  template <u32 V>
  static constexpr u32 width_made = unrolled_count(C::value.shape_of(V), C::value.made[V]);
  template <bool Full, u32 V, u32 Reg, class R, std::size_t... U>
  CONSTAX_INLINE static void load_registers([[maybe_unused]] void* const* memory, [[maybe_unused]] i64 const* symbols,
                                            [[maybe_unused]] position const& p, R& regs, std::index_sequence<U...>) noexcept {
    using T = element_of<C::value.type(V).type>;
    ((regs.template file<T>()[Reg + U] = load_register<C, W, Full, V, C::value.loops[V], U, lane_axis>(memory, p, symbols)), ...);
  }
  /// Does V lie in rows, one behind the other in memory, of which lanes hold one each?
  template <u32 V>
  static constexpr bool in_rows_of_memory = [] {
    using L = layout<C, V>;
    return rank == 1 && C::value.made[V] == 1 && width_made<V> > 1 && !(L::at.view >= 0) &&
           C::value.memories[L::memory].kind == memory_kind::output && layout_of<C>(L::leaf) == memory_layout::row_major &&
           info(C::value.type(V).type).bytes >= 4;
  }();
  template <u32 V>
  using rows_of = row_block<element_of<C::value.type(V).type>, W, width_made<V>>;
  static constexpr bool stores_rows = [] {
    bool any = false;
    each_step<step_kind::store>([&](auto s) { any = any || in_rows_of_memory<step_at(s).at>; });
    return any;
  }();
  template <bool Full, u32 V, std::size_t... U>
  CONSTAX_INLINE static void store_registers([[maybe_unused]] void* const* memory, [[maybe_unused]] i64 const* symbols,
                                             [[maybe_unused]] position const& p, register_set& regs, std::index_sequence<U...>) noexcept {
    using T = element_of<C::value.type(V).type>;
    if constexpr (in_rows_of_memory<V>)
      rows_of<V>::template write<Full>(static_cast<T*>(memory[layout<C, V>::memory]) + p.at[0] * width_made<V>, p.count,
                                       bytes_of_type<C, layout<C, V>::type>(symbols),
                                       [&](auto k) CONSTAX_INLINED { return regs.template file<T>()[C::value.regs[V] + k]; });
    else
      (store_register<C, W, Full, stores, V, C::value.made[V], U, lane_axis>(memory, p, symbols,
                                                                             regs.template file<T>()[C::value.regs[V] + U]),
       ...);
  }
  template <bool Full, u32 E, u32 First, std::size_t... U>
  CONSTAX_INLINE static void take_exits(position const& p, register_set& regs, preloaded_set& pre, accumulators& acc,
                                        std::index_sequence<U...>) noexcept {
    (take_exit<Full, E, First + U, U>(p, regs, pre, acc), ...);
  }
  template <bool Full, u32 E, u32 At, u32 U>
  CONSTAX_INLINE static void take_exit(position const& p, register_set& regs, preloaded_set& pre, accumulators& acc) noexcept {
    using T = element_of<C::value.type(C::value.eqns[E].out).type>;
    auto& sum = acc.template file<T>()[At];
    constexpr u32 in = C::value.eqns[E].in;
    auto const take = [&](auto const&... x) CONSTAX_INLINED {
      auto const next = [&]() CONSTAX_INLINED { return static_cast<lane<T, W>>(rule<E>::take(sum, x...)); };
      if constexpr (Full || W == 1 || exit_axis != lane_axis) sum = next();
      else if (!leaves_region && p.in_order) {
        T total = extract(sum, 0);
        for (int l = 0; l < p.count; ++l) total = static_cast<T>(rule<E>::take(total, extract(static_cast<lane<T, W>>(x), l)...));
        sum = broadcast<T, W>(total);
      } else sum = select(first_n<W>(p.count), next(), sum); // lanes beyond the end leave no trace
    };
    if constexpr (C::value.eqns[E].kind == kind::contraction) take(operand<C, W, in, U>(regs, pre), operand<C, W, in + 1, U>(regs, pre));
    else take(operand<C, W, in, U>(regs, pre));
  }
  /// What the steps do. A table of its own, which only constant expressions read: instructions point to descriptors, and a function that
  /// mentioned them at run time would have g++ translate every rule before it drops them (834 functions more for a program of 100
  /// equations).
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
  CONSTAX_INLINE static void execute(void* const* memory, i64 const* symbols, position const& p, register_set& regs, preloaded_set& pre,
                                     accumulators& acc, places const& at) noexcept {
    if constexpr (Like == nothing_to_do) return;
    else if constexpr (!instructions.of[Like].shared) run_step<Full, Like>(memory, symbols, p, regs, pre, acc);
    else if constexpr (instructions.of[Like].does == step_kind::compute) compute_as<instructions.of[Like]>(regs, pre, at);
    else move_number<keeps, instructions.of[Like].does, element_of<instructions.of[Like].out>>(memory, regs, at);
  }
  template <instruction I>
  CONSTAX_INLINE static void compute_as(register_set& regs, preloaded_set& pre, places const& at) noexcept {
    compute_instruction<I, I.rows ? row_lanes : W>(regs, pre, at.to, at.from[0], at.from[1], at.from[2],
                                                   std::make_index_sequence<I.count>{});
  }
  // In a braced list: clang refuses folds of more than 256, g++ is quadratic in their length. In fours: a list of more than 509 template
  // arguments is larger than a page of g++'s memory, and to place one it looks through all pages that a large constant evaluation has left
  // free, 14 ms each time.
#define CONSTAX_STEP(I) execute<Full, steps.like[I]>(memory, symbols, p, regs, pre, acc, steps.at[I])
#define CONSTAX_ALL_STEPS \
  { (CONSTAX_STEP(4 * S), CONSTAX_STEP(4 * S + 1), CONSTAX_STEP(4 * S + 2), CONSTAX_STEP(4 * S + 3), nothing{})..., nothing{} }

  /// All steps.
  template <bool Full, std::size_t... S>
  CONSTAX_INLINE static void all_steps(void* const* memory, i64 const* symbols, position const& p, preloaded_set& pre, accumulators& acc,
                                       std::index_sequence<S...>) noexcept {
    if constexpr (in_bundles<C, K>::worth_it) in_bundles<C, K>::run(memory);
    else {
      register_set regs;
      [[maybe_unused]] nothing const in_order[] = CONSTAX_ALL_STEPS;
    }
  }
  /// Some of them, from First on.
  template <bool Full, u32 First, std::size_t... S>
  CONSTAX_INLINE static void some_steps(void* const* memory, i64 const* symbols, position const& p, register_set& regs, preloaded_set& pre,
                                        accumulators& acc, std::index_sequence<S...>) noexcept {
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
  [[gnu::noinline]] static void called_body(void* const* memory, i64 const* symbols, position const& p, preloaded_set& pre,
                                            accumulators& acc) noexcept {
    position const here = p; // the caller's would be read again after every store
    all_steps<Full>(memory, symbols, here, pre, acc, every_step{});
  }
  /// Many steps inside several loops, or in the several places where a sum runs them, are a function: gmm's gradient (d = 10) compiles in
  /// two thirds of the time, and is as fast. (In a single loop constants stay in registers: `ba` would take 4% more.)
  static constexpr bool is_called = (rank > 1 || exit_axis >= 0) && n.n_steps > 48;
  /// But where they run in one place, and their sums stay in registers, whole registers of lanes do not call: a call would leave the sums
  /// in memory.
  static constexpr bool keeps_sums = leaves_region && exit_axis == lane_axis && n.n_steps <= 128 && n_exit_registers <= vector_registers;
  template <bool Full>
  CONSTAX_INLINE static void body(void* const* memory, i64 const* symbols, position const& p, preloaded_set& pre,
                                  accumulators& acc) noexcept {
    if constexpr (is_called && !(Full && keeps_sums)) called_body<Full>(memory, symbols, p, pre, acc);
    else all_steps<Full>(memory, symbols, p, pre, acc, every_step{});
  }
  template <std::size_t... S>
  CONSTAX_INLINE static void preload([[maybe_unused]] void* const* memory, [[maybe_unused]] i64 const* symbols,
                                     [[maybe_unused]] preloaded_set& pre, std::index_sequence<S...>) noexcept {
    position const origin;
    (load_registers<true, C::value.steps[n.preloads + S].at, C::value.steps[n.preloads + S].reg>(
         memory, symbols, origin, pre, std::make_index_sequence<width<C::value.steps[n.preloads + S].at>()>{}),
     ...);
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
