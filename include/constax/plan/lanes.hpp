// SPDX-License-Identifier: BSL-1.0
#pragma once
// choose_lanes : plan_state -> lane_axis and lane_costs of each node; of each region strips, lane_costs
//
// The axis of each kernel along which most of what it reads and writes lies contiguous, and how much of its axis a region takes at a time.
#include <constax/plan/plan_state.hpp>

namespace constax::inline CONSTAX_TAG::detail {

class lane_assignment {
public:
  constexpr explicit lane_assignment(plan_state& state) : plan(state) {}

  /// Lanes go where what is read and written costs least, or where the user wants them. No bit depends on it.
  constexpr void operator()() {
    vec<vec<i64>> cost(p.nodes.size());
    vec<vec<u32>> loaded_by(j.vars.size()); // a kernel loads a value once
    auto const loads = [&](u32 v, u32 n) {
      for (u32 by : loaded_by[v])
        if (by == n) return false;
      return loaded_by[v].push(n), true;
    };
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      if (plan.lowering[k] != lowered_as::kernel) continue;
      eqn const& e = j.eqns[k];
      u32 const n = static_cast<u32>(plan.owner[e.out]);
      int const rank = p.nodes[n].nest.rank;
      if (rank < 2) continue;
      if (cost[n].empty()) cost[n] = vec<i64>(static_cast<u32>(rank));
      auto const add = [&](u32 v, u32 loops) {
        for (int d = 0, axis = 0; d < plan.shape_of(v).rank; ++d)
          if (loops >> d & 1) cost[n][static_cast<u32>(axis++)] += lane_cost(v, d) * unrolled_count(plan.shape_of(v), loops);
      };
      if (joined_axis(*e.prim, j.params(e), p.loops[e.out]) >= 0)
        for (atom piece : j.operands(e)) add(piece.var(), p.loops[e.out]);
      for (u32 i = plan.in_memory_of(e); i < e.n_in; ++i)
        if (atom const a = j.operands(e)[i]; !a.is_literal() && p.loops[a.var()] &&
                                             !(plan.owner[a.var()] == static_cast<i32>(n) && plan.in_registers[a.var()]) &&
                                             loads(a.var(), n))
          add(a.var(), p.loops[a.var()]);
      if (!plan.is_exit(e) && plan.in_memory[e.out]) add(e.out, p.made[e.out]);
      node const& at = p.nodes[n]; // totals that leave a region stay in registers along its own axis; else each point fetches its chain
      if (plan.is_exit(e) && at.region_axis >= 0 && at.exit_axis == at.region_axis)
        for (u32 d = 0; d < cost[n].size(); ++d)
          if (d != static_cast<u32>(at.region_axis)) cost[n][d] += 2 * plan.cost_of(e);
    }
    // The nests of a region agree, for they share strip buffers: lanes along its axis, or along the last of each nest.
    plan.strips = vec<u32>(plan.region.passes), plan.lane_costs = vec<region_lanes>(plan.region.passes);
    for (u32 n = 0; n < p.nodes.size(); ++n) {
      node& at = p.nodes[n];
      for (u32 d = 0; d < cost[n].size(); ++d) at.lane_costs[d] = static_cast<i32>(cost[n][d]);
      if (at.region_axis < 0 || cost[n].empty()) continue;
      region_lanes& of = plan.lane_costs[at.segment / 2];
      ++of.nests, of.last += at.region_axis == at.nest.rank - 1;
      of.along_axis += at.lane_costs[at.region_axis], of.along_last += at.lane_costs[at.nest.rank - 1];
      if (int const d = plan.wanted.in(at.nest.rank); d >= 0) of.asked = true, of.asked_for_axis |= d == at.region_axis;
    }
    // Strips of columns are pieces of rows: long ones, for the processor fetches ahead along them (normalising 1000 columns: 2.5 ns an
    // element with 16, 1.0 with 128).
    for (u32 r = 0; r < plan.region.passes; ++r)
      plan.strips[r] = !plan.lane_costs[r].takes_axis() ? 16 : plan.lane_costs[r].is_last() ? 128 : 64;
    for (u32 n = 0; n < p.nodes.size(); ++n) {
      node& at = p.nodes[n];
      if (at.kind != node_kind::kernel || cost[n].empty()) continue;
      if (at.region_axis >= 0) {
        if (plan.lane_costs[at.segment / 2].takes_axis()) at.lane_axis = at.region_axis;
      } else if (int const axis = plan.wanted.in(at.nest.rank); axis >= 0) at.lane_axis = static_cast<i8>(axis);
      else
        for (u32 d = 0; d + 1 < cost[n].size(); ++d)
          if (cost[n][d] < cost[n][static_cast<u32>(at.lane_axis)]) at.lane_axis = static_cast<i8>(d);
    }
    vec<i64> const row_bytes = bytes_of_rows();
    for (u32 r = 0; r < plan.region.passes; ++r)
      if (plan.in_region[2 * r + 1]) plan.strips[r] = strip_length(r, plan.strips[r], row_bytes[r]);
  }

private:
  plan_state& plan;
  loop_plan& p = plan.p;
  jaxpr const& j = plan.j;

