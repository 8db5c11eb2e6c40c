// SPDX-License-Identifier: BSL-1.0
#pragma once
// outputs: what kernels compute for a result of the program lies where the result goes
#include <constax/plan/lifetimes.hpp>
#include <constax/plan/packs.hpp>
#include <constax/plan/split.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// A reshape that joins axes, of what a kernel makes to what a node writes to an output: the operand lies where the result goes, of which
/// it is a split view, and nothing is left to copy.
constexpr void join_in_outputs(plan_state& plan) {
  jaxpr const& j = plan.j;
  loop_plan& p = plan.p;
  for (u32 k = 0; k < j.eqns.size(); ++k) {
    eqn const& e = j.eqns[k];
    if (!is<reshape_t>(e) || plan.lowering[k] != lowered_as::node || p.places[e.out].memory < 0 || j.operands(e)[0].is_literal()) continue;
    u32 const x = j.operands(e)[0].var();
    if (!plan.is_made_by_kernel(x) || p.places[x].memory >= 0 || !plan.in_memory[x] || plan.in_strips(x)) continue;
    if (!split_t::splits(plan.shape_of(e.out), plan.shape_of(x))) continue;
    p.places[x] = {p.places[e.out].memory, static_cast<i32>(p.views.size())};
    p.views.push(split_t::affine({plan.shape_of(x)}, plan.shape_of(e.out)));
  }
}

/// A value that is read for the last time where an output of its type is made, element by element, may lie where the output goes: one
/// buffer less, and the output's memory comes into the cache while there is something to compute.
constexpr void write_over_outputs(plan_state& plan, lifetimes const& live) {
  jaxpr const& j = plan.j;
  loop_plan& p = plan.p;
  for (u32 o = 0; o < j.outs.size(); ++o) {
    // a copy of what another output has, perhaps: one value, whose memory has room for one operand
    if (p.sources[o] != loop_plan::in_place) continue;
    u32 const k = plan.definition[j.outs[o].var()];
    eqn const& e = j.eqns[k];
    if (plan.lowering[k] != lowered_as::kernel || e.prim->kind != kind::elementwise) continue;
    for (atom a : j.operands(e)) {
      if (a.is_literal() || j.vars[a.var()] != j.vars[e.out] || !plan.in_strips(a.var()) || !plan.in_memory[a.var()] ||
          plan.owner[a.var()] == plan.owner[e.out])
        continue;
      if (live.last_reader[a.var()] != plan.owner[e.out]) continue;
      p.places[a.var()].memory = p.places[e.out].memory;
      break;
    }
  }
}

/// Packs that kernels make themselves (packs.hpp).
constexpr void turn_in_kernels(plan_state& plan) {
  jaxpr const& j = plan.j;
  loop_plan& p = plan.p;
  for (u32 k : turned_packs(plan)) p.places[j.operands(j.eqns[k])[0].var()] = p.places[j.eqns[k].out];
}

} // namespace constax::inline CONSTAX_TAG::detail
