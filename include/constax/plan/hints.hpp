// SPDX-License-Identifier: BSL-1.0
#pragma once
// hints: what is known of a program's equations once lanes have been chosen, and earlier passes would like to know
#include <constax/plan/packs.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Of each equation of the program that is planned; empty: of none.
struct plan_hints {
  vec<bool> useless;  // a pack that is of no use
  vec<bool> in_place; // a part of an argument that kernels read where it lies
  constexpr bool any() const { return !useless.empty() || !in_place.empty(); }
};

/// What is known of the equations as they are now, in the order of the program as it was given.
constexpr vec<bool> given_order(plan_state const& plan, vec<bool> const& now) {
  if (plan.given_at.empty() || now.empty()) return now;
  vec<bool> then(plan.n_given);
  for (u32 k = 0; k < now.size(); ++k)
    if (now[k]) then[plan.given_at[k]] = true;
  return then;
}

constexpr bool is_affine_movement(eqn const& e) { return e.prim->kind == kind::movement && e.prim->affine && e.n_in == 1; }
/// Parts of arguments that a kernel would copy for others, x[k, 2]: where lanes run along a region's axis, and the argument does not,
/// they are read where they lie, all from one address. (One kernel elsewhere may read them too: it takes the strides that the copy would
/// have taken.)
constexpr vec<bool> find_in_place(plan_state const& plan) {
  jaxpr const& j = plan.j;
  vec<bool> found, copied(j.vars.size());
  auto const takes_part = [&](u32 v) {
    return plan.is_made_by_kernel(v) && is_affine_movement(plan.eqn_of(v)) &&
           !j.operands(plan.eqn_of(v))[0].is_literal();
  };
  bool any = false;
  for (u32 v = 0; v < j.vars.size(); ++v) {
    if (!plan.in_memory[v] || plan.region.along[v] >= 0 || !takes_part(v)) continue;
    u32 of = v;
    while (takes_part(of)) of = j.operands(plan.eqn_of(of))[0].var();
    copied[v] = !plan.is_computed(of), any = any || copied[v];
  }
  if (!any) return found;
  vec<bool> in_region(j.vars.size());
  vec<u32> elsewhere(j.vars.size(), ~0u); // the node outside that reads it: it may do what the copying would have done, once
  for (eqn const& e : j.eqns) {
    if (plan.is_view(e.out)) continue;
    u32 const n = static_cast<u32>(plan.owner[e.out]);
    node const& at = plan.p.nodes[n];
    bool const inside = at.kind == node_kind::kernel && at.region_axis >= 0 && at.lane_axis == at.region_axis;
    for (atom a : j.operands(e)) {
      if (a.is_literal()) continue;
      u32 const root = plan.root_of(a.var());
      if (inside) in_region[root] = true;
      else if (a.var() != root || plan.owner[root] != plan.owner[e.out]) {
        if (at.kind != node_kind::kernel || (elsewhere[root] != ~0u && elsewhere[root] != n)) copied[root] = false;
        elsewhere[root] = n;
      }
    }
  }
  for (u32 v = 0; v < j.vars.size(); ++v) copied[v] = copied[v] && in_region[v];
  for (atom a : j.outs)
    if (!a.is_literal()) copied[plan.root_of(a.var())] = false;
  found.resize(j.eqns.size());
  any = false;
  for (u32 v = 0; v < j.vars.size(); ++v)
    for (u32 of = v; copied[v] && takes_part(of); of = j.operands(plan.eqn_of(of))[0].var()) found[plan.definition[of]] = any = true;
  if (!any) return {};
  return found;
}

} // namespace constax::inline CONSTAX_TAG::detail
