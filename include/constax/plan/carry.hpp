// SPDX-License-Identifier: BSL-1.0
#pragma once
// carry : steps of kernels -> carried steps
//
// What a kernel computes at two places along its lanes is computed at one of them; the other takes it from the register of lanes
// before, and this one.
//
//   v' = f x[i - 1] x[i];  v = f x[i] x[i + 1]
//     ->     v = f x[i] x[i + 1];  v' = the last lane of v one register before, and all but the last of v
//
// Windows compute again (windows.hpp), for that needs no order. Whole registers that run one behind the other do have one
// (eval/carried.hpp); masked ones, at the ends of a line, compute again. Two loads of one memory, and two equations with one primitive
// whose operands are equally far apart, are one value at two places; of all its places the one furthest ahead is computed. (Value and
// gradient of sum(sqrt(1 + (x[1:] - x[:-1])^2)), Zen 5: 0.70 -> 0.36 ns an element, of sum(tanh(x[1:] - x[:-1])) 1.00 -> 0.61;
// docs/decisions/0035.)
#include <constax/plan/plan_state.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// One kernel: its values are named by the steps that give them.
class carried_kernel {
public:
  constexpr carried_kernel(plan_state& state, node& kernel) : plan(state), n(kernel) {}

  constexpr void operator()() {
    for (u32 s = 0; s < n.n_steps; ++s) {
      step const& at = step_at(s);
      if (at.kind != step_kind::load && at.kind != step_kind::compute) continue;
      u32& known = step_of[at.kind == step_kind::load ? at.at : eqn_of(s).out];
      if (known != none) return; // stored, and loaded again
      known = s, describe(s);
    }
    choose();
    write();
  }

private:
  static constexpr u32 most_waiting = vector_registers / 4, none = carried_step::none;
  plan_state& plan;
  node& n;
  loop_plan& p = plan.p;
  jaxpr const& j = plan.j;
  i64 const lanes = CONSTAX_VECTOR_BYTES / n.width_bytes;
  struct value {
    u32 like = 0;            // the first step that gives it, here or elsewhere along the lanes
    i64 at = 0;              // so many elements ahead of there
    bool everywhere = false; // the same along the lanes
    bool shifts = false;     // computed, and may be shifted
    u32 from = none;         // taken from this step
  };
  vec<value> values = vec<value>(n.n_steps);
  vec<u32> step_of = vec<u32>(j.vars.size(), none); // of each variable

  constexpr step const& step_at(u32 s) const { return p.steps[n.steps + s]; }
  constexpr eqn const& eqn_of(u32 s) const { return j.eqns[step_at(s).at]; }
  constexpr u32 step_of_operand(atom a) const { return a.is_literal() ? none : step_of[a.var()]; }

  // ---- which values are one, at two places -------------------------------------------------------------------------------------------
  constexpr affine_map map_of(u32 v) const {
    affine_map m;
    if (p.places[v].view >= 0) return p.views[static_cast<u32>(p.places[v].view)];
    for (int d = 0; d < plan.shape_of(v).rank; ++d) m.axis[d] = d;
    return m;
  }
  constexpr int along_lanes(u32 v) const { return axis_along(p.loops[v], plan.shape_of(v).rank, n.lane_axis); }
  constexpr void describe(u32 s) {
    value& x = values[s];
    x.like = s;
    bool const is_load = step_at(s).kind == step_kind::load;
    if (is_load) {
      int const d = along_lanes(step_at(s).at);
      x.everywhere = d < 0 || map_of(step_at(s).at).axis[d] < 0;
    } else x.shifts = eqn_of(s).prim->kind == kind::elementwise && eqn_of(s).n_out == 1 && j.type(eqn_of(s).out).type != dtype::boolean;
    for (u32 t = 0; t < s && x.like == s && !x.everywhere; ++t) {
      i64 apart = 0;
      if (step_at(t).kind != step_at(s).kind || values[t].like != t) continue;
      if (is_load ? same_memory(step_at(s).at, step_at(t).at, apart) : x.shifts && values[t].shifts && same_operation(s, t, apart))
        x.like = t, x.at = apart;
    }
  }
  /// Are a and b one memory, seen along the lanes at places a number apart?
  constexpr bool same_memory(u32 a, u32 b, i64& apart) const {
    constax::place const &x = p.places[a], &y = p.places[b];
    if (x.memory != y.memory || x.first != y.first || p.loops[a] != p.loops[b] || !(plan.shape_of(a) == plan.shape_of(b))) return false;
    affine_map of_a = map_of(a), of_b = map_of(b);
    int const d = along_lanes(a);
    if (d < 0 || of_a.axis[d] < 0 || of_a.axis[d] != of_b.axis[d] || of_a.step[d] != 1) return false;
    extent &from = of_a.start[of_a.axis[d]], &to = of_b.start[of_a.axis[d]];
    extent const distance = from - to;
    if (!distance.is_number() || distance.overflowed()) return false;
    apart = distance.number, from = to;
    for (int k = 0; k < max_rank; ++k)
      if (!(of_a.start[k] == of_b.start[k]) || of_a.axis[k] != of_b.axis[k] || of_a.step[k] != of_b.step[k]) return false;
    return true;
  }
  /// Do the equations of steps a and b do the same with operands that are all so far apart?
  constexpr bool same_operation(u32 a, u32 b, i64& apart) const {
    eqn const &x = eqn_of(a), &y = eqn_of(b);
    if (x.prim != y.prim || x.n_in != y.n_in || x.n_param != y.n_param || j.vars[x.out] != j.vars[y.out] ||
        p.made[x.out] != p.made[y.out])
      return false;
    for (u32 k = 0; k < x.n_param; ++k)
      if (j.params(x)[k] != j.params(y)[k]) return false;
    bool known = false;
    for (u32 k = 0; k < x.n_in; ++k) {
      atom const f = j.operands(x)[k], g = j.operands(y)[k];
      u32 const s = step_of_operand(f), t = step_of_operand(g);
      if (s == none || t == none || values[s].everywhere || values[t].everywhere) { // literals; loaded once, or the same along the lanes
        if (f.is_literal() != g.is_literal() || !(f.is_literal() ? j.lits[f.lit()] == j.lits[g.lit()] : f.var() == g.var())) return false;
        continue;
      }
      i64 const distance = values[s].at - values[t].at;
      if (values[s].like != values[t].like || (known && distance != apart)) return false;
      apart = distance, known = true;
    }
    return known;
  }

