// SPDX-License-Identifier: BSL-1.0
#pragma once
// stages: a value that is needed outside its kernel is ready one stage later; equations of equal nest and stage are one kernel, up to a
// bounded size.
#include <constax/plan/cuts.hpp>
#include <constax/plan/tiles.hpp>

namespace constax::inline CONSTAX_TAG::detail {

struct stager : classifier {
  using classifier::classifier;

  vec<i32> not_before; // of each equation, once `sink` has run

  constexpr i32 find_kernel(shape const& nest, u32 stage, u32 segment, int region_axis, u32 part) const {
    node const* const nodes = p.nodes.begin();
    for (u32 k = p.nodes.size(); k-- > 0;) {
      node const& n = nodes[k];
      if (n.stage != stage || n.kind != node_kind::kernel) continue;
      if (any_loops)
        if (n.segment != segment || n.region_axis != region_axis || n.part != part || !(n.nest == nest)) continue;
      return static_cast<i32>(k);
    }
    return -1;
  }

  /// Sums of products that leave a region: where there are more than registers, they come into kernels of their own, each of as many as it
  /// keeps in registers from strip to strip. (gmm's gradient, d = 10, has 55 of them, from 20 factors.)
  static constexpr u32 most_sums = vector_registers - 2; // and their factors
  vec<u32> tile_of;                                      // of each equation: its kernel of sums; 0: none
  constexpr void choose_tiles() {
    vec<vec<u32>> sums(region.passes + 1); // of each pass
    for (u32 k = 0; k < j.eqns.size(); ++k)
      if (segment_of(k) & 1 && j.eqns[k].prim->kind == kind::contraction && sums_over_region(j.eqns[k])) sums[segment_of(k) / 2].push(k);
    tiling tiles(*this, most_sums);
    for (vec<u32> const& of_pass : sums) {
      u32 all = 0;
      for (u32 k : of_pass) all += cost_of(j.eqns[k]);
      if (all > most_sums) tiles.cover(of_pass);
    }
    tile_of = static_cast<vec<u32>&&>(tiles.tile_of);
  }
  /// Does e, which a region has, leave it?
  constexpr bool sums_over_region(eqn const& e) const { return is_exit(e) && region.along[e.out] < 0; }

  /// Kernels that would hold too many operations are cut (cuts.hpp) -> was there any? Then the stages have to be found again.
  vec<u32> part_of; // of each equation: the part of such a kernel, counted on from the tiles; 0: of none. Empty until it is known which are
                    // too large
  constexpr bool cut_kernels() {
    u32 next = j.eqns.size() + 1; // tiles are fewer
    for (u32 n = 0; n < p.nodes.size(); ++n) {
      if (ops[n] <= max_ops) continue;
      if (part_of.empty()) part_of.resize(j.eqns.size());
      vec<u32> eqns;
      for (u32 k = 0; k < j.eqns.size(); ++k)
        if (hows[k] == how::kernel && home[j.eqns[k].out] == static_cast<i32>(n)) eqns.push(k);
      cut_where_few_cross(*this, eqns, max_ops, part_of, next);
    }
    return !part_of.empty();
  }
  /// The number that equations of one kernel share.
  constexpr u32 number_of_part(u32 k, bool leaves) const { return leaves && tile_of[k] ? tile_of[k] : part_of.empty() ? 0 : part_of[k]; }

