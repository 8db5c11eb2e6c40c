// SPDX-License-Identifier: BSL-1.0
#pragma once
// carried: what a kernel computes at two places along its lanes is computed at one of them, and shifted out of two registers for the other.
//
//   v' = f x[i - 1] x[i];  v = f x[i] x[i + 1]   ->   v = f x[i] x[i + 1];  v' = the last lane of v one register before, and all but the last of v
//
// Windows compute again (plan/windows.hpp), for that needs no order. Whole registers that run one behind the other do have an order: there what was computed at
// the place ahead waits in a register. No bit changes. (Value and gradient of sum(sqrt(1 + (x[1:] - x[:-1])^2)), Zen 5: 0.70 -> 0.36 ns an element; with tanh of
// the differences 1.00 -> 0.61; docs/decisions/0035.)
#include <constax/eval/point.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Kernel: its steps and registers, of kernel.hpp.
template <class Kernel>
struct carried_values {
  using C = typename Kernel::program;
  using preloaded_set = typename Kernel::preloaded_set;
  using accumulators = typename Kernel::accumulators;
  using register_set = typename Kernel::register_set;
  static constexpr node const& n = Kernel::n;
  static constexpr int W = Kernel::W, lane_axis = Kernel::lane_axis;
  static constexpr u32 none = ~0u, most_steps = 64, n_steps = n.n_steps <= most_steps ? n.n_steps : 0;

  // ---- which values are others, shifted: value s is value like[s] at `at[s]` elements further along the lanes ------------------------
  struct shifts {
    u32 like[n_steps + 1] = {};
    i64 at[n_steps + 1] = {};
    bool everywhere[n_steps + 1] = {}; // the same along the lanes
    bool computed[n_steps + 1] = {};   // and may be shifted
  };
  /// The step that gives variable v; of what is loaded once for all, none.
  static constexpr u32 step_of(u32 v) {
    for (u32 s = 0; s < n_steps; ++s) {
      step const& at = Kernel::step_at(s);
      if (at.kind == step_kind::load ? at.at == v : at.kind == step_kind::compute && C::value.eqns[at.at].out == v) return s;
    }
    return none;
  }
  /// Are a and b one memory, seen along the lanes at places a number apart -> is it known how far?
  static constexpr bool same_memory(u32 a, u32 b, i64& apart) {
    auto const& c = C::value;
    constax::place const &x = c.places[a], &y = c.places[b];
    if (x.memory != y.memory || x.first != y.first || c.loops[a] != c.loops[b] || !(c.shape_of(a) == c.shape_of(b))) return false;
    int const rank = c.shape_of(a).rank, d = axis_along(c.loops[a], rank, lane_axis);
    affine_map p = map_of(x, rank), q = map_of(y, rank);
    if (d < 0 || p.axis[d] < 0 || p.axis[d] != q.axis[d] || p.step[d] != 1) return false;
    extent &from = p.start[p.axis[d]], &to = q.start[p.axis[d]];
    if (!(from - to).is_number()) return false;
    apart = (from - to).number, from = to;
    for (int k = 0; k < max_rank; ++k)
      if (!(p.start[k] == q.start[k]) || (k < rank && (p.axis[k] != q.axis[k] || p.step[k] != q.step[k]))) return false;
    return true;
  }
  static constexpr affine_map map_of(constax::place const& at, int rank) {
    affine_map m;
    if (at.view >= 0) return C::value.views[at.view];
    for (int d = 0; d < rank; ++d) m.axis[d] = d;
    return m;
  }
  /// Do the equations of steps a and b do the same to operands that are `apart` apart?
  static constexpr bool same_operation(shifts const& all, u32 a, u32 b, i64& apart) {
    auto const& c = C::value;
    code_eqn const &x = c.eqns[Kernel::step_at(a).at], &y = c.eqns[Kernel::step_at(b).at];
    if (x.prim != y.prim || x.n_in != y.n_in || x.n_param != y.n_param || c.vars[x.out] != c.vars[y.out] || c.made[x.out] != c.made[y.out]) return false;
    for (u32 k = 0; k < x.n_param; ++k)
      if (c.ints[x.param + k] != c.ints[y.param + k]) return false;
    bool known = false;
    for (u32 k = 0; k < x.n_in; ++k) {
      atom const from = c.atoms[x.in + k], to = c.atoms[y.in + k];
      if (from.is_literal() || to.is_literal()) {
        if (!from.is_literal() || !to.is_literal() || !(c.lits[from.lit()] == c.lits[to.lit()])) return false;
        continue;
      }
      u32 const s = step_of(from.var()), t = step_of(to.var());
      if (s == none || t == none || all.everywhere[s]) { // loaded once, or the same along the lanes
        if (from.var() != to.var()) return false;
        continue;
      }
      if (all.like[s] != all.like[t] || all.everywhere[t] || (known && all.at[s] - all.at[t] != apart)) return false;
      apart = all.at[s] - all.at[t], known = true;
    }
    return known;
  }
  static constexpr shifts find_shifts() {
    shifts all;
    for (u32 s = 0; s < n_steps; ++s) {
      step const& at = Kernel::step_at(s);
      all.like[s] = s;
      if (at.kind == step_kind::load) {
        int const d = axis_along(C::value.loops[at.at], C::value.shape_of(at.at).rank, lane_axis);
        all.everywhere[s] = d < 0 || map_of(C::value.places[at.at], C::value.shape_of(at.at).rank).axis[d] < 0;
      } else if (at.kind == step_kind::compute) {
        code_eqn const& e = C::value.eqns[at.at];
        all.computed[s] = e.kind == kind::elementwise && e.n_out == 1 && C::value.type(e.out).type != dtype::boolean;
      }
      i64 apart = 0;
      for (u32 t = 0; t < s && all.like[s] == s; ++t) {
        step const& other = Kernel::step_at(t);
        if (other.kind != at.kind || all.everywhere[s] || all.like[t] != t) continue;
        bool const same = at.kind == step_kind::load ? same_memory(at.at, other.at, apart) : all.computed[s] && all.computed[t] && same_operation(all, s, t, apart);
        if (same) all.like[s] = t, all.at[s] = apart;
      }
    }
    return all;
  }