  // ---- which of them are taken from others -------------------------------------------------------------------------------------------
  /// A shuffle is one operation, too.
  constexpr void choose() {
    for (u32 s = 0; s < n.n_steps; ++s) {
      if (!values[s].shifts) continue;
      u32 ahead = s;
      for (u32 t = 0; t < n.n_steps; ++t)
        if (values[t].shifts && values[t].like == values[s].like && values[t].at > values[ahead].at &&
            values[t].at - values[s].at < lanes)
          ahead = t;
      if (ahead != s && spares(s) > 1) values[s].from = ahead;
    }
    for (value& x : values)
      if (x.from != none && values[x.from].from != none) x.from = none;
  }
  constexpr bool reads(u32 s, u32 v) const {
    if (step_at(s).kind == step_kind::load || step_at(s).kind == step_kind::store)
      return step_at(s).kind == step_kind::store && step_at(s).at == v;
    for (atom a : j.operands(eqn_of(s)))
      if (!a.is_literal() && a.var() == v) return true;
    return false;
  }
  /// Operations that are spared where step s is not computed: its own, and those of operands that nothing else reads.
  constexpr i64 spares(u32 s) const {
    range<atom> const xs = j.operands(eqn_of(s));
    i64 sum = eqn_of(s).prim->weight();
    for (u32 k = 0; k < xs.size(); ++k) {
      bool again = false;
      for (u32 i = 0; i < k; ++i) again = again || xs[i] == xs[k];
      u32 const t = step_of_operand(xs[k]);
      if (again || t == none) continue;
      u32 readers = 0;
      for (u32 r = 0; r < n.n_steps; ++r) readers += reads(r, xs[k].var());
      if (readers == 1) sum += step_at(t).kind == step_kind::compute ? spares(t) : 1;
    }
    return sum;
  }

  // ---- the steps of a register -------------------------------------------------------------------------------------------------------
  /// Step s comes behind what it needs; plainly: nothing is taken from elsewhere.
  constexpr void visit(u32 s, bool plainly, vec<bool>& done, vec<carried_step>& to) const {
    if (s == none || done[s]) return;
    done[s] = true;
    step const& at = step_at(s);
    u32 const from = plainly ? none : values[s].from;
    if (from != none) visit(from, plainly, done, to);
    else if (at.kind == step_kind::store) visit(step_of[at.at], plainly, done, to);
    else if (at.kind != step_kind::load)
      for (atom a : j.operands(eqn_of(s))) visit(step_of_operand(a), plainly, done, to);
    to.push({s, from, from == none ? 0 : static_cast<i32>(values[from].at - values[s].at)});
  }
  constexpr void write() {
    vec<carried_step> steps, first;
    vec<bool> done(n.n_steps), of_first(n.n_steps), waits(n.n_steps);
    for (u32 s = 0; s < n.n_steps; ++s)
      if (step_at(s).kind == step_kind::store || step_at(s).kind == step_kind::exit) visit(s, false, done, steps);
    u32 registers = 0;
    for (carried_step const& s : steps) {
      if (s.from == none) continue;
      visit(s.step, true, of_first, first);
      u32 const v = eqn_of(s.from).out;
      if (!waits[s.from]) waits[s.from] = true, registers += unrolled_count(plan.shape_of(v), p.made[v]);
    }
    if (registers == 0 || registers > most_waiting) return;
    n.carried = p.carried.size(), n.n_first = first.size(), n.n_carried = steps.size();
    p.carried.append(first), p.carried.append(steps);
  }
};

constexpr bool reads_neighbours(jaxpr const& j) {
  for (eqn const& e : j.eqns)
    if (is<window_t>(e) || is<slice_t>(e)) return true;
  return false;
}

constexpr void carry(plan_state& plan) {
  constexpr u32 most_steps = 48;
  if (!reads_neighbours(plan.j)) return;
  for (node& n : plan.p.nodes)
    if (n.kind == node_kind::kernel && n.nest.rank > 0 && (n.exit_axis < 0 || n.exit_axis == n.lane_axis) && n.n_steps <= most_steps &&
        !n.second && !n.pointwise)
      carried_kernel(plan, n)();
}

} // namespace constax::inline CONSTAX_TAG::detail