  /// A cumulative operation that gives a reduction's result on its way is one node with it.
  vec<u32> together; // of each equation: the other one; node::none: there is none
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
      int const axis = summed[e.out];
      if (shape_of(e.out).rank + 1 != shape_of(j.eqns[by].out).rank || axis != j.params(j.eqns[by])[0] || segment_of(k) != segment_of(by))
        continue;
      if (segment_of(k) & 1) // strips of the one must be strips of the other
        if (int const d = region.along[j.eqns[by].out]; region.along[e.out] != d - (d > axis)) continue;
      together[by] = k, together[k] = by;
    }
  }

  constexpr u32 new_node(node_kind kind, u32 stage, shape const& nest, u32 segment, int region_axis, u32 eqn = 0) {
    node n;
    n.kind = kind, n.stage = stage, n.nest = nest, n.eqn = eqn, n.segment = segment;
    n.region_axis = static_cast<i8>(region_axis), n.lane_axis = static_cast<i8>(nest.rank - 1);
    p.nodes.push(n), ops.push(0);
    return p.nodes.size() - 1;
  }

  constexpr u32 cost_in_registers(eqn const& e) const {
    if (!any_loops)
      if (p.made[e.out]) return registers_of_rows(shape_of(e.out), p.made[e.out], CONSTAX_VECTOR_BYTES / info(j.type(e.out).type).bytes);
    return cost_of(e);
  }
  /// Each equation goes to the earliest kernel of its nest that has what it needs.
  constexpr void stages() {
    u32 const nv = j.vars.size();
    home = vec<i32>(nv, -1), ready = vec<i32>(nv, -1), in_memory = kept = vec<bool>(nv);
    u32 const* const types = j.vars.begin();
    u32 const* const segments = region.segment.begin();
    bool const has_regions = any_loops && region.passes > 0;
    bool* const keep = kept.begin();
    i32 const* const homes = home.begin();
    if (has_regions) choose_tiles();
    if (any_loops) together = {}, find_totals();
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
      if (any_loops) nest = nest_of_type[types[e.out]];
      i32 exit = -1;
      node_kind own = node_kind::copy;
      switch (e.prim->kind) {
      case kind::elementwise:
      case kind::source:
      case kind::size: break;
      case kind::movement:
        if (!any_loops) hows[k] = how_of_movement(e);
        else if (beyond_of(atom{static_cast<i32>(e.out)})) nest = nest_of_type[types[xs[0].var()]];
        else if (changes_nothing(j, e)) own = node_kind::pack;
        break;
      case kind::contraction:
        if (unrolls(e)) break;
        if (int const axis = summed[e.out]; axis < 0 || !(loops_of(xs[0]) >> axis & 1)) {
          hows[k] = how::node, own = node_kind::dot;
          break;
        }
        [[fallthrough]];
      case kind::reduction: {
        if (!any_loops) break;
        if (other != node::none) {
          hows[k] = how::node, own = node_kind::scanned;
          break;
        }
        u32 const lx = loops_of(xs[0]);
        shape const& s = shape_of(xs[0]);
        int const axis = summed[e.out];
        if (!(lx >> axis & 1) && s[axis] == extent(0)) break; // of nothing: a value that comes from nowhere, in its own nest
        nest = nest_of(s, lx);
        if (i8 const n = beyond_of(xs[0])) nest[0] = nest[0] + extent(static_cast<i64>(n));
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
        if (scans(e)) hows[k] = how::node, own = node_kind::scanned;
        break;
      case kind::locate: hows[k] = how::node, own = node_kind::locate; break;
      case kind::sort: hows[k] = how::node, own = node_kind::sorted; break;
      case kind::indexed:
        if (!any_loops || !gathers_in_loops(e)) hows[k] = how::node, own = node_kind::indexed;
        break;
      case kind::control: hows[k] = how::node, own = node_kind::control; break;
      case kind::annotation:
      case kind::call: break;
      }
      if (hows[k] == how::view) {
        ready[e.out] = ready[xs[0].var()];
        if (any_loops)
          if (has_regions) made_in[e.out] = made_in[xs[0].var()];
        need(xs[0]);
        continue;
      }
      u32 segment = 0;
      int region_axis = -1; // of the nest, or of a node's result
      if (any_loops) {
        if (has_regions) segment = segments[k];
        if (segment & 1) {
          if (hows[k] == how::node) region_axis = region.along[j.eqns[of_node].out];
          // though its operand's strips may run along the axis that is summed: then they are there before the pass
          else if (region.along[e.out] >= 0) {
            region_axis = place_in_nest(e.out);
            if (exit >= 0 && region_axis >= exit) ++region_axis;
          } else region_axis = exit;
        }
      }
      bool const leaves = exit >= 0 && exit == region_axis;
      u32 const part = any_loops ? number_of_part(k, leaves) : 0;
      i32 stage = 0;
      if (any_loops)
        if (!not_before.empty()) stage = not_before[k];
      node const* const nodes = p.nodes.begin();
      for (u32 i = 0; i < e.n_in; ++i) {
        i32 const v = xs[i].id;
        if (v < 0) continue;
        bool here = keep[v] && hows[k] == how::kernel;
        if (any_loops) {
          if (has_regions && made_in.begin()[v] != static_cast<i32>(segment)) continue; // complete before this segment begins
          here = here && !stays_in_memory(e, i) && nodes[homes[v]].nest == nest && nodes[homes[v]].region_axis == region_axis &&
                 (leaves || nodes[homes[v]].part == part);
        }
        i32 const s = here ? static_cast<i32>(nodes[homes[v]].stage) : ready.begin()[v] + 1;
        if (s > stage) stage = s;
      }
      if (hows[k] == how::node) {
        i32 const n = static_cast<i32>(new_node(own, static_cast<u32>(stage), {}, segment, region_axis, of_node));
        for (atom a : xs) need(a);
        for (u32 v = e.out; v < e.out + e.n_out; ++v) home[v] = n, in_memory[v] = true;
        if (other != node::none) {
          u32 const v = j.eqns[other].out;
          hows[other] = how::node, home[v] = n, in_memory[v] = true, ready[v] = stage;
          if (has_regions) made_in[v] = static_cast<i32>(segment);
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
              (at.exit_axis != exit || (at.exit_class ^ exit_class) >> (leaves ? 16 : 0) || at.beyond != beyond_of(xs[0])))
            continue;
          if (!any_loops || !part_of.empty())
            if (ops[static_cast<u32>(n)] && ops[static_cast<u32>(n)] + cost > max_ops) continue;
          break;
        }
        node& at = p.nodes[static_cast<u32>(n)];
        if (exit >= 0) {
          at.exit_class = at.exit_axis < 0 || at.exit_class == exit_class ? exit_class : exit_class >> 16 << 16;
          at.exit_axis = static_cast<i8>(exit), at.beyond = beyond_of(xs[0]), in_memory[e.out] = true;
        }
        ops[static_cast<u32>(n)] += cost;
        at.flops += e.prim->flops * cost, at.transcendental += e.prim->transcendental ? cost : 0, ++at.n_eqns;
        for (u32 i = 0; i < e.n_out; ++i) home[e.out + i] = n, kept[e.out + i] = exit < 0 && p.made[e.out] == p.loops[e.out];
        for (u32 i = 0; i < e.n_in; ++i)
          if (i32 const v = xs[i].id; v >= 0 && !(homes[v] == n && keep[v])) in_memory.begin()[v] = true;
      }
      for (u32 i = 0; i < e.n_out; ++i) ready[e.out + i] = stage;
      if (any_loops)
        if (has_regions)
          for (u32 i = 0; i < e.n_out; ++i) made_in[e.out + i] = static_cast<i32>(segment);
    }
  }

  /// Equations that wait for nothing but memory which is there anyway run where their first reader does: earlier, in a kernel of their own,
  /// they would leave their results in memory.
  constexpr void sink() {
    u32 const n = j.eqns.size();
    vec<bool> free(n);
    vec<i32> latest(n, 1 << 30);
    bool any = false;
    for (u32 k = 0; k < n; ++k) {
      free[k] = hows[k] == how::kernel && !is_exit(j.eqns[k]);
      for (atom a : j.operands(j.eqns[k]))
        if (!a.is_literal() && maker[a.var()] != ~0u && segment_of(maker[a.var()]) == segment_of(k))
          free[k] = free[k] && free[maker[a.var()]];
    }
    for (atom a : j.outs)
      if (!a.is_literal() && maker[a.var()] != ~0u) latest[maker[a.var()]] = -1;
    not_before = vec<i32>(n);
    for (u32 k = n; k-- > 0;) {
      if (hows[k] == how::view) continue;
      node const& mine = p.nodes[static_cast<u32>(home[j.eqns[k].out])];
      i32 at = static_cast<i32>(mine.stage);
      if (free[k] && latest[k] > at && latest[k] < 1 << 30) at = not_before[k] = latest[k], any = true;
      for (u32 i = 0; i < j.eqns[k].n_in; ++i) {
        atom const a = j.operands(j.eqns[k])[i];
        if (a.is_literal() || maker[a.var()] == ~0u) continue;
        u32 const root = root_of(a.var());
        if (maker[root] == ~0u || segment_of(maker[root]) != segment_of(k)) continue;
        node const& its = p.nodes[static_cast<u32>(home[root])];
        bool const here = root == a.var() && hows[k] == how::kernel && !stays_in_memory(j.eqns[k], i) && its.nest == mine.nest &&
                          its.region_axis == mine.region_axis && its.part == mine.part && p.made[root] == p.loops[root];
        i32& bound = latest[maker[root]];
        if (at - !here < bound) bound = at - !here;
      }
    }
    if (!any) not_before = {};
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
