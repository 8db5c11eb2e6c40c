// SPDX-License-Identifier: BSL-1.0
#pragma once
// packs: copies of arrays in rows to strips in columns, and back; which of them kernels make themselves, and which are of no use
#include <constax/plan/plan_state.hpp>
#include <constax/plan/prepare.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Packs of results in rows whose kernels turn them themselves: nothing reads the value but the pack that would take it from a strip to
/// memory, and a store and a load less is done for each register. (2 x 15 Jacobians)
constexpr vec<u32> turned_packs(plan_state const& plan) {
  jaxpr const& j = plan.j;
  vec<u32> turned;
  vec<bool> result;
  for (node const& n : plan.p.nodes) {
    if (n.kind != node_kind::pack) continue;
    u32 const x = j.operands(j.eqns[n.eqn])[0].var();
    if (!plan.in_strips(x) || !plan.is_made_by_kernel(x) || info(j.type(x).type).bytes < 4) continue;
    node const& by = plan.p.nodes[static_cast<u32>(plan.owner[x])];
    if (by.nest.rank != 1 || by.lane_axis != by.region_axis) continue;
    if (result.empty()) {
      result.resize(j.vars.size());
      for (atom a : j.outs)
        if (!a.is_literal()) result[a.var()] = true;
    }
    if (result[j.eqns[n.eqn].out]) turned.push(u32{n.eqn});
  }
  if (turned.empty()) return turned;
  vec<u32> uses(j.vars.size()); // of each variable, but for those in the kernel that keeps it in registers
  for (u32 k = 0; k < j.eqns.size(); ++k)
    for (atom a : j.operands(j.eqns[k]))
      if (!a.is_literal() &&
          !(plan.lowering[k] == lowered_as::kernel && plan.in_registers[a.var()] && plan.owner[a.var()] == plan.owner[j.eqns[k].out]))
        ++uses[a.var()];
  vec<u32> alone;
  for (u32 k : turned)
    if (uses[j.operands(j.eqns[k])[0].var()] == 1) alone.push(u32{k});
  return alone;
}
/// Once values have places: is k one of them?
constexpr bool is_turned(plan_state const& plan, u32 k) {
  jaxpr const& j = plan.j;
  loop_plan const& p = plan.p;
  if (!changes_nothing(j, j.eqns[k]) || p.places[j.eqns[k].out].memory < 0) return false;
  atom const x = j.operands(j.eqns[k])[0];
  return !plan.is_input(x.var()) && p.places[x.var()].memory == p.places[j.eqns[k].out].memory;
}
/// Of each variable: is it read by nothing but kernels that take their points one by one, and what they scatter? Empty: there are none.
constexpr vec<bool> read_point_by_point(plan_state const& plan) {
  jaxpr const& j = plan.j;
  vec<bool> only;
  if (plan.scattered_by.empty()) return only;
  only.resize(j.vars.size(), true);
  for (eqn const& e : j.eqns)
    if (plan.is_view(e.out) || !plan.p.nodes[static_cast<u32>(plan.owner[e.out])].pointwise)
      for (atom a : j.operands(e))
        if (!a.is_literal()) only[a.var()] = false;
  for (atom a : j.outs)
    if (!a.is_literal()) only[a.var()] = false;
  return only;
}
/// Packs that are of no use: a pack is of use between memory and a strip whose lanes run along its rows. Empty: there are none. Before
/// values have places, those that the lanes tell: a value that will lie where a result goes counts as one in a strip.
constexpr vec<bool> useless_packs(plan_state const& plan, bool placed) {
  jaxpr const& j = plan.j;
  loop_plan const& p = plan.p;
  vec<bool> useless;
  auto const in_columns = [&](u32 v) {
    if (placed) return p.places[v].view >= 0 && p.memories[static_cast<u32>(p.places[v].memory)].kind == memory_kind::strip;
    u32 const root = plan.root_of(v);
    return plan.in_strips(root) && (root != v || (plan.along_lanes(v) && plan.region.along[v] != plan.shape_of(v).rank - 1));
  };
  vec<bool> const without_lanes = read_point_by_point(plan);
  for (node const& n : p.nodes) {
    if (n.kind != node_kind::pack) continue;
    eqn const& e = j.eqns[n.eqn];
    if (!(without_lanes.size() && without_lanes[e.out]) && plan.region.passes > 0 && plan.in_region[n.segment])
      if ((placed && is_turned(plan, n.eqn)) || in_columns(j.operands(e)[0].var()) != in_columns(e.out)) continue;
    if (useless.empty()) useless.resize(j.eqns.size());
    useless[n.eqn] = true;
  }
  if (useless.empty() || placed || plan.region.passes == 0) return useless;
  bool any = false; // is left
  for (u32 k : turned_packs(plan)) useless[k] = false;
  for (bool u : useless) any = any || u;
  if (!any) useless = {};
  return useless;
}

} // namespace constax::inline CONSTAX_TAG::detail
