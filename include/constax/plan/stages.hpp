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
    u32 const nv = j.vars.size();
    plan.owner = vec<i32>(nv, -1), plan.available_after = vec<i32>(nv, -1), plan.in_memory = plan.in_registers = vec<bool>(nv);
    u32 const* const types = j.vars.first;
    u32 const* const segments = plan.region.segment.first;
    bool const has_regions = plan.any_loops && plan.region.passes > 0;
    bool* const keep = plan.in_registers.first;
    i32 const* const owners = plan.owner.first;
    p.nodes = {}, plan.ops = {};
    if (has_regions) tile_of = choose_tiles(plan);
    if (plan.any_loops) find_totals();
    bool const pairs = !together.empty();
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      eqn const& e = j.eqns[k];
      u32 other = node::none, of_node = k;
      if (pairs) {
        other = together[k];
        if (other != node::none && other < k) continue; // made together
        if (other != node::none && e.prim->kind == kind::reduction) of_node = other;
      }
      range<atom> const xs = j.operands(e);
      shape nest;
      if (plan.any_loops) nest = plan.nest_of_type[types[e.out]];
      i32 exit = -1;
      node_kind own = node_kind::copy;
      switch (e.prim->kind) {
      case kind::elementwise:
      case kind::source:
      case kind::size: break;
      case kind::movement:
        if (!plan.any_loops) break;
        if (plan.beyond_of(atom{static_cast<i32>(e.out)})) nest = plan.nest_of_type[types[xs[0].var()]];
        else if (changes_nothing(j, e)) own = node_kind::pack;
        break;
      case kind::contraction:
        if (plan.any_loops ? plan.unrolls(e) : products_of(j, e) <= most_unrolled_products) break;
        if (int const axis = plan.summed[e.out]; axis < 0 || !(plan.loops_of(xs[0]) >> axis & 1)) {
          plan.lowering[k] = lowered_as::node, own = node_kind::dot;
          break;
        }
        [[fallthrough]];
      case kind::reduction: {
        if (!plan.any_loops) break;
        if (other != node::none) {
          plan.lowering[k] = lowered_as::node, own = node_kind::scanned;
          break;
        }
        u32 const lx = plan.loops_of(xs[0]);
        shape const& s = plan.shape_of(xs[0]);
        int const axis = plan.summed[e.out];
        if (!(lx >> axis & 1) && s[axis] == extent(0)) break; // of nothing: a value that comes from nowhere, in its own nest
        nest = nest_of(s, lx);
        if (i8 const n = plan.beyond_of(xs[0])) nest[0] = nest[0] + extent(static_cast<i64>(n));
        u32 loops = 0;
        for (int d = 0, to = 0; d < s.rank; ++d) {
          if (d == axis) continue;
          loops |= (lx >> d & 1) << to++;
        }
        if (lx >> axis & 1) {
          exit = 0;
          for (int d = 0; d < axis; ++d) exit += lx >> d & 1;
        } else p.made[e.out] = loops; // stays in registers, in the operand's nest
        break;
      }
      case kind::cumulative: // along an unrolled axis: in registers
        if (scans(e)) plan.lowering[k] = lowered_as::node, own = node_kind::scanned;
        break;
      case kind::locate: plan.lowering[k] = lowered_as::node, own = node_kind::locate; break;
      case kind::sort: plan.lowering[k] = lowered_as::node, own = node_kind::sorted; break;
      case kind::indexed:
        if (!plan.any_loops || !plan.gathers_in_loops(e)) plan.lowering[k] = lowered_as::node, own = node_kind::indexed;
        break;
      case kind::routine: plan.lowering[k] = lowered_as::node, own = node_kind::routine; break;
      case kind::control: plan.lowering[k] = lowered_as::node, own = node_kind::control; break;
      case kind::annotation:
      case kind::call: break;
      }
      if (plan.lowering[k] == lowered_as::view) {
        plan.available_after[e.out] = plan.available_after[xs[0].var()];
        if (plan.any_loops)
          if (has_regions) plan.made_in[e.out] = plan.made_in[xs[0].var()];
        plan.need(xs[0]);
        continue;
      }
      u32 segment = 0;
      int region_axis = -1; // of the nest, or of a node's result
      if (plan.any_loops) {
        if (has_regions) segment = segments[k];
        if (segment & 1) {
          if (plan.lowering[k] == lowered_as::node) {
            region_axis = plan.region.along[j.eqns[of_node].out];
            if (!plan.region.scattered.empty() && plan.region.scattered[k] >= 0) region_axis = exit = plan.region.scattered[k];
          }
          // though its operand's strips may run along the axis that is summed: then they are there before the pass
          else if (plan.region.along[e.out] >= 0) {
            region_axis = plan.place_in_nest(e.out);
            if (exit >= 0 && region_axis >= exit) ++region_axis;
          } else region_axis = exit;
        }
      }
      bool const leaves = exit >= 0 && exit == region_axis;
      u32 const part = plan.any_loops ? number_of_part(k, leaves) : 0;
      i32 stage = 0;
      if (plan.any_loops)
        if (!bounds.not_before.empty()) stage = bounds.not_before[k];
      node const* const nodes = p.nodes.first;
      for (u32 i = 0; i < e.n_in; ++i) {
        i32 const v = xs[i].id;
        if (v < 0) continue;
        bool here = keep[v] && plan.lowering[k] == lowered_as::kernel;
        if (plan.any_loops) {
          if (has_regions && plan.made_in.first[v] != static_cast<i32>(segment)) continue; // complete before this segment begins
          here = here && !plan.stays_in_memory(e, i) && nodes[owners[v]].nest == nest && nodes[owners[v]].region_axis == region_axis &&
                 (leaves || nodes[owners[v]].part == part);
        }
        i32 const s = here ? static_cast<i32>(nodes[owners[v]].stage) : plan.available_after.first[v] + 1;
        if (s > stage) stage = s;
      }
      if (plan.lowering[k] == lowered_as::node) {
        i32 const n = static_cast<i32>(new_node(own, static_cast<u32>(stage), {}, segment, region_axis, of_node));
        p.nodes.back().exit_axis = static_cast<i8>(exit);
        for (atom a : xs) plan.need(a);
        for (u32 v = e.out; v < e.out + e.n_out; ++v) plan.owner[v] = n, plan.in_memory[v] = true;
        if (other != node::none) {
          u32 const v = j.eqns[other].out;
          plan.lowering[other] = lowered_as::node, plan.owner[v] = n, plan.in_memory[v] = true, plan.available_after[v] = stage;
          if (has_regions) plan.made_in[v] = static_cast<i32>(segment);
          p.nodes.back().total = of_node == k ? other : k;
        }
      } else {
        u32 const cost = cost_in_registers(e);
        dtype const t = j.type(e.out).type;
        u32 const exit_class = exit < 0 ? 0 : static_cast<u32>(chains_of(t)) << 16 | cost * info(t).bytes;
        i32 n;
        for (;; ++stage) { // a kernel has one exit axis and a bounded size
          n = find_kernel(nest, static_cast<u32>(stage), segment, region_axis, part);
          if (n < 0)
            n = static_cast<i32>(new_node(node_kind::kernel, static_cast<u32>(stage), nest, segment, region_axis)),
            p.nodes.back().part = part;
          node const& at = p.nodes[static_cast<u32>(n)];
          // Strips bring forward each sum by itself; where a kernel adds up all of an axis, its sums have the same groups.
          if (exit >= 0 && at.exit_axis >= 0 &&
              (at.exit_axis != exit || (at.exit_class ^ exit_class) >> (leaves ? 16 : 0) || at.beyond != plan.beyond_of(xs[0])))
            continue;
          if (!plan.any_loops || !bounds.part_of.empty())
            if (plan.ops[static_cast<u32>(n)] && plan.ops[static_cast<u32>(n)] + cost > plan.max_ops) continue;
          break;
        }
        node& at = p.nodes[static_cast<u32>(n)];
        if (exit >= 0) {
          at.exit_class = at.exit_axis < 0 || at.exit_class == exit_class ? exit_class : exit_class >> 16 << 16;
          at.exit_axis = static_cast<i8>(exit), at.beyond = plan.beyond_of(xs[0]), plan.in_memory[e.out] = true;
        }
        plan.ops[static_cast<u32>(n)] += cost;
        at.flops += e.prim->flops * cost, at.transcendental += e.prim->transcendental ? cost : 0, ++at.n_eqns;
        for (u32 i = 0; i < e.n_out; ++i)
          plan.owner[e.out + i] = n, plan.in_registers[e.out + i] = exit < 0 && p.made[e.out] == p.loops[e.out];
        for (u32 i = 0; i < e.n_in; ++i)
          if (i32 const v = xs[i].id; v >= 0 && !(owners[v] == n && keep[v])) plan.in_memory.first[v] = true;
      }
      for (u32 i = 0; i < e.n_out; ++i) plan.available_after[e.out + i] = stage;
      if (plan.any_loops)
        if (has_regions)
          for (u32 i = 0; i < e.n_out; ++i) plan.made_in[e.out + i] = static_cast<i32>(segment);
    }
  }

private:
  plan_state& plan;
  stage_bounds const& bounds;
  loop_plan& p = plan.p;
  jaxpr const& j = plan.j;
  vec<u32> tile_of;  // of each equation: its kernel of sums; 0: none
  vec<u32> together; // of each equation: the other of find_totals; node::none: there is none

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
  constexpr u32 number_of_part(u32 k, bool leaves) const {
    return leaves && tile_of[k] ? tile_of[k] : bounds.part_of.empty() ? 0 : bounds.part_of[k];
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
