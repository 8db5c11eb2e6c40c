// SPDX-License-Identifier: BSL-1.0
#pragma once
// assign_stages : plan_state -> nodes, owner, available_after, in_memory, in_registers, made_in
//
// A value that is needed outside its kernel is available one stage later. Each equation goes to the earliest kernel of its nest that has
// what the equation needs; equations of equal nest and stage are one kernel, up to a bounded size.
#include <constax/plan/prepare.hpp>
#include <constax/plan/tiles.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// What is known once stages have been assigned, and changes them. Of each equation; empty: of none.
struct stage_bounds {
  vec<u32> part_of;    // the part of a kernel that is cut (cuts.hpp); 0: of none
  vec<i32> not_before; // the stage before which it does not run (sink.hpp)
};

class stage_assignment {
public:
  constexpr stage_assignment(plan_state& state, stage_bounds const& known) : plan(state), bounds(known) {}

  constexpr void operator()() {
    u32 const nv = j.vars.count;
    plan.owner = vec<i32>(nv, -1), plan.available_after = vec<i32>(nv, -1), plan.in_memory = plan.in_registers = vec<bool>(nv);
    p.nodes = {}, plan.ops = {};
    if (has_regions) tile_of = choose_tiles(plan);
    if (plan.any_loops) find_totals();
    for (u32 k = 0; k < j.eqns.count; ++k) {
      placing at{k, j.eqns.first[k], j.operands(j.eqns.first[k])};
      if (!together.empty()) {
        at.other = together.first[k];
        if (at.other != node::none && at.other < k) continue; // made together
        if (at.other != node::none && at.e.prim->kind == kind::reduction) at.of_node = at.other;
      }
      if (plan.any_loops) at.nest = plan.nest_of_type.first[j.vars.first[at.e.out]];
      find_kind(at);
      if (plan.lowering.first[k] == lowered_as::view) {
        look_at_memory(at);
        continue;
      }
      if (has_regions) find_region(at);
      find_stage(at);
      plan.lowering.first[k] == lowered_as::node ? make_node(at) : put_into_kernel(at);
      for (u32 v = at.e.out; v < at.e.out + at.e.n_out; ++v) {
        plan.available_after[v] = at.stage;
        if (has_regions) plan.made_in[v] = static_cast<i32>(at.segment);
      }
    }
  }

private:
  plan_state& plan;
  stage_bounds const& bounds;
  loop_plan& p = plan.p;
  jaxpr const& j = plan.j;
  bool const has_regions = plan.any_loops && plan.region.passes > 0;
  vec<u32> tile_of;  // of each equation: its kernel of sums; 0: none
  vec<u32> together; // of each equation: the other of find_totals; node::none: there is none

  /// Where an equation goes.
  struct placing {
    u32 k;
    eqn const& e;
    range<atom> xs;
    u32 other = node::none, of_node = k; // the equation that is made together with it; the one whose result the node is made along
    shape nest = {};
    i32 exit = -1;                   // the axis of the nest that is summed over
    node_kind own = node_kind::copy; // if it is a node by itself
    u32 segment = 0;
    int region_axis = -1; // of the nest, or of a node's result
    i32 stage = 0;

    constexpr bool leaves_region() const { return exit >= 0 && exit == region_axis; }
  };

