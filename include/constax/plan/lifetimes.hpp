// SPDX-License-Identifier: BSL-1.0
#pragma once
// lifetimes : nodes with stages -> from which stage to which each variable's memory is needed
#include <constax/plan/plan_state.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// The stage from which v needs memory: all of it exists while its region runs.
constexpr u32 first_needed(plan_state const& plan, u32 v) {
  if (plan.any_loops && plan.region.passes && plan.in_region[plan.region.segment[plan.definition[v]]] && !plan.in_strips(v))
    return plan.first_stage[plan.region.segment[plan.definition[v]]];
  return static_cast<u32>(plan.available_after[v]);
}

struct lifetimes {
  vec<i32> last_use; // of each variable in memory: the last stage that reads it, -1: none
  /// Of each variable in memory, in programs with regions: the node that reads it in the last stage that does; or `elsewhere`: several do,
  /// or one does not where it makes its own elements.
  vec<i32> last_reader;
  static constexpr i32 elsewhere = -2, end = 1 << 30; // results are read at the end

  constexpr explicit lifetimes(u32 n_vars) : last_use(n_vars, -1) {}

  /// Uses, through views.
  constexpr void find(plan_state const& plan) {
    bool const has_views = [&] {
      for (lowered_as l : plan.lowering)
        if (l == lowered_as::view) return true;
      return false;
    }();
    jaxpr const& j = plan.j;
    i32* const last = last_use.first;
    atom const* const atoms = j.atoms.first;
    bool const regions = plan.any_loops && plan.region.passes > 0;
    if (regions) last_reader = vec<i32>(j.vars.size(), -1);
    u32 at = 0;
    for (eqn const& e : j.eqns) {
      if (plan.lowering.first[at++] == lowered_as::view) continue;
      node const& n = plan.p.nodes[static_cast<u32>(plan.owner[e.out])];
      bool const in_region = regions && plan.in_region[n.segment];
      for (u32 i = 0; i < e.n_in; ++i) {
        atom const a = atoms[e.in + i];
        if (a.id < 0) continue;
        u32 const r = has_views ? plan.root_of(a.var()) : a.var();
        i32 s = static_cast<i32>(n.stage);
        if (regions) {
          if (in_region && !plan.in_strips(r)) s = static_cast<i32>(plan.last_stage[n.segment]);
          note_reader(r, s, static_cast<u32>(a.id) == r && !plan.stays_in_memory(e, i) ? plan.owner.first[e.out] : elsewhere);
        }
        if (s > last[r]) last[r] = s;
      }
    }
  }

private:
  constexpr void note_reader(u32 v, i32 stage, i32 node) {
    if (stage > last_use.first[v]) last_reader.first[v] = node;
    else if (stage == last_use.first[v] && last_reader.first[v] != node) last_reader.first[v] = elsewhere;
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
