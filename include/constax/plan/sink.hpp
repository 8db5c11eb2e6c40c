// SPDX-License-Identifier: BSL-1.0
#pragma once
// sink : nodes with stages -> not before which stage equations run, so that they run where they are read
#include <constax/plan/plan_state.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Equations that wait for nothing but memory which is there anyway run where their first reader does: earlier, in a kernel of their own,
/// they would leave their results in memory. -> of each equation the stage before which it does not run. Empty: all run as early as they
/// can.
constexpr vec<i32> sink(plan_state const& plan) {
  jaxpr const& j = plan.j;
  loop_plan const& p = plan.p;
  u32 const n = j.eqns.size();
  vec<bool> free(n);
  vec<i32> latest(n, 1 << 30);
  bool any = false;
  for (u32 k = 0; k < n; ++k) {
    free[k] = plan.lowering[k] == lowered_as::kernel && !plan.is_exit(j.eqns[k]);
    for (atom a : j.operands(j.eqns[k]))
      if (!a.is_literal() && !plan.is_input(a.var()) && plan.segment_of(plan.definition[a.var()]) == plan.segment_of(k))
        free[k] = free[k] && free[plan.definition[a.var()]];
  }
  for (atom a : j.outs)
    if (!a.is_literal() && !plan.is_input(a.var())) latest[plan.definition[a.var()]] = -1;
  vec<i32> not_before(n);
  for (u32 k = n; k-- > 0;) {
    if (plan.lowering[k] == lowered_as::view) continue;
    node const& mine = p.nodes[static_cast<u32>(plan.owner[j.eqns[k].out])];
    i32 at = static_cast<i32>(mine.stage);
    if (free[k] && latest[k] > at && latest[k] < 1 << 30) at = not_before[k] = latest[k], any = true;
    for (u32 i = 0; i < j.eqns[k].n_in; ++i) {
      atom const a = j.operands(j.eqns[k])[i];
      if (a.is_literal() || plan.is_input(a.var())) continue;
      u32 const root = plan.root_of(a.var());
      if (plan.is_input(root) || plan.segment_of(plan.definition[root]) != plan.segment_of(k)) continue;
      node const& its = p.nodes[static_cast<u32>(plan.owner[root])];
      bool const here = root == a.var() && plan.lowering[k] == lowered_as::kernel && !plan.stays_in_memory(j.eqns[k], i) &&
                        its.nest == mine.nest && its.region_axis == mine.region_axis && its.part == mine.part &&
                        p.made[root] == p.loops[root];
      i32& bound = latest[plan.definition[root]];
      if (at - !here < bound) bound = at - !here;
    }
  }
  if (!any) return {};
  return not_before;
}

} // namespace constax::inline CONSTAX_TAG::detail