  /// The nest of a kernel, and the axis that it sums over; or the kind of node.
  constexpr void find_kind(placing& at) {
    auto const alone = [&](node_kind own) { plan.lowering[at.k] = lowered_as::node, at.own = own; };
    eqn const& e = at.e;
    switch (e.prim->kind) {
    case kind::elementwise:
    case kind::source:
    case kind::size: break;
    case kind::movement:
      if (!plan.any_loops) break;
      if (plan.beyond_of(atom{static_cast<i32>(e.out)})) at.nest = plan.nest_of_type[j.vars[at.xs[0].var()]];
      else if (changes_nothing(j, e)) at.own = node_kind::pack;
      break;
    case kind::contraction:
      if (plan.any_loops ? plan.unrolls(e) : products_of(j, e) <= most_unrolled_products) break;
      if (int const axis = plan.summed[e.out]; axis < 0 || !(plan.loops_of(at.xs[0]) >> axis & 1)) {
        alone(node_kind::dot);
        break;
      }
      [[fallthrough]];
    case kind::reduction:
      if (!plan.any_loops) break;
      if (at.other != node::none) alone(node_kind::scanned);
      else find_exit(at);
      break;
    case kind::cumulative: // along an unrolled axis: in registers
      if (scans(e)) alone(node_kind::scanned);
      break;
    case kind::locate: alone(node_kind::locate); break;
    case kind::sort: alone(node_kind::sorted); break;
    case kind::indexed:
      if (!plan.any_loops || !plan.gathers_in_loops(e)) alone(node_kind::indexed);
      break;
    case kind::routine: alone(node_kind::routine); break;
    case kind::control: alone(node_kind::control); break;
    case kind::annotation:
    case kind::call: break;
    }
  }
  /// Of a sum: the nest is its operand's, and the axis is left there if it is a loop.
  constexpr void find_exit(placing& at) {
    u32 const lx = plan.loops_of(at.xs[0]);
    shape const& s = plan.shape_of(at.xs[0]);
    int const axis = plan.summed[at.e.out];
    if (!(lx >> axis & 1) && s[axis] == extent(0)) return; // of nothing: a value that comes from nowhere, in its own nest
    at.nest = nest_of(s, lx);
    if (i8 const n = plan.beyond_of(at.xs[0])) at.nest[0] = at.nest[0] + extent(static_cast<i64>(n));
    u32 loops = 0;
    for (int d = 0, to = 0; d < s.rank; ++d) {
      if (d == axis) continue;
      loops |= (lx >> d & 1) << to++;
    }
    if (lx >> axis & 1) {
      at.exit = 0;
      for (int d = 0; d < axis; ++d) at.exit += lx >> d & 1;
    } else p.made[at.e.out] = loops; // stays in registers, in the operand's nest
  }
  /// A view is there when what it looks at is.
  constexpr void look_at_memory(placing const& at) {
    u32 const x = at.xs[0].var();
    plan.available_after[at.e.out] = plan.available_after[x];
    if (has_regions) plan.made_in[at.e.out] = plan.made_in[x];
    plan.need(at.xs[0]);
  }
  constexpr void find_region(placing& at) const {
    at.segment = plan.region.segment.first[at.k];
    if (!(at.segment & 1)) return;
    if (plan.lowering[at.k] == lowered_as::node) {
      at.region_axis = plan.region.along[j.eqns[at.of_node].out];
      if (!plan.region.scattered.empty() && plan.region.scattered[at.k] >= 0) at.region_axis = at.exit = plan.region.scattered[at.k];
    }
    // though its operand's strips may run along the axis that is summed: then they are there before the pass
    else if (plan.region.along[at.e.out] >= 0) {
      at.region_axis = plan.place_in_nest(at.e.out);
      if (at.exit >= 0 && at.region_axis >= at.exit) ++at.region_axis;
    } else at.region_axis = at.exit;
  }
  /// The first stage at which all that it reads is there: in the registers of its kernel, or in memory.
  constexpr void find_stage(placing& at) const {
    if (plan.any_loops && !bounds.not_before.empty()) at.stage = bounds.not_before[at.k];
    u32 const part = part_of(at);
    node const* const nodes = p.nodes.first;
    bool const in_kernel = plan.lowering.first[at.k] == lowered_as::kernel;
    bool const* const keep = plan.in_registers.first;
    i32 const* const owners = plan.owner.first;
    for (u32 i = 0; i < at.e.n_in; ++i) {
      i32 const v = at.xs.first[i].id;
      if (v < 0) continue;
      bool here = keep[v] && in_kernel;
      if (plan.any_loops) {
        if (has_regions && plan.made_in.first[v] != static_cast<i32>(at.segment)) continue; // complete before this segment begins
        here = here && !plan.stays_in_memory(at.e, i) && nodes[owners[v]].nest == at.nest &&
               nodes[owners[v]].region_axis == at.region_axis && (at.leaves_region() || nodes[owners[v]].part == part);
      }
      i32 const s = here ? static_cast<i32>(nodes[owners[v]].stage) : plan.available_after.first[v] + 1;
      if (s > at.stage) at.stage = s;
    }
  }
  constexpr void make_node(placing& at) {
    i32 const n = static_cast<i32>(new_node(at.own, static_cast<u32>(at.stage), {}, at.segment, at.region_axis, at.of_node));
    p.nodes.back().exit_axis = static_cast<i8>(at.exit);
    for (atom a : at.xs) plan.need(a);
    for (u32 v = at.e.out; v < at.e.out + at.e.n_out; ++v) plan.owner[v] = n, plan.in_memory[v] = true;
    if (at.other == node::none) return;
    u32 const v = j.eqns[at.other].out;
    plan.lowering[at.other] = lowered_as::node, plan.owner[v] = n, plan.in_memory[v] = true, plan.available_after[v] = at.stage;
    if (has_regions) plan.made_in[v] = static_cast<i32>(at.segment);
    p.nodes.back().total = at.of_node == at.k ? at.other : at.k;
  }
  constexpr void put_into_kernel(placing& at) {
    eqn const& e = at.e;
    u32 const cost = cost_in_registers(e), part = part_of(at);
    dtype const t = j.type(e.out).type;
    u32 const exit_class = at.exit < 0 ? 0 : static_cast<u32>(chains_of(t)) << 16 | cost * info(t).bytes;
    i32 n;
    for (;; ++at.stage) { // a kernel has one exit axis and a bounded size
      n = find_kernel(at.nest, static_cast<u32>(at.stage), at.segment, at.region_axis, part);
      if (n < 0)
        n = static_cast<i32>(new_node(node_kind::kernel, static_cast<u32>(at.stage), at.nest, at.segment, at.region_axis)),
        p.nodes.back().part = part;
      node const& its = p.nodes[static_cast<u32>(n)];
      // Strips bring forward each sum by itself; where a kernel adds up all of an axis, its sums have the same groups.
      if (at.exit >= 0 && its.exit_axis >= 0 &&
          (its.exit_axis != at.exit || (its.exit_class ^ exit_class) >> (at.leaves_region() ? 16 : 0) ||
           its.beyond != plan.beyond_of(at.xs[0])))
        continue;
      if (!plan.any_loops || !bounds.part_of.empty())
        if (plan.ops[static_cast<u32>(n)] && plan.ops[static_cast<u32>(n)] + cost > plan.max_ops) continue;
      break;
    }
    node& its = p.nodes[static_cast<u32>(n)];
    if (at.exit >= 0) {
      its.exit_class = its.exit_axis < 0 || its.exit_class == exit_class ? exit_class : exit_class >> 16 << 16;
      its.exit_axis = static_cast<i8>(at.exit), its.beyond = plan.beyond_of(at.xs[0]), plan.in_memory[e.out] = true;
    }
    plan.ops[static_cast<u32>(n)] += cost;
    its.flops += e.prim->flops * cost, its.transcendental += e.prim->transcendental ? cost : 0, ++its.n_eqns;
    for (u32 v = e.out; v < e.out + e.n_out; ++v) plan.owner[v] = n, plan.in_registers[v] = at.exit < 0 && p.made[e.out] == p.loops[e.out];
    for (atom x : at.xs)
      if (x.id >= 0 && !(plan.owner.first[x.id] == n && plan.in_registers.first[x.id])) plan.in_memory.first[x.id] = true;
  }