  /// What reading or writing a register costs with lanes along axis d of v: neighbours in memory 1, apart 8. Strip buffers adapt.
  constexpr i64 lane_cost(u32 v, int d) const {
    while (plan.is_view(v)) {
      eqn const& e = plan.eqn_of(v);
      u32 const x = j.operands(e)[0].var();
      affine_map const m = e.prim->affine(j.params(e), plan.shape_of(x));
      if (m.axis[d] < 0) return 1;
      if (m.step[d] != 1) return 8;
      d = static_cast<int>(m.axis[d]), v = x;
    }
    return plan.in_strips(v) || d == plan.shape_of(v).rank - 1 ? 1 : 8;
  }

  /// Elements of region r's axis to take at a time. Of known sizes: as many as the first-level cache has bytes, or up to twice as many: to
  /// begin a strip costs 300 cycles, and stops what comes from memory (logistic regression, 808 bytes a row: 64 rows 1.12 of by_hand,
  /// 32 1.24, 128 1.15, 256 1.18). Where nothing but the region's axis loops there is nothing to keep: short strips, so that memory and
  /// arithmetic overlap (Black-Scholes in rows of five: 1.5 of the hand-written loop's time with 128, 1.25 with 32). For each strip a
  /// product of matrices copies what it reads of the other operand: 64 rows pay for that (`mlp`: a tenth slower with 16).
  constexpr u32 strip_length(u32 r, u32 least, i64 row) const {
    bool loops_inside = false;
    for (node const& n : p.nodes) {
      if (n.segment != 2 * r + 1) continue;
      loops_inside |= n.nest.rank > 1 || n.kind == node_kind::dot || n.kind == node_kind::indexed;
      if (n.kind == node_kind::dot && least < 64) least = 64;
    }
    if (!loops_inside) return 32;
    if (row < 0) return least;
    u32 length = 256;
    while (length > least && row * length > (i64{64} << 10)) length /= 2;
    return length;
  }

  /// The axis of operand i's memory that strips of the region which has e run along; absent, whole: none.
  constexpr int axis_read(eqn const& e, u32 i) const {
    u32 v = j.operands(e)[i].var();
    int d = plan.region.along[e.out] < 0 ? plan.summed[e.out] : runs_along(j, e, i, plan.region.along[e.out]);
    for (; d >= 0 && plan.is_view(v); v = j.operands(plan.eqn_of(v))[0].var())
      d = runs_along(j, plan.eqn_of(v), 0, d);
    return d;
  }
  /// Bytes that one element of the axis brings along, in each region; -1: symbols decide.
  constexpr vec<i64> bytes_of_rows() const {
    vec<i64> bytes(plan.region.passes);
    if (bytes.empty()) return bytes;
    vec<u8> seen(j.vars.size()); // bit r: in region r
    static_assert(max_regions <= 8);
    auto const add = [&](u32 r, u32 v, int axis) {
      if (axis < 0 || bytes[r] < 0 || (seen[v] >> r & 1)) return;
      seen[v] |= static_cast<u8>(1u << r);
      i64 n = info(j.type(v).type).bytes;
      for (int d = 0; d < plan.shape_of(v).rank; ++d) {
        if (d == axis) continue;
        if (!plan.shape_of(v)[d].is_number()) n = -1;
        else if (n > 0) n *= plan.shape_of(v)[d].number;
      }
      bytes[r] = n < 0 ? -1 : bytes[r] + n;
    };
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      u32 const segment = plan.region.segment[k];
      if (!plan.in_region[segment] || plan.lowering[k] == lowered_as::view) continue;
      eqn const& e = j.eqns[k];
      for (u32 i = 0; i < e.n_in; ++i) {
        atom const a = j.atoms[e.in + i];
        if (a.is_literal()) continue;
        if (u32 const root = plan.root_of(a.var()); plan.in_memory[root]) add(segment / 2, root, axis_read(e, i));
      }
      if (plan.in_memory[e.out]) add(segment / 2, e.out, plan.region.along[e.out]);
    }
    return bytes;
  }
};

constexpr void choose_lanes(plan_state& plan) { lane_assignment{plan}(); }

} // namespace constax::inline CONSTAX_TAG::detail
