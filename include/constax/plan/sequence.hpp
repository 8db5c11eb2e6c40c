// SPDX-License-Identifier: BSL-1.0
#pragma once
// sequence : values have places -> nodes in order, steps, registers, exits
//
// Nodes in the order in which they run, and the steps of each kernel: loads before first use, stores right after the equation
// that makes the value.
#include <constax/plan/packs.hpp>
#include <constax/plan/phases.hpp>
#include <constax/plan/schedule.hpp>

namespace constax::inline CONSTAX_TAG::detail {

class sequencing {
public:
  constexpr explicit sequencing(plan_state& state) : plan(state) {}

  constexpr void operator()() { order_nodes(), order_equations(), write_steps(); }

private:
  plan_state& plan;
  loop_plan& p = plan.p;
  jaxpr const& j = plan.j;
  vec<vec<u32>> eqns_of; // of each node
  vec<u32> of_first;     // of each node: equations of the first phase
  vec<u32> renumbered;   // of each node, as passes before know it: its number in order

  /// Nodes in order of stages; each stage keeps the order in which its nodes came up.
  constexpr void order_nodes() {
    renumbered = vec<u32>(p.nodes.size());
    vec<node> nodes;
    u32 stages = 0;
    for (node const& n : p.nodes)
      if (n.stage >= stages) stages = n.stage + 1;
    vec<vec<u32>> of_stage(stages);
    for (u32 k = 0; k < p.nodes.size(); ++k) of_stage[p.nodes[k].stage].push(k);
    u32 open = ~0u; // the region whose nodes come now
    for (vec<u32> const& ks : of_stage)
      for (u32 k : ks) {
        node const& n = p.nodes[k];
        if (n.kind == node_kind::pack && is_turned(plan, n.eqn)) continue;
        if (n.kind == node_kind::kernel && n.n_eqns == 0) continue; // all of it is computed where it is read
        if (plan.any_loops && plan.region.passes && plan.in_region[n.segment] && (open == ~0u || nodes[open].segment != n.segment)) {
          open = nodes.size();
          node r;
          r.kind = node_kind::region, r.segment = n.segment, r.stage = n.stage, r.region = n.segment / 2;
          r.nest.push(plan.region.lengths[r.region]), r.strip = plan.strips[r.region];
          r.lane_costs[0] = plan.lane_costs[r.region].along_axis, r.lane_costs[1] = plan.lane_costs[r.region].along_last;
          nodes.push(r);
        }
        if (plan.region.passes && plan.in_region[n.segment]) ++nodes[open].body;
        renumbered[k] = nodes.size(), nodes.push(n);
      }
    p.nodes = static_cast<vec<node>&&>(nodes);
    p.n_regions = plan.region.passes;
    for (i32& h : plan.owner)
      if (h >= 0) h = static_cast<i32>(renumbered[static_cast<u32>(h)]);
  }
  /// The equations of each kernel, in their order.
  constexpr void order_equations() {
    eqns_of = vec<vec<u32>>(p.nodes.size());
    for (u32 k = 0; k < j.eqns.size(); ++k)
      if (plan.lowering[k] == lowered_as::kernel) eqns_of[static_cast<u32>(plan.owner[j.eqns[k].out])].push(k);
    of_first = vec<u32>(p.nodes.size());
    if (plan.any_loops) {
      scheduling in_time(plan);
      for (u32 n = 0; n < p.nodes.size(); ++n) {
        if (p.nodes[n].kind != node_kind::kernel || p.nodes[n].nest.rank == 0) continue;
        if (!p.nodes[n].pointwise) of_first[n] = slow_first(plan, p.nodes[n], eqns_of[n]);
        in_time.order(eqns_of[n], 0, of_first[n]), in_time.order(eqns_of[n], of_first[n], eqns_of[n].size());
      }
    }
    for (u32 k = 0; k < plan.scattered_by.size(); ++k)
      if (plan.scattered_by[k] != node::none) eqns_of[renumbered[plan.scattered_by[k]]].push(k);
    if (plan.region.passes)
      for (vec<u32> const& of_node : eqns_of)
        for (u32 k : of_node)
          if (plan.in_region[plan.region.segment[k]] && plan.sums_over_region(j.eqns[k])) p.exits.push({k, plan.region.segment[k] / 2});
  }
  constexpr void write_steps() {
    p.regs.resize(j.vars.size()), p.operand_reg.resize(j.atoms.size());
    vec<u32> loaded(j.vars.size(), ~0u), loaded_in(j.vars.size(), ~0u);
    i32 const* const owners = plan.owner.first;
    u32 const* const types = j.vars.first;
    aval const* const avals = j.avals.first;
    for (u32 n = 0; n < p.nodes.size(); ++n) {
      node& at = p.nodes[n];
      if (at.kind != node_kind::kernel) continue;
      vec<step> pre;
      at.steps = p.steps.size();
      u32 const row_lanes = plan.any_loops ? 0 : lanes_of_rows(at, eqns_of[n]);
      u32 phase = 2 * n, done = 0;
      for (u32 k : eqns_of[n]) {
        eqn const& e = j.eqns[k];
        if (plan.any_loops && of_first[n])
          if (done++ == of_first[n]) at.second = p.steps.size() - at.steps, ++phase; // which loads for itself
        u32 i = e.in;
        if (plan.any_loops) i += plan.in_memory_of(e);
        for (; i < e.in + e.n_in; ++i) {
          atom const a = j.atoms.first[i];
          if (a.is_literal()) {
            if (plan.any_loops) widen(at, j.lits[a.lit()].type);
            continue;
          }
          u32 const v = a.var();
          if (owners[v] == static_cast<i32>(n) && plan.in_registers.first[v]) { // widened when it was made
            p.operand_reg.first[i] = p.regs.first[v];
            continue;
          }
          if (plan.any_loops) widen(at, j.type(v).type);
          else if (p.loops[v]) {
            if (loaded_in[v] != phase)
              loaded_in[v] = phase, loaded[v] = take_rows(at, v, row_lanes),
              p.steps.push({step_kind::load, v, loaded[v] & ~loop_plan::pre_bit});
            p.operand_reg[i] = loaded[v];
            continue;
          }
          if (loaded_in[v] != phase) {
            bool const absent = p.loops[v] == 0 || at.nest.rank == 0;
            if (!absent || loaded_in[v] != 2 * n) { // those are loaded once
              u32& count = (absent && at.nest.rank ? at.n_pre : at.n_regs)[static_cast<u8>(j.type(v).type)];
              loaded[v] = absent && at.nest.rank ? count | loop_plan::pre_bit : count;
              (absent && at.nest.rank ? pre : p.steps).push({step_kind::load, v, count});
              count += unrolled_count(plan.shape_of(v), p.loops[v]);
            }
            loaded_in[v] = phase;
          }
          p.operand_reg[i] = loaded[v];
        }
        if (plan.any_loops && plan.is_exit(e)) {
          p.steps.push({step_kind::exit, k, 0});
          continue;
        }
        if (plan.any_loops && e.prim->updates) {
          p.steps.push({step_kind::scatter, k, 0});
          continue;
        }
        for (u32 v = e.out; v < e.out + e.n_out; ++v) {
          aval const& type = avals[types[v]];
          if (!plan.any_loops)
            if (p.made[v]) {
              p.regs[v] = take_rows(at, v, row_lanes);
              continue;
            }
          u32& n_regs = at.n_regs[static_cast<u8>(type.type)];
          if (plan.any_loops) widen(at, type.type);
          p.regs[v] = n_regs;
          n_regs += type.shape.rank == 0 ? 1 : unrolled_count(type.shape, p.made[v]);
        }
        p.steps.push({step_kind::compute, k, 0});
        for (u32 i = 0; i < e.n_out; ++i)
          if (p.places[e.out + i].memory >= 0 && plan.in_memory[e.out + i]) p.steps.push({step_kind::store, e.out + i, 0});
      }
      if (plan.any_loops) fill_lanes(at, eqns_of[n]);
      at.n_steps = p.steps.size() - at.steps;
      at.preloads = p.steps.size(), at.n_preloads = pre.size();
      p.steps.append(pre);
    }
  }