  constexpr i32 find_kernel(shape const& nest, u32 stage, u32 segment, int region_axis, u32 part) const {
    node const* const nodes = p.nodes.first;
    for (u32 k = p.nodes.size(); k-- > 0;) {
      node const& n = nodes[k];
      if (n.stage != stage || n.kind != node_kind::kernel) continue;
      if (plan.any_loops)
        if (n.segment != segment || n.region_axis != region_axis || n.part != part || !(n.nest == nest)) continue;
      return static_cast<i32>(k);
    }
    return -1;
  }

  /// The number that equations of one kernel share.
  constexpr u32 part_of(placing const& at) const {
    if (!plan.any_loops) return 0;
    return at.leaves_region() && tile_of[at.k] ? tile_of[at.k] : bounds.part_of.empty() ? 0 : bounds.part_of[at.k];
  }

  /// A cumulative operation that gives a reduction's result on its way is one node with it.
  constexpr bool scans(eqn const& e) const { return e.prim->kind == kind::cumulative && (p.loops[e.out] >> j.params(e)[0] & 1); }
  constexpr void find_totals() {
    vec<u32> scanned; // of each variable: the equation that might give its total
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      eqn const& e = j.eqns[k];
      if (!e.prim->total || !scans(e) || j.operands(e)[0].is_literal()) continue;
      if (scanned.empty()) scanned.resize(j.vars.size(), node::none), together.resize(j.eqns.size(), node::none);
      scanned[j.operands(e)[0].var()] = k;
    }
    if (scanned.empty()) return;
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      eqn const& e = j.eqns[k];
      if (e.prim->kind != kind::reduction || j.operands(e)[0].is_literal()) continue;
      u32 const by = scanned[j.operands(e)[0].var()];
      if (by == node::none || j.eqns[by].prim->total != e.prim->tag || together[by] != node::none) continue;
      int const axis = plan.summed[e.out];
      if (plan.shape_of(e.out).rank + 1 != plan.shape_of(j.eqns[by].out).rank || axis != j.params(j.eqns[by])[0] ||
          plan.segment_of(k) != plan.segment_of(by))
        continue;
      if (plan.segment_of(k) & 1) // strips of the one must be strips of the other
        if (int const d = plan.region.along[j.eqns[by].out]; plan.region.along[e.out] != d - (d > axis)) continue;
      together[by] = k, together[k] = by;
    }
  }

  constexpr u32 new_node(node_kind kind, u32 stage, shape const& nest, u32 segment, int region_axis, u32 eqn = 0) {
    node n;
    n.kind = kind, n.stage = stage, n.nest = nest, n.eqn = eqn, n.segment = segment;
    n.region_axis = static_cast<i8>(region_axis), n.lane_axis = static_cast<i8>(nest.rank - 1);
    p.nodes.push(n), plan.ops.push(0);
    return p.nodes.size() - 1;
  }

  constexpr u32 cost_in_registers(eqn const& e) const {
    if (!plan.any_loops)
      if (p.made[e.out])
        return registers_of_rows(plan.shape_of(e.out), p.made[e.out], CONSTAX_VECTOR_BYTES / info(j.type(e.out).type).bytes);
    return plan.cost_of(e);
  }
};

constexpr void assign_stages(plan_state& plan, stage_bounds const& bounds) { stage_assignment(plan, bounds)(); }

} // namespace constax::inline CONSTAX_TAG::detail
