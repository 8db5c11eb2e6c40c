// SPDX-License-Identifier: BSL-1.0
#pragma once
// updates: scatters that write into the array that they are given
#include <constax/plan/pieces.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Is the node of e the last that reads its first operand, a value of the workspace that no other operand is a part of?
constexpr bool is_last_to_read(plan_state const& plan, lifetimes const& live, piece_table const& pieces, eqn const& e) {
  jaxpr const& j = plan.j;
  loop_plan const& p = plan.p;
  if (j.operands(e)[0].is_literal() || j.vars[j.operands(e)[0].var()] != j.vars[e.out]) return false;
  u32 const x = j.operands(e)[0].var();
  if (pieces.is_piece(x) || (!plan.is_input(x) && pieces.joins_as_node(plan.definition[x])))
    return false; // pieces lie there, which may be read later
  node const& n = p.nodes[static_cast<u32>(plan.owner[e.out])];
  bool const regions = plan.any_loops && plan.region.passes > 0;
  if (!plan.is_computed(x) || plan.eqn_of(x).prim->call || p.places[x].memory >= 0 ||
      plan.beyond_of({static_cast<i32>(x)}))
    return false;
  bool const strips = regions && plan.in_strips(x); // then the result is an output, made in the same strips
  if (strips ? p.places[e.out].memory < 0 || plan.in_strips(e.out) || plan.region.along[x] != plan.region.along[e.out]
             : regions && (plan.in_strips(e.out) || (plan.in_region[n.segment] && n.exit_axis < 0)))
    return false;
  // slices that come in strips do while their region runs
  bool const in_region = regions && n.exit_axis >= 0;
  u32 const first = in_region ? plan.first_stage[n.segment] : n.stage, until = in_region ? plan.last_stage[n.segment] : n.stage;
  if (live.last_use[x] != static_cast<i32>(until)) return false; // an output is read at the end
  for (u32 k = 0; k < j.eqns.size(); ++k) {
    eqn const& by = j.eqns[k];
    for (u32 i = 0; i < by.n_in; ++i) {
      atom const a = j.operands(by)[i];
      bool const itself = by.out == e.out;
      if (a.is_literal() || plan.root_of(a.var()) != x || (itself && i == 0)) continue;
      if (itself) return false;
      if (plan.lowering[k] == lowered_as::view) continue; // its readers are asked
      node const& reader = p.nodes[static_cast<u32>(plan.owner[by.out])];
      u32 const last = regions && plan.in_region[reader.segment] && !strips ? plan.last_stage[reader.segment] : reader.stage;
      if (last >= first) return false;
    }
  }
  return true;
}

/// A scatter whose array nothing reads after it, or beside it, writes into that array: the result lies where the array does.
/// -> of each variable the array of the workspace that it is an update of; none. Empty: there are none.
constexpr vec<u32> update_in_place(plan_state& plan, lifetimes& live, piece_table const& pieces) {
  jaxpr const& j = plan.j;
  loop_plan& p = plan.p;
  vec<u32> updates;
  for (u32 k = j.eqns.size(); k-- > 0;) { // backwards: the array may itself be an update
    eqn const& e = j.eqns[k];
    if (!e.prim->updates || plan.lowering[k] != lowered_as::node || !is_last_to_read(plan, live, pieces, e)) continue;
    u32 const x = j.operands(e)[0].var();
    if (p.places[e.out].memory >= 0) p.places[x].memory = p.places[e.out].memory;
    else {
      updates.resize(j.vars.size(), node::none);
      updates[e.out] = x;
      if (live.last_use[e.out] > live.last_use[x]) live.last_use[x] = live.last_use[e.out];
    }
  }
  return updates;
}

} // namespace constax::inline CONSTAX_TAG::detail
