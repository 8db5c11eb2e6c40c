// SPDX-License-Identifier: BSL-1.0
#pragma once
// make_plan : jaxpr, lanes wanted -> plan        the passes of the planner, in order
//
//   1. prepare    products that need no tiles become reductions                                   (prepare.hpp, before freezing)
//   2. split      each shape's axes into loop axes and unrolled ones                             (loop_axes; without loops rows_of)
//   3. regions    an axis whose strips run through many equations, and its passes                (regions.hpp)
//   4. classify   each equation: runs in a kernel, is a view of memory, or is a node of its own
//   5. stage      a value that is needed outside its kernel is ready one stage later; equal nest and stage: one kernel
//   6. lanes      the axis of each kernel along which most of what it reads and writes lies contiguous
//   7. place      what crosses kernels goes to memory: an output, a strip buffer, or a workspace slot shared by disjoint lifetimes
//   8. steps      loads before first use, stores right after the equation that makes the value
#include <constax/plan/recompute.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

struct planner : recomputer {
  using recomputer::recomputer;

  bool const any_loops = has_loops(j); // does any value need one? Straight-line programs, the longest ones, skip what is about nests and regions
  vec<shape> nest_of_type;
  vec<i32> not_before; // of each equation, once `sink` has run
  /// Passes 2 to 5.
  constexpr void classify() {
    u32 const nv = j.vars.size();
    hows = vec<how>(j.eqns.size());
    if (any_loops) {
      vec<u32> loops_of_type;
      for (aval const& a : j.avals) loops_of_type.push(loop_axes(a.shape)), nest_of_type.push(nest_of(a.shape, loops_of_type.back()));
      u32 const* const types = j.vars.begin();
      p.loops = vec<u32>(nv);
      for (u32 v = 0; v < nv; ++v) p.loops[v] = loops_of_type[types[v]];
    } else p.loops = rows_of(j);
    p.made = p.loops;
    if (any_loops) {
      for (u32 k = 0; k < j.eqns.size(); ++k)
        if (j.eqns[k].prim->kind == kind::movement) hows[k] = k < in_place.size() && in_place[k] ? how::view : how_of_movement(j.eqns[k]);
      if (!find_shortened()) choose_region();
    }
    stages();
    if (any_loops) {
      sink();
      if (!not_before.empty()) p.nodes = {}, ops = {}, stages();
    }
    for (atom a : j.outs) need(a);
    if (any_loops) {
      if (region.passes > 0) drop_single_nodes();
      if (region.passes > 0) find_crossings(), recompute(); // if any is left
      bool lanes = region.passes > 0;
      for (node const& n : p.nodes) lanes |= n.nest.rank > 1;
      if (lanes) p.places.resize(j.vars.size()), choose_lanes();
    }
  }

  /// Parts of arguments that a kernel would copy for others, x[k, 2]: where lanes run along a region's axis, and the argument does not, they are
  /// read where they lie, all from one address.
  vec<bool> in_place; // of each equation: found by a planner that has seen the lanes
  constexpr vec<bool> find_in_place() const {
    vec<bool> found, copied(j.vars.size());
    auto const takes_part = [&](u32 v) { return maker[v] != ~0u && hows[maker[v]] == how::kernel && is_affine(j.eqns[maker[v]]); };
    bool any = false;
    for (u32 v = 0; v < j.vars.size(); ++v) {
      if (!in_memory[v] || region.along[v] >= 0 || !takes_part(v)) continue;
      u32 of = v;
      while (takes_part(of)) of = j.operands(j.eqns[maker[of]])[0].var();
      copied[v] = maker[of] == ~0u || hows[maker[of]] == how::view, any = any || copied[v];
    }
    if (!any) return found;
    for (eqn const& e : j.eqns) {
      if (hows[maker[e.out]] == how::view) continue;
      node const& n = p.nodes[static_cast<u32>(home[e.out])];
      if (n.kind == node_kind::kernel && n.region_axis >= 0 && n.lane_axis == n.region_axis) continue;
      for (atom a : j.operands(e))
        if (!a.is_literal() && (a.var() != root_of(a.var()) || home[a.var()] != home[e.out])) copied[root_of(a.var())] = false;
    }
    for (atom a : j.outs)
      if (!a.is_literal()) copied[root_of(a.var())] = false;
    found.resize(j.eqns.size());
    any = false;
    for (u32 v = 0; v < j.vars.size(); ++v)
      for (u32 of = v; copied[v] && takes_part(of); of = j.operands(j.eqns[maker[of]])[0].var()) found[maker[of]] = any = true;
    if (!any) return {};
    return given_order(found);
  }
  static constexpr bool is_affine(eqn const& e) { return e.prim->kind == kind::movement && e.prim->affine && e.n_in == 1; }