  /// Straight-line code: lanes that go along rows, one number for all values of a kernel; no more than its longest row has elements.
  constexpr u32 lanes_of_rows(node& n, vec<u32> const& eqns) const {
    if (!has_rows()) return 0;
    i64 longest = 0;
    auto const meet = [&](u32 v) {
      aval const& type = j.type(v);
      widen(n, type.type);
      if (i64 const length = row_length(type.shape); length > longest) longest = length;
    };
    for (u32 k : eqns) {
      eqn const& e = j.eqns[k];
      for (atom a : j.operands(e))
        if (!a.is_literal() && p.loops[a.var()]) meet(a.var());
      for (u32 v = e.out; v < e.out + e.n_out; ++v)
        if (p.made[v]) meet(v);
    }
    if (longest == 0) return 0;
    u8 lanes = CONSTAX_VECTOR_BYTES / n.width_bytes;
    while (lanes / 2 >= longest) lanes /= 2;
    return n.row_lanes = lanes;
  }
  /// May any value lie in rows?
  constexpr bool has_rows() const {
    for (aval const& a : j.avals)
      if (row_length(a.shape)) return true;
    return false;
  }
  /// Registers for a value in rows -> the first, as operands name it.
  constexpr u32 take_rows(node& n, u32 v, u32 lanes) const {
    u32& count = n.n_pre[static_cast<u8>(j.type(v).type)];
    u32 const first = count;
    count += registers_of_rows(plan.shape_of(v), p.loops[v], lanes);
    return first | loop_plan::pre_bit;
  }
  /// Where a kernel works in smaller elements than the widest, as many lanes as a register has of those, and two registers for each of
  /// the others: a hash takes 4.1 ns in lanes of 8 and 6.6 in lanes of 4 (AVX2), 1.5 in lanes of 16 and 2.3 in lanes of 8 (AVX-512). Where
  /// there are sums, no more lanes than those of doubles have chains; and no rows, which are turned register by register.
  constexpr void fill_lanes(node& n, vec<u32> const& eqns) const {
    u8 least = CONSTAX_VECTOR_BYTES / 16;
    for (u32 k : eqns)
      if (plan.is_exit(j.eqns[k])) least = CONSTAX_VECTOR_BYTES / 8;
    u8 bytes = n.width_bytes;
    for (u32 k : eqns) {
      eqn const& e = j.eqns[k];
      if (u8 const in = e.prim->works_in; in && in < bytes) bytes = in > least ? in : least;
      for (atom a : j.operands(e))
        if (!a.is_literal() && unrolled_count(plan.shape_of(a.var()), p.loops[a.var()]) != 1) return;
      for (u32 v = e.out; v < e.out + e.n_out; ++v)
        if (unrolled_count(plan.shape_of(v), p.made[v]) != 1) return;
    }
    if (bytes < n.width_bytes) n.width_bytes = bytes;
  }
  static constexpr void widen(node& n, dtype t) {
    if (info(t).bytes > n.width_bytes) n.width_bytes = info(t).bytes;
  }
};

constexpr void sequence(plan_state& plan) { sequencing{plan}(); }

} // namespace constax::inline CONSTAX_TAG::detail