  // ---- what is done with them: the steps in order; carried: taken from step `from`, `by` elements ahead -------------------------------
  struct schedule {
    u32 order[n_steps + 1] = {}, count = 0;
    u32 from[n_steps + 1] = {};
    int by[n_steps + 1] = {};
    u32 first[n_steps + 1] = {}, n_first = 0;   // what computes the carried values themselves
    u32 source[n_steps + 1] = {}, n_sources = 0; // what waits for the next register ..
    u32 begins[n_steps + 1] = {};                // .. and the carried value that is shifted furthest, with which it begins
  };
  static constexpr bool reads(u32 s, u32 v) {
    step const& at = Kernel::step_at(s);
    if (at.kind == step_kind::load || at.kind == step_kind::store) return at.kind == step_kind::store && at.at == v;
    code_eqn const& e = C::value.eqns[at.at];
    for (u32 k = 0; k < e.n_in; ++k)
      if (atom const a = C::value.atoms[e.in + k]; !a.is_literal() && a.var() == v) return true;
    return false;
  }
  /// Work that is not done where step s is carried: its own and that of its operands which nothing else reads.
  static constexpr i64 worth(u32 s) {
    code_eqn const& e = C::value.eqns[Kernel::step_at(s).at];
    i64 sum = C::primitives[e.prim]->weight();
    for (u32 k = 0; k < e.n_in; ++k) {
      atom const a = C::value.atoms[e.in + k];
      u32 const t = a.is_literal() ? none : step_of(a.var());
      bool counted = t == none;
      for (u32 i = 0; i < k; ++i) counted = counted || C::value.atoms[e.in + i] == a;
      if (counted) continue;
      u32 readers = 0;
      for (u32 r = 0; r < n_steps; ++r) readers += reads(r, a.var());
      if (readers == 1) sum += Kernel::step_at(t).kind == step_kind::compute ? worth(t) : 1;
    }
    return sum;
  }
  static constexpr schedule find_schedule() {
    schedule plan;
    shifts const all = find_shifts();
    for (u32 s = 0; s < n_steps; ++s) plan.from[s] = none;
    for (u32 s = 0; s < n_steps; ++s) {
      if (!all.computed[s]) continue;
      u32 ahead = s;
      for (u32 t = 0; t < n_steps; ++t)
        if (all.computed[t] && all.like[t] == all.like[s] && all.at[t] > all.at[ahead] && all.at[t] - all.at[s] < W) ahead = t;
      if (ahead != s && worth(s) > 1) plan.from[s] = ahead, plan.by[s] = static_cast<int>(all.at[ahead] - all.at[s]);
    }
    for (u32 s = 0; s < n_steps; ++s) // the place furthest ahead is none that is carried itself
      if (plan.from[s] != none && plan.from[plan.from[s]] != none) plan.from[s] = none;
    bool done[n_steps + 1] = {}, waits[n_steps + 1] = {}, at_first[n_steps + 1] = {};
    for (u32 s = 0; s < n_steps; ++s)
      if (step_kind const k = Kernel::step_at(s).kind; k == step_kind::store || k == step_kind::exit) visit(s, plan, done, false);
    for (u32 i = 0; i < plan.count; ++i) {
      u32 const s = plan.order[i], from = plan.from[s];
      if (from == none) continue;
      if (!waits[from]) waits[from] = true, plan.begins[from] = s, plan.source[plan.n_sources++] = from;
      if (plan.by[s] > plan.by[plan.begins[from]]) plan.begins[from] = s;
    }
    schedule plainly;
    for (u32 s = 0; s < n_steps; ++s) plainly.from[s] = none;
    for (u32 i = 0; i < plan.n_sources; ++i) visit(plan.begins[plan.source[i]], plainly, at_first, true);
    plan.n_first = plainly.count;
    for (u32 i = 0; i < plainly.count; ++i) plan.first[i] = plainly.order[i];
    return plan;
  }
  /// Step s comes behind what it needs.
  static constexpr void visit(u32 s, schedule& plan, bool* done, bool alone) {
    if (done[s]) return;
    done[s] = true;
    step const& at = Kernel::step_at(s);
    auto const need = [&](u32 v) {
      if (u32 const t = step_of(v); t != none && t != s) visit(t, plan, done, alone);
    };
    if (at.kind == step_kind::store) need(at.at);
    else if (plan.from[s] != none) visit(plan.from[s], plan, done, alone);
    else if (at.kind != step_kind::load)
      for (u32 i = 0; i < C::value.eqns[at.at].n_in; ++i)
        if (atom const a = C::value.atoms[C::value.eqns[at.at].in + i]; !a.is_literal()) need(a.var());
    plan.order[plan.count++] = s;
  }
  static constexpr bool possible = Kernel::has_edges && n_steps > 0 && !n.second && !Kernel::is_called && W > 1;
  static constexpr schedule plan = [] {
    if constexpr (possible) return find_schedule();
    else return schedule{};
  }();
  static constexpr u32 variable(u32 s) { return C::value.eqns[Kernel::step_at(s).at].out; }
  static constexpr u32 width(u32 s) { return unrolled_count(C::value.shape_of(variable(s)), C::value.made[variable(s)]); }
  static constexpr u32 n_waiting = [] {
    u32 count = 0;
    for (u32 i = 0; i < plan.n_sources; ++i) count += width(plan.source[i]);
    return count;
  }();
  static constexpr bool worth_it = n_waiting > 0 && n_waiting <= vector_registers / 4;