  /// Sums over the first elements of what a loop computes are taken in that loop (windows.hpp makes such slices; where there are any, all loops
  /// go over lines of numbers, and a region would have one node) -> are there any?
  vec<i8> beyond; // of each variable: the elements that its slice leaves out, 0: it is no such slice
  constexpr bool find_shortened() {
    bool any = false;
    if (!loops_over_lines(j)) return any;
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      eqn const& e = j.eqns[k];
      if (!is<slice_t>(e) || hows[k] != how::view || !sums_only(e)) continue;
      if (!any) beyond.resize(j.vars.size()), any = true;
      beyond[e.out] = static_cast<i8>((shape_of(j.operands(e)[0])[0] - shape_of(e.out)[0]).number), hows[k] = how::kernel;
    }
    return any;
  }
  /// Is it the first elements of a line that a kernel computes, and read by sums alone?
  constexpr bool sums_only(eqn const& e) const {
    atom const x = j.operands(e)[0];
    if (shape_of(e.out).rank != 1 || !p.loops[e.out] || x.is_literal() || maker[x.var()] == ~0u) return false;
    if (hows[maker[x.var()]] != how::kernel || j.eqns[maker[x.var()]].prim->kind != kind::elementwise) return false;
    affine_map const m = e.prim->affine(j.params(e), shape_of(x));
    extent const rest = shape_of(x)[0] - shape_of(e.out)[0];
    if (!(m.start[0] == extent(0)) || m.step[0] != 1 || !rest.is_number() || rest.number < 1 || rest.number > most_beyond) return false;
    for (eqn const& by : j.eqns)
      for (atom a : j.operands(by))
        if (!a.is_literal() && a.var() == e.out && by.prim->kind != kind::reduction) return false;
    for (atom a : j.outs)
      if (!a.is_literal() && a.var() == e.out) return false;
    return true;
  }
  constexpr i8 beyond_of(atom a) const { return any_loops && !a.is_literal() && a.var() < beyond.size() ? beyond[a.var()] : i8{0}; }

  constexpr how how_of_movement(eqn const& e) const {
    if (changes_nothing(j, e)) return how::node;
    if (!any_loops) return takes_from_memory(e) ? how::view : how::kernel;
    if (renames(e)) return how::kernel;
    if (!e.prim->affine || j.operands(e)[0].is_literal()) return how::node;
    return !read_by_control(e.out) || lies_in_one_piece(e) ? how::view : how::node;
  }
  /// Straight-line code: a part of an argument in rows is read where it lies. (All of the argument, where the first part of it is needed, would wait in
  /// registers, or beside them, for the other parts to be needed: an LSTM's step spilled thirty registers of weights.)
  constexpr bool takes_from_memory(eqn const& e) const {
    atom const x = j.operands(e)[0];
    if (!e.prim->affine || x.is_literal() || !p.loops[x.var()] || shape_of(e.out).size() > shape_of(x).size()) return false;
    if (read_by_control(e.out) && !lies_in_one_piece(e)) return false;
    return maker[x.var()] == ~0u || hows[maker[x.var()]] == how::view;
  }
  /// Is the result a part of its operand that lies there as it would lie alone: x[1:], x[k]? (Copied, the slices of a sequence that a scan reads took
  /// a fifth of the scan's time.)
  constexpr bool lies_in_one_piece(eqn const& e) const {
    u32 const x = j.operands(e)[0].var();
    if (maker[x] != ~0u && hows[maker[x]] == how::view && !lies_in_one_piece(j.eqns[maker[x]])) return false;
    affine_map const m = e.prim->affine(j.params(e), shape_of(x));
    shape const &out = shape_of(e.out), &in = shape_of(x);
    int const before = in.rank - out.rank;
    for (int d = 0; d < out.rank; ++d) {
      if (before < 0 || m.axis[d] != d + before || m.step[d] != 1) return false;
      if (d > 0 && !(m.start[d + before] == extent(0) && out[d] == in[d + before])) return false;
    }
    return true;
  }

  /// Branches and loops read their operands as they lie: rows of rows.
  vec<bool> whole_rows;
  constexpr void find_whole_rows() {
    for (eqn const& e : j.eqns) {
      if (!e.prim->call) continue;
      whole_rows.resize(j.vars.size());
      for (atom a : j.operands(e))
        if (!a.is_literal()) whole_rows[a.var()] = true;
    }
  }
  constexpr bool read_by_control(u32 v) const { return v < whole_rows.size() && whole_rows[v]; }

  constexpr i32 find_kernel(shape const& nest, u32 stage, u32 segment, int region_axis, bool sums_products) const {
    node const* const nodes = p.nodes.begin();
    for (u32 k = p.nodes.size(); k-- > 0;) {
      node const& n = nodes[k];
      if (n.stage != stage || n.kind != node_kind::kernel) continue;
      if (any_loops)
        if (n.segment != segment || n.region_axis != region_axis || n.sums_products != sums_products || !(n.nest == nest)) continue;
      return static_cast<i32>(k);
    }
    return -1;
  }

  /// Sums of products that leave a region: where there are more than registers, they come into kernels of their own, each of as many as it keeps in
  /// registers from strip to strip. (gmm's gradient, d = 10, has 55 of them, from 20 factors.)
  static constexpr u32 most_sums = CONSTAX_VECTOR_BYTES == 64 ? 30 : 14; // and their factors
  vec<u32> products_of; // of each segment
  constexpr bool sums_products(eqn const& e) const {
    return e.prim->kind == kind::contraction && is_exit(e) && exit_axis_of(j, e) == region.along[j.operands(e)[0].var()];
  }
  constexpr void count_products() {
    products_of = vec<u32>(2 * region.passes + 1), held_by = vec<u32>(j.vars.size(), ~0u), held = {};
    for (u32 k = 0; k < j.eqns.size(); ++k)
      if (segment_of(k) & 1 && sums_products(j.eqns[k])) products_of[segment_of(k)] += cost_of(j.eqns[k]);
  }
  /// What a kernel of sums keeps in registers: its sums, and the factors that they share.
  vec<u32> held, held_by; // of each node; of each variable: the last kernel of sums that it is a factor in
  constexpr u32 registers_of_sum(eqn const& e, i32 n) const {
    u32 count = cost_of(e);
    range<atom> const xs = j.operands(e);
    for (u32 i = 0; i < 2; ++i)
      if ((i == 0 || !(xs[i] == xs[0])) && held_by[xs[i].var()] != static_cast<u32>(n)) count += unrolled_count(shape_of(xs[i]), loops_of(xs[i]));
    return count;
  }

  constexpr u32 new_node(node_kind kind, u32 stage, shape const& nest, u32 segment, int region_axis, u32 eqn = 0) {
    node n;
    n.kind = kind, n.stage = stage, n.nest = nest, n.eqn = eqn, n.segment = segment;
    n.region_axis = static_cast<i8>(region_axis), n.lane_axis = static_cast<i8>(nest.rank - 1);
    p.nodes.push(n), ops.push(0), held.push(0);
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
    if (has_regions) count_products();
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      eqn const& e = j.eqns[k];
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
        if (int const summed = exit_axis_of(j, e); summed < 0 || !(loops_of(xs[0]) >> summed & 1)) {
          hows[k] = how::node, own = node_kind::dot;
          break;
        }
        [[fallthrough]];
      case kind::reduction: {
        if (!any_loops) break;
        u32 const lx = loops_of(xs[0]);
        shape const& s = shape_of(xs[0]);
        nest = nest_of(s, lx);
        if (i8 const n = beyond_of(xs[0])) nest[0] = nest[0] + extent(static_cast<i64>(n));
        int const axis = exit_axis_of(j, e);
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
        if (p.loops[e.out] >> j.params(e)[0] & 1) hows[k] = how::node, own = node_kind::scanned;
        break;
      case kind::locate: hows[k] = how::node, own = node_kind::locate; break;
      case kind::control: hows[k] = how::node, own = node_kind::control; break;
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
          if (hows[k] == how::node) region_axis = region.along[e.out];
          else if (region.along[e.out] >= 0 || exit >= 0) region_axis = place_in_nest(exit >= 0 ? xs[0] : atom{static_cast<i32>(e.out)});
        }
      }
      i32 stage = 0;
      if (any_loops)
        if (!not_before.empty()) stage = not_before[k];
      node const* const nodes = p.nodes.begin();
      for (atom a : xs) {
        i32 const v = a.id;
        if (v < 0) continue;
        bool here = keep[v] && hows[k] == how::kernel;
        if (any_loops) {
          if (has_regions && made_in.begin()[v] != static_cast<i32>(segment)) continue; // complete before this segment begins
          here = here && nodes[homes[v]].nest == nest && nodes[homes[v]].region_axis == region_axis;
        }
        i32 const s = here ? static_cast<i32>(nodes[homes[v]].stage) : ready.begin()[v] + 1;
        if (s > stage) stage = s;
      }
      if (hows[k] == how::node) {
        i32 const n = static_cast<i32>(new_node(own, static_cast<u32>(stage), {}, segment, region_axis, k));
        for (atom a : xs) need(a);
        for (u32 v = e.out; v < e.out + e.n_out; ++v) home[v] = n, in_memory[v] = true;
      } else {
        u32 const cost = cost_in_registers(e);
        dtype const t = j.type(e.out).type;
        bool const leaves = exit >= 0 && exit == region_axis, alone = leaves && products_of[segment] > most_sums && sums_products(e);
        u32 const exit_class = exit < 0 ? 0 : static_cast<u32>(chains_of(t)) << 16 | cost * info(t).bytes;
        i32 n;
        for (;; ++stage) { // a kernel has one exit axis and a bounded size
          n = find_kernel(nest, static_cast<u32>(stage), segment, region_axis, alone);
          if (alone && n >= 0 && held[static_cast<u32>(n)] + registers_of_sum(e, n) > most_sums) n = -1;
          if (n < 0) n = static_cast<i32>(new_node(node_kind::kernel, static_cast<u32>(stage), nest, segment, region_axis)), p.nodes.back().sums_products = alone;
          node const& at = p.nodes[static_cast<u32>(n)];
          // Strips bring forward each sum by itself; where a kernel adds up all of an axis, its sums have the same groups.
          if (exit >= 0 && at.exit_axis >= 0 && (at.exit_axis != exit || (at.exit_class ^ exit_class) >> (leaves ? 16 : 0) || at.beyond != beyond_of(xs[0]))) continue;
          if (ops[static_cast<u32>(n)] && ops[static_cast<u32>(n)] + cost > max_ops) continue;
          break;
        }
        if (alone) {
          held[static_cast<u32>(n)] += registers_of_sum(e, n);
          for (atom a : xs) held_by[a.var()] = static_cast<u32>(n);
        }
        node& at = p.nodes[static_cast<u32>(n)];
        if (exit >= 0) {
          at.exit_class = at.exit_axis < 0 || at.exit_class == exit_class ? exit_class : exit_class >> 16 << 16;
          at.exit_axis = static_cast<i8>(exit), at.beyond = beyond_of(xs[0]), in_memory[e.out] = true;
        }
        ops[static_cast<u32>(n)] += cost;
        at.flops += e.prim->flops * cost, at.transcendental += e.prim->transcendental ? cost : 0, ++at.n_eqns;
        for (u32 i = 0; i < e.n_out; ++i) home[e.out + i] = n, kept[e.out + i] = exit < 0 && p.made[e.out] == p.loops[e.out];
        for (atom a : xs)
          if (a.id >= 0 && !(homes[a.id] == n && keep[a.id])) in_memory.begin()[a.id] = true;
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
        if (!a.is_literal() && maker[a.var()] != ~0u && segment_of(maker[a.var()]) == segment_of(k)) free[k] = free[k] && free[maker[a.var()]];
    }
    for (atom a : j.outs)
      if (!a.is_literal() && maker[a.var()] != ~0u) latest[maker[a.var()]] = -1;
    not_before = vec<i32>(n);
    for (u32 k = n; k-- > 0;) {
      if (hows[k] == how::view) continue;
      node const& mine = p.nodes[static_cast<u32>(home[j.eqns[k].out])];
      i32 at = static_cast<i32>(mine.stage);
      if (free[k] && latest[k] > at && latest[k] < 1 << 30) at = not_before[k] = latest[k], any = true;
      for (atom a : j.operands(j.eqns[k])) {
        if (a.is_literal() || maker[a.var()] == ~0u) continue;
        u32 const root = root_of(a.var());
        if (maker[root] == ~0u || segment_of(maker[root]) != segment_of(k)) continue;
        node const& its = p.nodes[static_cast<u32>(home[root])];
        bool const here = root == a.var() && hows[k] == how::kernel && its.nest == mine.nest && its.region_axis == mine.region_axis && p.made[root] == p.loops[root];
        i32& bound = latest[maker[root]];
        if (at - !here < bound) bound = at - !here;
      }
    }
    if (!any) not_before = {};
  }

  /// The stage from which v needs memory: all of it exists while its region runs.
  constexpr u32 first_needed(u32 v) const {
    if (any_loops)
      if (region.passes && in_region[region.segment[maker[v]]] && !in_strips(v)) return first_stage[region.segment[maker[v]]];
    return static_cast<u32>(ready[v]);
  }

  constexpr void place() {
    u32 const nv = j.vars.size();
    p.places = vec<constax::place>(nv), last_use.resize(nv, -1);
    for (u32 k = 0; k < j.ins.size(); ++k) put_input(j.ins[k], j.consts.size() + k);
    for (u32 k = 0; k < j.consts.size(); ++k) put_input(j.consts[k], k);

    // Outputs that a node makes are written in place; the others (inputs, views, literals, repeats) are copied at the end.
    p.sources.resize(j.outs.size(), loop_plan::in_place);
    i32 const end = 1 << 30;
    for (u32 k = 0; k < j.outs.size(); ++k) {
      atom const a = j.outs[k];
      if (a.is_literal()) {
        p.sources[k] = static_cast<u32>(a.id);
        continue;
      }
      u32 const v = a.var();
      if (maker[v] != ~0u && hows[maker[v]] != how::view && p.places[v].memory < 0 && !j.eqns[maker[v]].prim->call) {
        p.places[v].memory = static_cast<i32>(p.memories.size());
        p.memories.push({memory_kind::output, k, j.vars[v]});
      } else {
        p.sources[k] = v;
        last_use[root_of(v)] = end;
      }
    }
    // Last uses, through views.
    bool const has_views = [&] {
      for (how h : hows)
        if (h == how::view) return true;
      return false;
    }();
    i32* const last = last_use.begin();
    bool const regions = any_loops && region.passes > 0;
    u32 at = 0;
    for (eqn const& e : j.eqns) {
      if (hows.begin()[at++] == how::view) continue;
      node const& n = p.nodes[static_cast<u32>(home[e.out])];
      for (atom a : j.operands(e)) {
        if (a.id < 0) continue;
        u32 const r = has_views ? root_of(a.var()) : a.var();
        i32 s = static_cast<i32>(n.stage);
        if (any_loops)
          if (regions && in_region[n.segment] && !in_strips(r)) s = static_cast<i32>(last_stage[n.segment]);
        if (s > last[r]) last[r] = s;
      }
    }
    if (any_loops)
      if (regions) write_over_outputs();
    // Slots of the workspace: equal types with disjoint lifetimes share one. Slots come free stage by stage, so that this is linear.
    i32 stages = 0;
    for (node const& n : p.nodes)
      if (static_cast<i32>(n.stage) >= stages) stages = static_cast<i32>(n.stage) + 1;
    vec<vec<u32>> made(static_cast<u32>(stages));
    vec<vec<slot_place>> released(static_cast<u32>(stages)), idle(j.avals.size());
    numbers_slot = vec<i32>(j.avals.size(), -1);
    vec<vec<strip_place>> released_strips(static_cast<u32>(stages));
    for (u32 v = 0; v < nv; ++v)
      if (in_memory[v] && maker[v] != ~0u && hows[maker[v]] != how::view && p.places[v].memory < 0)
        made[first_needed(v)].push(v);
    vec<strip_place> idle_strips;
    for (u32 s = 0; s < made.size(); ++s) {
      if (s > 0) {
        for (slot_place at : released[s - 1]) idle[p.slot_type[at.slot]].push(at);
        idle_strips.append(released_strips[s - 1]);
      }
      for (u32 v : made[s]) {
        u32 const end_of_use = static_cast<u32>(last_use[v] < static_cast<i32>(s) ? static_cast<i32>(s) : last_use[v]);
        if (any_loops)
          if (regions && in_strips(v)) {
            released_strips[end_of_use].push(put_strip(v, idle_strips));
            continue;
          }
        slot_place const at = put_slot(v, idle[j.vars[v]]);
        if (last_use[v] < stages) released[end_of_use].push(at);
      }
    }
    widen_numbers();
    p.n_slots = p.slot_type.size();
    if (regions) widen_strips();
    // Views, in order: a view of a view is one view.
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      if (hows[k] != how::view) continue;
      eqn const& e = j.eqns[k];
      u32 const x = j.operands(e)[0].var();
      affine_map const m = e.prim->affine(j.params(e), shape_of(x));
      p.places[e.out].memory = p.places[x].memory, p.places[e.out].first = p.places[x].first;
      i32 const through = p.places[x].view;
      p.places[e.out].view = static_cast<i32>(p.views.size());
      p.views.push(through < 0 ? m : compose(m, p.views[static_cast<u32>(through)], shape_of(e.out).rank, shape_of(x).rank));
    }
  }

  /// Where a value is in the workspace: in which slot, and which element of it.
  struct slot_place {
    u32 slot = 0, at = 0;
  };
  vec<u32> memory_of_slot, held_by_slot;
  vec<i32> numbers_slot; // by type: the slot of all its numbers
  /// A slot for v -> its place. Numbers of one type share a slot: kernels find them all from one address. (With a slot for each, the gradient of a
  /// program of 1,000 equations set up 600 addresses, and a third of its compile time went into fetching them.)
  constexpr slot_place put_slot(u32 v, vec<slot_place>& idle) {
    u32 const type = j.vars[v];
    bool const number = shape_of(v).rank == 0;
    slot_place to{p.slot_type.size()};
    if (!idle.empty()) to = idle.pop();
    else if (number && numbers_slot[type] >= 0) to.slot = static_cast<u32>(numbers_slot[type]), to.at = held_by_slot[to.slot]++;
    else {
      if (number) numbers_slot[type] = static_cast<i32>(to.slot);
      memory_of_slot.push(p.memories.size()), held_by_slot.push(1);
      p.memories.push({memory_kind::workspace, to.slot, type}), p.slot_type.push(type);
    }
    p.places[v].memory = static_cast<i32>(memory_of_slot[to.slot]), p.places[v].first = to.at;
    return to;
  }
  /// The types of their slots, once it is known how many there are.
  constexpr void widen_numbers() {
    for (u32 slot = 0; slot < p.slot_type.size(); ++slot) {
      if (held_by_slot[slot] == 1) continue;
      aval held = p.program.avals[p.slot_type[slot]];
      held.shape.push(extent(static_cast<i64>(held_by_slot[slot])));
      p.slot_type[slot] = p.memories[memory_of_slot[slot]].type = p.program.intern(held);
    }
  }

  constexpr void put_input(u32 v, u32 index) {
    p.places[v].memory = static_cast<i32>(p.memories.size());
    p.memories.push({memory_kind::input, index, j.vars[v]});
  }

  constexpr void sequence() {
    // Nodes in order of stages; each stage keeps the order in which its nodes came up.
    vec<u32> renumbered(p.nodes.size());
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
        if (any_loops && region.passes && in_region[n.segment] && (open == ~0u || nodes[open].segment != n.segment)) {
          open = nodes.size();
          node r;
          r.kind = node_kind::region, r.segment = n.segment, r.stage = n.stage, r.nest.push(region.length);
          r.region = n.segment / 2, r.strip = strips[r.region];
          r.lane_costs[0] = lane_costs[r.region].along_axis, r.lane_costs[1] = lane_costs[r.region].along_last;
          nodes.push(r);
        }
        if (region.passes && in_region[n.segment]) ++nodes[open].body;
        renumbered[k] = nodes.size(), nodes.push(n);
      }
    p.nodes = static_cast<vec<node>&&>(nodes);
    p.n_regions = region.passes;
    for (u32 k = 0; region.passes && k < j.eqns.size(); ++k) {
      eqn const& e = j.eqns[k];
      if (hows[k] == how::kernel && in_region[region.segment[k]] && is_exit(e) && exit_axis_of(j, e) == region.along[j.operands(e)[0].var()] && region.along[e.out] < 0)
        p.exits.push({k, region.segment[k] / 2});
    }
    for (i32& h : home)
      if (h >= 0) h = static_cast<i32>(renumbered[static_cast<u32>(h)]);

    vec<vec<u32>> eqns_of(p.nodes.size());
    for (u32 k = 0; k < j.eqns.size(); ++k)
      if (hows[k] == how::kernel) eqns_of[static_cast<u32>(home[j.eqns[k].out])].push(k);
    p.regs.resize(j.vars.size()), p.operand_reg.resize(j.atoms.size());
    vec<u32> loaded(j.vars.size(), ~0u), loaded_in(j.vars.size(), ~0u);
    i32 const* const homes = home.begin();
    u32 const* const types = j.vars.begin();
    aval const* const avals = j.avals.begin();
    for (u32 n = 0; n < p.nodes.size(); ++n) {
      node& at = p.nodes[n];
      if (at.kind != node_kind::kernel) continue;
      vec<step> pre;
      at.steps = p.steps.size();
      u32 const row_lanes = any_loops ? 0 : lanes_of_rows(at, eqns_of[n]);
      for (u32 k : eqns_of[n]) {
        eqn const& e = j.eqns[k];
        for (u32 i = e.in; i < e.in + e.n_in; ++i) {
          atom const a = j.atoms.begin()[i];
          if (a.is_literal()) {
            if (any_loops) widen(at, j.lits[a.lit()].type);
            continue;
          }
          u32 const v = a.var();
          if (homes[v] == static_cast<i32>(n) && kept.begin()[v]) { // widened when it was made
            p.operand_reg.begin()[i] = p.regs.begin()[v];
            continue;
          }
          if (any_loops) widen(at, j.type(v).type);
          else if (p.loops[v]) {
            if (loaded_in[v] != n) loaded_in[v] = n, loaded[v] = take_rows(at, v, row_lanes), p.steps.push({step_kind::load, v, loaded[v] & ~loop_plan::pre_bit});
            p.operand_reg[i] = loaded[v];
            continue;
          }
          if (loaded_in[v] != n) {
            bool const absent = p.loops[v] == 0 || at.nest.rank == 0;
            u32& count = (absent && at.nest.rank ? at.n_pre : at.n_regs)[static_cast<u8>(j.type(v).type)];
            loaded_in[v] = n;
            loaded[v] = absent && at.nest.rank ? count | loop_plan::pre_bit : count;
            (absent && at.nest.rank ? pre : p.steps).push({step_kind::load, v, count});
            count += unrolled_count(shape_of(v), p.loops[v]);
          }
          p.operand_reg[i] = loaded[v];
        }
        if (any_loops && is_exit(e)) {
          p.steps.push({step_kind::exit, k, 0});
          continue;
        }
        for (u32 v = e.out; v < e.out + e.n_out; ++v) {
          aval const& type = avals[types[v]];
          if (!any_loops)
            if (p.made[v]) {
              p.regs[v] = take_rows(at, v, row_lanes);
              continue;
            }
          u32& n_regs = at.n_regs[static_cast<u8>(type.type)];
          if (any_loops) widen(at, type.type);
          p.regs[v] = n_regs;
          n_regs += type.shape.rank == 0 ? 1 : unrolled_count(type.shape, p.made[v]);
        }
        p.steps.push({step_kind::compute, k, 0});
        for (u32 i = 0; i < e.n_out; ++i)
          if (p.places[e.out + i].memory >= 0 && in_memory[e.out + i]) p.steps.push({step_kind::store, e.out + i, 0});
      }
      at.n_steps = p.steps.size() - at.steps;
      at.preloads = p.steps.size(), at.n_preloads = pre.size();
      p.steps.append(pre);
    }
  }

  /// Straight-line code: lanes that go along rows, one number for all values of a kernel.
  constexpr u32 lanes_of_rows(node& n, vec<u32> const& eqns) const {
    if (!has_rows()) return 0;
    for (u32 k : eqns) {
      eqn const& e = j.eqns[k];
      for (atom a : j.operands(e))
        if (!a.is_literal() && p.loops[a.var()]) widen(n, j.type(a).type);
      for (u32 v = e.out; v < e.out + e.n_out; ++v)
        if (p.made[v]) widen(n, j.type(v).type);
    }
    return CONSTAX_VECTOR_BYTES / n.width_bytes;
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
    count += registers_of_rows(shape_of(v), p.loops[v], lanes);
    return first | loop_plan::pre_bit;
  }
  static constexpr void widen(node& n, dtype t) {
    if (info(t).bytes > n.width_bytes) n.width_bytes = info(t).bytes;
  }
  constexpr loop_plan knowing(vec<bool> const& parts_in_place) {
    in_place = parts_in_place;
    return (*this)();
  }
  constexpr loop_plan operator()() {
    maker.resize(j.vars.size(), ~0u);
    for (u32 k = 0; k < j.eqns.size(); ++k)
      for (u32 i = 0; i < j.eqns[k].n_out; ++i) maker[j.eqns[k].out + i] = k;
    if (!j.subs.empty()) find_whole_rows();
    classify();
    if (any_loops)
      if (region.passes > 0 && in_place.empty()) {
        vec<bool> const found = find_in_place();
        if (!found.empty()) return planner(given_program(), wanted).knowing(found);
      }
    place();
    bool any = false;
    vec<bool> useless(any_loops ? j.eqns.size() : 0);
    for (u32 k = 0; k < useless.size(); ++k)
      if (changes_nothing(j, j.eqns[k]) && !packs(k)) useless[k] = any = true;
    if (any) {
      vec<bool> const given = given_order(useless); // before the program leaves
      return planner(without_packs(given_program(), given), wanted)();
    }
    sequence();
    return static_cast<loop_plan&&>(p);
  }
};

} // namespace detail

constexpr loop_plan make_plan(jaxpr program, lane_choice lanes = {}) {
  return detail::planner(static_cast<jaxpr&&>(program), lanes)();
}

} // namespace constax::inline CONSTAX_TAG
