// SPDX-License-Identifier: BSL-1.0
#pragma once
// segments: nodes have stages -> which segments of the program are regions, the stages of all of them in one count, and what crosses
//
// The program is a row of segments: before the first region, inside it, between it and the second, and so on.
#include <constax/plan/plan_state.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Stages count on from segment to segment.
constexpr void number_stages(plan_state& plan) {
  u32 const n_segments = 2 * plan.region.passes + 1;
  plan.first_stage = plan.last_stage = vec<u32>(n_segments);
  vec<u32> count(n_segments);
  for (node const& n : plan.p.nodes)
    if (n.stage >= count[n.segment]) count[n.segment] = n.stage + 1;
  for (u32 s = 0, at = 0; s < n_segments; ++s) plan.first_stage[s] = at, at += count[s], plan.last_stage[s] = at ? at - 1 : 0;
  for (node& n : plan.p.nodes) n.stage += plan.first_stage[n.segment];
  for (u32 v = 0; v < plan.available_after.size(); ++v)
    if (plan.made_in[v] >= 0) plan.available_after[v] += static_cast<i32>(plan.first_stage[static_cast<u32>(plan.made_in[v])]);
}

/// A region of one node is that node, unless its exits have groups of their own.
constexpr void drop_single_nodes(plan_state& plan) {
  vec<u32> count(2 * plan.region.passes + 1);
  for (node const& n : plan.p.nodes) count[n.segment] += n.exit_class && !(n.exit_class & 0xffff) ? 2 : 1;
  bool any = false;
  for (node& n : plan.p.nodes)
    if (n.segment & 1) {
      if (count[n.segment] < 2) {
        if (n.kind == node_kind::indexed) n.exit_axis = -1;
        n.region_axis = -1;
      }
      else any = true;
    }
  number_stages(plan);
  if (!any) plan.region.passes = 0;
  plan.in_region = vec<bool>(2 * plan.region.passes + 1);
  for (u32 s = 1; s < plan.in_region.size(); s += 2) plan.in_region[s] = count[s] > 1;
}

/// Which memory is read outside the segment that fills it?
constexpr void find_crossings(plan_state& plan) {
  jaxpr const& j = plan.j;
  for (u32 k = 0; k < j.eqns.size(); ++k) {
    if (plan.lowering[k] == lowered_as::view) continue;
    for (atom a : j.operands(j.eqns[k])) {
      if (a.is_literal()) continue;
      u32 const r = plan.root_of(a.var());
      if (plan.made_in[r] >= 0 && plan.made_in[r] != static_cast<i32>(plan.region.segment[k])) plan.crosses[r] = true;
    }
  }
  for (atom a : j.outs)
    if (!a.is_literal()) plan.crosses[plan.root_of(a.var())] = true;
}

} // namespace constax::inline CONSTAX_TAG::detail