  // ---- at a register ---------------------------------------------------------------------------------------------------------------------
  static constexpr register_counts counts = [] {
    register_counts r;
    for (u32 i = 0; i < plan.n_sources; ++i) r.of[static_cast<u8>(C::value.type(variable(plan.source[i])).type)] += width(plan.source[i]);
    return r;
  }();
  static constexpr u32 place_of(u32 source) {
    u32 at = 0;
    for (u32 i = 0; plan.source[i] != source; ++i)
      if (C::value.type(variable(plan.source[i])).type == C::value.type(variable(source)).type) at += width(plan.source[i]);
    return at;
  }
  using waiting = registers<W, counts>;
  /// f(u, register that waits): for each register of step Source's value.
  template <u32 Source>
  CONSTAX_INLINE static void each_register(waiting& held, auto&& f) noexcept {
    constexpr u32 at = place_of(Source);
    using T = element_of<C::value.type(variable(Source)).type>;
    static_for<width(Source)>([&](auto u) __attribute__((always_inline)) { f.template operator()<T>(u, held.template file<T>()[at + u]); });
  }
  template <u32 S, class T>
  CONSTAX_INLINE static auto& value(register_set& regs, u32 u) noexcept {
    return regs.template file<T>()[C::value.regs[variable(S)] + u];
  }
  /// What waits, as if the register before p had been computed.
  template <class Call>
  CONSTAX_INLINE static void begin(Call const& c, position const& p, preloaded_set& pre, waiting& held) noexcept {
    register_set regs;
    accumulators none_taken;
    static_for<plan.n_first>([&](auto i) __attribute__((always_inline)) { Kernel::template run_step<true, plan.first[i]>(c.memory, c.symbols, p, regs, pre, none_taken); });
    static_for<plan.n_sources>([&](auto i) __attribute__((always_inline)) {
      constexpr u32 source = plan.source[i], carried = plan.begins[source];
      each_register<source>(held, [&]<class T>(auto u, auto& x) __attribute__((always_inline)) { x = following<plan.by[carried]>(value<carried, T>(regs, u), value<carried, T>(regs, u)); });
    });
  }
  template <class Call>
  CONSTAX_INLINE static void at(Call const& c, position const& p, preloaded_set& pre, accumulators& acc, waiting& held) noexcept {
    register_set regs;
    static_for<plan.count>([&](auto i) __attribute__((always_inline)) {
      constexpr u32 s = plan.order[i], from = plan.from[s];
      if constexpr (from == none) Kernel::template run_step<true, s>(c.memory, c.symbols, p, regs, pre, acc);
      else
        each_register<from>(held, [&]<class T>(auto u, auto& x) __attribute__((always_inline)) { value<s, T>(regs, u) = following<W - plan.by[s]>(x, value<from, T>(regs, u)); });
    });
    static_for<plan.n_sources>([&](auto i) __attribute__((always_inline)) {
      each_register<plan.source[i]>(held, [&]<class T>(auto u, auto& x) __attribute__((always_inline)) { x = value<plan.source[i], T>(regs, u); });
    });
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
