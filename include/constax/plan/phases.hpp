// SPDX-License-Identifier: BSL-1.0
#pragma once
// phases: a long kernel with a slow beginning runs in two phases, strip by strip.
//
// Where some elementary functions come first, all else waits for them, and is longer than what a processor has in flight (a Zen 4: 320
// instructions), the functions of a register of lanes are over before those of the next one begin. So the functions of a strip, with what
// they need, run first, one register after the other, and what the rest needs of them waits in the first cache. (Bundle adjustment: sin and
// cos of the rotation's angle, 300 operations after them: 11.3 ns an observation, in one phase 12.2; of rows 18.2, 19.7. With the divisions
// by the angle in the first phase too: 11.3, 19.6.)
#include <constax/plan/plan_state.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Does the first phase store where something lies that the second loads for itself? (Values may lie over what their kernel is the last
/// to read.)
constexpr bool writes_over(plan_state const& plan, vec<u32> const& first, vec<u32> const& second) {
  jaxpr const& j = plan.j;
  loop_plan const& p = plan.p;
  vec<bool> written(p.memories.size());
  for (u32 k : first)
    for (u32 v = j.eqns[k].out; v < j.eqns[k].out + j.eqns[k].n_out; ++v)
      if (i32 const m = p.places[v].memory; m >= 0) written[static_cast<u32>(m)] = true;
  for (u32 k : second)
    for (atom a : j.operands(j.eqns[k]))
      if (!a.is_literal() && plan.owner[a.var()] != plan.owner[j.eqns[k].out])
        if (i32 const m = p.places[a.var()].memory; m >= 0 && written[static_cast<u32>(m)]) return true;
  return false;
}
/// Registers that the second phase needs of the first.
constexpr u32 waiting(plan_state const& plan, vec<u32> const& first, vec<u32> const& second) {
  jaxpr const& j = plan.j;
  vec<bool> made(j.vars.size());
  for (u32 k : first)
    for (u32 v = j.eqns[k].out; v < j.eqns[k].out + j.eqns[k].n_out; ++v) made[v] = plan.in_registers[v];
  u32 count = 0;
  for (u32 k : second)
    for (atom a : j.operands(j.eqns[k]))
      if (!a.is_literal() && made[a.var()]) made[a.var()] = false, count += unrolled_count(plan.shape_of(a), plan.p.made[a.var()]);
  return count;
}

/// Takes the equations of the first phase to the front -> their number; 0: there is one phase.
constexpr u32 slow_first(plan_state const& plan, node const& n, vec<u32>& eqns) {
  constexpr i64 in_flight = 160;   // operations: half of the instructions load, store and copy
  constexpr u32 most_waiting = 8; // registers
  jaxpr const& j = plan.j;
  if (!plan.any_loops || n.nest.rank != 1 || n.exit_axis >= 0 || n.transcendental == 0 || n.flops < in_flight) return 0;
  vec<u32> first, second;
  vec<bool> needed(j.vars.size());
  i64 slow = 0, rest = 0;
  for (u32 i = eqns.size(); i-- > 0;) {
    eqn const& e = j.eqns[eqns[i]];
    bool begins = e.prim->transcendental;
    for (u32 v = e.out; v < e.out + e.n_out; ++v) begins = begins || needed[v];
    (begins ? first : second).push(eqns[i]);
    (begins ? slow : rest) += e.prim->kind == kind::elementwise ? e.prim->weight() * plan.cost_of(e) : 0;
    if (!begins) continue;
    for (atom a : j.operands(e))
      if (!a.is_literal()) needed[a.var()] = true;
  }
  if (rest < in_flight || slow > rest || waiting(plan, first, second) > most_waiting || writes_over(plan, first, second)) return 0;
  eqns = {};
  for (u32 i = first.size(); i-- > 0;) eqns.push(first[i]);
  for (u32 i = second.size(); i-- > 0;) eqns.push(second[i]);
  return first.size();
}

} // namespace constax::inline CONSTAX_TAG::detail
