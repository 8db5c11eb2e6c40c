// SPDX-License-Identifier: BSL-1.0
#pragma once
// cut_where_few_cross : equations of a kernel, their operations, the most of a kernel -> the part of each        a kernel too large becomes
// several
//
// What one part makes and another reads crosses through memory: a store, a load, and a strip buffer. A step of an integrator ends in a few
// numbers and has dozens in its middle, so each part ends, in the second half of what it may hold, where the fewest registers cross. One
// walk, in the order of the program.
#include <constax/plan/plan_state.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// parts[k], of each of the equations: numbers from `next` on, which is left behind the last.
constexpr void cut_where_few_cross(plan_state const& plan, range<u32> eqns, u32 most, vec<u32>& parts, u32& next) {
  jaxpr const& j = plan.j;
  vec<u32> last(j.vars.size(), ~0u); // of each variable that is made here: the place of its last reader
  vec<bool> here(j.vars.size());
  for (u32 at = 0; at < eqns.size(); ++at) {
    eqn const& e = j.eqns[eqns[at]];
    for (atom a : j.operands(e))
      if (!a.is_literal() && here[a.var()]) last[a.var()] = at;
    for (u32 v = e.out; v < e.out + e.n_out; ++v) here[v] = true;
  }
  vec<i64> ends(eqns.size()); // of each place: registers whose last reader it is
  for (u32 v = 0; v < last.size(); ++v)
    if (last[v] != ~0u) ends[last[v]] += unrolled_count(plan.shape_of(v), plan.p.made[v]);
  i64 crossing = 0, fewest = 0;
  u32 from = 0, best = 0;         // the part begins here, and would best end there
  u32 held = 0, held_at_best = 0; // its operations
  for (u32 at = 0; at < eqns.size(); ++at) {
    eqn const& e = j.eqns[eqns[at]];
    u32 const cost = plan.cost_of(e);
    for (; held > 0 && held + cost > most; best = at, held -= held_at_best, held_at_best = held, ++next)
      for (; from < best; ++from) parts[eqns[from]] = next;
    held += cost, crossing -= ends[at];
    for (u32 v = e.out; v < e.out + e.n_out; ++v)
      if (last[v] != ~0u) crossing += unrolled_count(plan.shape_of(v), plan.p.made[v]);
    if (2 * held_at_best <= most || crossing <= fewest) best = at + 1, held_at_best = held, fewest = crossing;
  }
  for (; from < eqns.size(); ++from) parts[eqns[from]] = next;
  ++next;
}

/// Kernels that hold too many operations are cut -> of each equation the part of such a kernel, counted on from the tiles; 0: of none.
/// Empty: none is too large.
constexpr vec<u32> cut_kernels(plan_state const& plan) {
  jaxpr const& j = plan.j;
  vec<u32> part_of;
  u32 next = j.eqns.size() + 1; // tiles are fewer
  for (u32 n = 0; n < plan.p.nodes.size(); ++n) {
    if (plan.ops[n] <= plan.max_ops) continue;
    if (part_of.empty()) part_of.resize(j.eqns.size());
    vec<u32> eqns;
    for (u32 k = 0; k < j.eqns.size(); ++k)
      if (plan.lowering[k] == lowered_as::kernel && plan.owner[j.eqns[k].out] == static_cast<i32>(n)) eqns.push(k);
    cut_where_few_cross(plan, eqns, plan.max_ops, part_of, next);
  }
  return part_of;
}

} // namespace constax::inline CONSTAX_TAG::detail
