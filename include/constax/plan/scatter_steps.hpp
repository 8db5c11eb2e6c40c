// SPDX-License-Identifier: BSL-1.0
#pragma once
// scatter_steps : regions of one kernel and of scatters of what it makes -> kernels that scatter, point by point
//
//   1.   kernel [n]                         stores d     ->   1.   kernel [n] one point at a time   scatters y = scatter_add
//   2.   indexed y = scatter_add x d i      reads d, i        2.   indexed y (begins as x)
//
// Lanes cost where most of the work goes to places that indices say: each lane loads and stores by itself, one after the other, and in two
// sweeps through a strip. One point at a time the additions of a point overlap the arithmetic of the next. (Forces between 88,000 pairs of
// atoms, AVX-512: 3.0 ns a pair; in lanes 6.6, and 4.5 in the best loop with intrinsics that was tried.)
//
// Each scatter takes its slices in the order of their points, as before: the same bits.
#include <constax/plan/plan_state.hpp>
#include <constax/plan/prepare.hpp>

namespace constax::inline CONSTAX_TAG::detail {

class scatter_fusion {
public:
  constexpr explicit scatter_fusion(plan_state& state) : plan(state) {}

  constexpr void operator()() {
    if (plan.region.scattered.empty() || plan.wanted.given) return;
    for (u32 s = 1; s < plan.in_region.size(); s += 2)
      if (plan.in_region[s]) take_region(s);
    if (plan.scattered_by.empty()) return;
    for (u32 v = 0; v < j.vars.size(); ++v)
      if (is_of_point(v)) plan.in_memory[v] = false;
    for (u32 k = 0; k < j.eqns.size(); ++k)
      for (u32 i = 0; i < j.eqns[k].n_in; ++i)
        if (atom const a = j.operands(j.eqns[k])[i]; !a.is_literal() && is_of_point(a.var()) && !takes_register(k, i)) plan.need(a);
    for (atom a : j.outs) plan.need(a);
  }

private:
  plan_state& plan;
  loop_plan& p = plan.p;
  jaxpr const& j = plan.j;

  /// Is v in registers of a kernel that runs point by point?
  constexpr bool is_of_point(u32 v) const {
    return plan.is_made_by_kernel(v) && plan.in_registers[v] && p.nodes[static_cast<u32>(plan.owner[v])].pointwise;
  }
  /// Does equation k take operand i, which is in registers of such a kernel, from there?
  constexpr bool takes_register(u32 k, u32 i) const {
    eqn const& e = j.eqns[k];
    i32 const owner = plan.owner[j.operands(e)[i].var()];
    if (plan.scattered_by[k] != node::none) return i > 0 && owner == static_cast<i32>(plan.scattered_by[k]);
    return plan.lowering[k] == lowered_as::kernel && !plan.stays_in_memory(e, i) && owner == plan.owner[e.out];
  }

  constexpr void take_region(u32 segment) {
    u32 kernel = node::none;
    vec<u32> scatters;
    for (u32 n = 0; n < p.nodes.size(); ++n) {
      node const& at = p.nodes[n];
      if (at.segment != segment || (at.kind == node_kind::kernel && at.n_eqns == 0)) continue;
      if (at.kind == node_kind::pack && plan.is_input(j.operands(j.eqns[at.eqn])[0].var())) continue; // it is for lanes (useless_packs)
      if (at.kind == node_kind::kernel && kernel == node::none) kernel = n;
      else if (at.kind == node_kind::indexed && at.exit_axis >= 0) scatters.push(u32{at.eqn});
      else return;
    }
    if (kernel == node::none || scatters.empty()) return;
    node& by = p.nodes[kernel];
    if (by.nest.rank != 1 || by.exit_axis >= 0) return;
    i64 elements = gathered_by(kernel);
    for (u32 k : scatters) {
      if (!has_slices_of(kernel, j.eqns[k])) return;
      elements += unrolled_count(plan.shape_of(j.operands(j.eqns[k])[1]), plan.loops_of(j.operands(j.eqns[k])[1]));
    }
    if (!pays(by, elements)) return;
    if (plan.scattered_by.empty()) plan.scattered_by.resize(j.eqns.size(), u32{node::none});
    by.pointwise = true;
    for (u32 k : scatters) plan.scattered_by[k] = kernel, p.nodes[static_cast<u32>(plan.owner[j.eqns[k].out])].pointwise = true;
  }
  /// Elements at places that indices say cost in lanes a cycle more than point by point, operations a quarter of one less, elementary
  /// functions as sixty operations.
  static constexpr bool pays(node const& n, i64 elements) { return 4 * elements > n.flops + 60 * n.transcendental; }
  /// Elements that the gathers of a kernel load for a point.
  constexpr i64 gathered_by(u32 kernel) const {
    i64 count = 0;
    for (u32 k = 0; k < j.eqns.size(); ++k)
      if (eqn const& e = j.eqns[k]; plan.lowering[k] == lowered_as::kernel && e.prim->kind == kind::indexed &&
                                    plan.owner[e.out] == static_cast<i32>(kernel))
        count += unrolled_count(plan.shape_of(e.out), p.made[e.out]);
    return count;
  }
  /// Is a point of the kernel one place of the scatter, or a few that follow each other, all of whose slices and indices the kernel has in
  /// registers, or can load?
  constexpr bool has_slices_of(u32 kernel, eqn const& e) const {
    indexed_params const params = decode<indexed_params>(j.params(e));
    if (params.at.size() == 0) return false;
    range<atom> const xs = j.operands(e);
    if (xs[1].is_literal() || plan.loops_of(xs[1]) != 1u << params.at[0] || !is_at_hand(kernel, xs[1])) return false;
    bool makes = plan.owner[xs[1].var()] == static_cast<i32>(kernel);
    for (u32 i = 2; i < e.n_in; ++i) {
      if (plan.loops_of(xs[i]) != (plan.shape_of(xs[i]).rank ? 1u : 0u) || !is_at_hand(kernel, xs[i])) return false;
      makes = makes || (!xs[i].is_literal() && plan.owner[xs[i].var()] == static_cast<i32>(kernel));
    }
    return makes;
  }
  constexpr bool is_at_hand(u32 kernel, atom a) const {
    if (a.is_literal()) return true;
    u32 const v = a.var(), root = plan.root_of(v);
    if (plan.owner[root] == static_cast<i32>(kernel)) return v == root && plan.in_registers[v] && p.made[v] == p.loops[v];
    return plan.is_input(root) || plan.segment_of(plan.definition[root]) != p.nodes[kernel].segment ||
           changes_nothing(j, plan.eqn_of(root));
  }
};

constexpr void fuse_scatters(plan_state& plan) { scatter_fusion{plan}(); }

} // namespace constax::inline CONSTAX_TAG::detail
