// SPDX-License-Identifier: BSL-1.0
#pragma once
// make_plan : jaxpr -> plan        the passes of the planner, in order
//
//   1. prepare    products that need no tiles become reductions                                   (prepare.hpp, before freezing)
//   2. split      each shape's axes into loop axes and unrolled ones                             (loop_axes)
//   3. regions    an axis whose strips run through many equations, and its passes                (regions.hpp)
//   4. classify   each equation: runs in a kernel, is a view of memory, or is a node of its own
//   5. stage      a value that is needed outside its kernel is ready one stage later; equal nest and stage: one kernel
//   6. lanes      the axis of each kernel along which most of what it reads and writes lies contiguous
//   7. place      what crosses kernels goes to memory: an output, a strip buffer, or a workspace slot shared by disjoint lifetimes
//   8. steps      loads before first use, stores right after the equation that makes the value
#include <constax/plan/prepare.hpp>
#include <constax/plan/regions.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// Loops: does any value need one? Straight-line programs, the longest ones, skip what is about nests and regions (clang counts steps).
template <bool Loops>
struct planner {
  enum class how : u8 { kernel, view, node };

  loop_plan p;
  jaxpr const& j;
  vec<how> hows;       // of each equation
  vec<i32> home;       // of each variable: its node, -1: an input
  vec<i32> ready;      // of each variable: the stage after which memory holds it, -1: an input
  vec<bool> in_memory; // of each variable: is needed in memory
  vec<bool> kept;      // of each variable: in registers of the kernel that makes it (not an exit, not a view)
  vec<i32> last_use;   // of each variable in memory: last stage that reads it
  region_choice region;
  vec<i32> made_in;    // of each variable: the segment that fills its memory, -1: an input
  vec<bool> crosses;   // of each variable: its memory is read outside the segment that fills it
  static constexpr u32 max_ops = 512;
  vec<u32> ops;        // of each node: scalarised operations

  constexpr explicit planner(jaxpr program) : j(p.program) { p.program = static_cast<jaxpr&&>(program); }

  constexpr shape const& shape_of(atom a) const { return j.type(a).shape; }
  constexpr shape const& shape_of(u32 v) const { return j.type(v).shape; }

  /// Do a's loop axes and b's stand for the same nest?
  static constexpr bool same_nest(shape const& a, u32 la, shape const& b, u32 lb) { return nest_of(a, la) == nest_of(b, lb); }

  /// May this movement be a renaming of registers: loop axes in the same order and untouched, unrolled axes moved among themselves?
  constexpr bool renames(eqn const& e) const {
    shape const& out = shape_of(e.out);
    u32 const lo = p.loops[e.out];
    range<atom> const xs = j.operands(e);
    vec<lengths> in(xs.size());
    lengths result;
    bindings dummy; // every symbol stands for 1009: loop axes are compared by what they do to one index
    auto const bind_all = [&](shape const& s) {
      for (int d = 0; d < s.rank; ++d)
        for (int t = 0; t < 2; ++t)
          if (s[d].times[t] && !dummy.find(s[d].name[t]) && dummy.count < bindings::capacity) {
            dummy.name[dummy.count] = s[d].name[t], dummy.value[dummy.count++] = 1009;
          }
    };
    bind_all(out);
    for (atom a : xs) bind_all(shape_of(a));
    for (u32 i = 0; i < xs.size(); ++i) {
      u32 const li = loops_of(xs[i]);
      if (shape_of(xs[i]).rank == 0 && (xs[i].is_literal() || lo == 0)) {
        in[i] = lengths(shape_of(xs[i]), dummy);
        continue;
      }
      if (!same_nest(shape_of(xs[i]), li, out, lo)) return false;
      in[i] = lengths(shape_of(xs[i]), dummy);
    }
    result = lengths(out, dummy);
    for (u32 u = 0, n = unrolled_count(out, lo); u < n; ++u)
      for (i64 probe : {i64{0}, i64{5}}) {
        i64 at[max_rank] = {};
        unrolled_index(out, lo, u, at);
        for (int d = 0; d < out.rank; ++d)
          if (lo >> d & 1) at[d] = probe * (d + 1); // axes of one length are told apart
        element_source const s = e.prim->source(j.params(e), dummy, in, result, at);
        if (s.operand < 0) continue; // padding
        atom const a = xs[static_cast<u32>(s.operand)];
        u32 const li = loops_of(a);
        for (int d = 0, of_out = -1; d < shape_of(a).rank; ++d) {
          if (!(li >> d & 1)) continue;
          do ++of_out;
          while (!(lo >> of_out & 1));
          if (s.at[d] != probe * (of_out + 1)) return false;
        }
        if (lo == 0) break;
      }
    return true;
  }

  constexpr u32 loops_of(atom a) const { return a.is_literal() ? 0 : p.loops[a.var()]; }

  /// May a contraction be unrolled into registers: contracted axes unrolled, loop axes those of the result?
  constexpr bool unrolls(eqn const& e) const {
    result_axes const c(e.prim->contraction(j.params(e)), shape_of(j.operands(e)[0]).rank, shape_of(j.operands(e)[1]).rank);
    u32 const lo = p.loops[e.out];
    i64 terms = 1;
    for (int side = 0; side < 2; ++side) {
      atom const a = j.operands(e)[static_cast<u32>(side)];
      u32 const la = loops_of(a);
      shape const& s = shape_of(a);
      if (la != 0 && !same_nest(s, la, shape_of(e.out), lo)) return false;
      for (int d = 0; d < s.rank; ++d) {
        int const to = c.of[side][d];
        if (to < 0) {
          if (!s[d].is_number() || (la >> d & 1)) return false;
          if (side == 0) terms *= s[d].number;
        } else if ((la >> d & 1) && !(lo >> to & 1)) return false;
        else if (!(la >> d & 1) && (lo >> to & 1)) return false;
      }
    }
    return terms * unrolled_count(shape_of(e.out), lo) <= 2 * max_ops;
  }

  constexpr i32 find_kernel(shape const& nest, u32 stage, u32 segment, int region_axis) const {
    node const* const nodes = p.nodes.begin();
    for (u32 k = p.nodes.size(); k-- > 0;) {
      node const& n = nodes[k];
      if (n.stage != stage || n.kind != node_kind::kernel) continue;
      if constexpr (Loops)
        if (n.segment != segment || n.region_axis != region_axis || !(n.nest == nest)) continue;
      return static_cast<i32>(k);
    }
    return -1;
  }
  constexpr u32 new_node(node_kind kind, u32 stage, shape const& nest, u32 segment, int region_axis, u32 eqn = 0) {
    node n;
    n.kind = kind, n.stage = stage, n.nest = nest, n.eqn = eqn, n.segment = segment;
    n.region_axis = static_cast<i8>(region_axis), n.lane_axis = static_cast<i8>(nest.rank - 1);
    p.nodes.push(n), ops.push(0);
    return p.nodes.size() - 1;
  }

  /// Passes 1 to 3.
  constexpr void classify() {
    u32 const nv = j.vars.size();
    p.loops = vec<u32>(nv), hows = vec<how>(j.eqns.size());
    vec<u32> loops_of_type;
    for (aval const& a : j.avals) loops_of_type.push(loop_axes(a.shape)), nest_of_type.push(nest_of(a.shape, loops_of_type.back()));
    u32 const* const types = j.vars.begin();
    for (u32 v = 0; v < nv; ++v) p.loops[v] = loops_of_type[types[v]];
    p.made = p.loops;
    if constexpr (Loops) {
      for (u32 k = 0; k < j.eqns.size(); ++k)
        if (j.eqns[k].prim->kind == kind::movement) hows[k] = how_of_movement(j.eqns[k]);
      choose_region();
    }
    stages();
    if constexpr (Loops) {
      sink();
      if (!not_before.empty()) p.nodes = {}, ops = {}, stages();
    }
    for (atom a : j.outs) need(a);
    if constexpr (Loops)
      if (region.passes > 0) drop_single_nodes();
  }
  vec<shape> nest_of_type;

  vec<i32> not_before; // of each equation, once `sink` has run
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
  constexpr u32 segment_of(u32 k) const { return region.passes ? region.segment[k] : 0; }

  /// Each equation goes to the earliest kernel of its nest that has what it needs.
  constexpr void stages() {
    u32 const nv = j.vars.size();
    home = vec<i32>(nv, -1), ready = vec<i32>(nv, -1), in_memory = kept = vec<bool>(nv);
    u32 const* const types = j.vars.begin();
    u32 const* const segments = region.segment.begin();
    bool const has_regions = Loops && region.passes > 0;
    bool* const keep = kept.begin();
    i32 const* const homes = home.begin();
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      eqn const& e = j.eqns[k];
      range<atom> const xs = j.operands(e);
      shape nest = nest_of_type[types[e.out]];
      i32 exit = -1;
      node_kind own = node_kind::copy;
      switch (e.prim->kind) {
      case kind::elementwise:
      case kind::source:
      case kind::size: break;
      case kind::movement:
        if constexpr (!Loops) hows[k] = how_of_movement(e);
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
        u32 const lx = loops_of(xs[0]);
        shape const& s = shape_of(xs[0]);
        nest = nest_of(s, lx);
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
      case kind::call: break;
      }
      if (hows[k] == how::view) {
        ready[e.out] = ready[xs[0].var()];
        if constexpr (Loops)
          if (has_regions) made_in[e.out] = made_in[xs[0].var()];
        need(xs[0]);
        continue;
      }
      u32 segment = 0;
      int region_axis = -1; // of the nest, or of a node's result
      if constexpr (Loops) {
        if (has_regions) segment = segments[k];
        if (segment & 1) {
          if (hows[k] == how::node) region_axis = region.along[e.out];
          else if (region.along[e.out] >= 0 || exit >= 0) region_axis = place_in_nest(exit >= 0 ? xs[0] : atom{static_cast<i32>(e.out)});
        }
      }
      i32 stage = 0;
      if constexpr (Loops)
        if (!not_before.empty()) stage = not_before[k];
      node const* const nodes = p.nodes.begin();
      for (atom a : xs) {
        i32 const v = a.id;
        if (v < 0) continue;
        bool here = keep[v] && hows[k] == how::kernel;
        if constexpr (Loops) {
          if (has_regions && made_in.begin()[v] != static_cast<i32>(segment)) continue; // complete before this segment begins
          here = here && nodes[homes[v]].nest == nest && nodes[homes[v]].region_axis == region_axis;
        }
        i32 const s = here ? static_cast<i32>(nodes[homes[v]].stage) : ready.begin()[v] + 1;
        if (s > stage) stage = s;
      }
      if (hows[k] == how::node) {
        home[e.out] = static_cast<i32>(new_node(own, static_cast<u32>(stage), {}, segment, region_axis, k));
        for (atom a : xs) need(a);
        in_memory[e.out] = true;
      } else {
        u32 const cost = cost_of(e);
        dtype const t = j.type(e.out).type;
        u32 const exit_class = exit < 0 ? 0 : static_cast<u32>(chains_of(t)) << 16 | cost * info(t).bytes;
        i32 n;
        for (;; ++stage) { // a kernel has one exit axis and a bounded size
          n = find_kernel(nest, static_cast<u32>(stage), segment, region_axis);
          if (n < 0) n = static_cast<i32>(new_node(node_kind::kernel, static_cast<u32>(stage), nest, segment, region_axis));
          node const& at = p.nodes[static_cast<u32>(n)];
          if (exit >= 0 && at.exit_axis >= 0 && (at.exit_axis != exit || at.exit_class != exit_class)) continue;
          if (ops[static_cast<u32>(n)] && ops[static_cast<u32>(n)] + cost > max_ops) continue;
          break;
        }
        node& at = p.nodes[static_cast<u32>(n)];
        if (exit >= 0) at.exit_axis = static_cast<i8>(exit), at.exit_class = exit_class, in_memory[e.out] = true;
        ops[static_cast<u32>(n)] += cost;
        at.flops += e.prim->flops * cost, at.transcendental += e.prim->transcendental ? cost : 0, ++at.n_eqns;
        for (u32 i = 0; i < e.n_out; ++i) home[e.out + i] = n, kept[e.out + i] = exit < 0 && p.made[e.out] == p.loops[e.out];
        for (atom a : xs)
          if (a.id >= 0 && !(homes[a.id] == n && keep[a.id])) in_memory.begin()[a.id] = true;
      }
      for (u32 i = 0; i < e.n_out; ++i) ready[e.out + i] = stage;
      if constexpr (Loops)
        if (has_regions)
          for (u32 i = 0; i < e.n_out; ++i) made_in[e.out + i] = static_cast<i32>(segment);
    }
  }

  constexpr how how_of_movement(eqn const& e) const {
    if (changes_nothing(j, e)) return how::node;
    return renames(e) ? how::kernel : e.prim->affine && !j.operands(e)[0].is_literal() ? how::view : how::node;
  }

  /// The region's axis in a value's nest.
  constexpr int place_in_nest(atom a) const {
    int const d = region.along[a.var()];
    if (d < 0) return -1;
    int k = 0;
    for (int i = 0; i < d; ++i) k += p.loops[a.var()] >> i & 1;
    return k;
  }
  /// Regions, where values have loops of more than one kind: a single nest is one kernel.
  constexpr void choose_region() {
    u32 looped = 0;
    for (aval const& a : j.avals) looped += loop_axes(a.shape) != 0;
    if (looped < 2) return;
    vec<bool> views(j.eqns.size());
    for (u32 k = 0; k < views.size(); ++k) views[k] = hows[k] == how::view;
    region = region_chooser{j, p.loops, views}();
    if (region.passes) made_in.resize(j.vars.size(), -1), crosses = vec<bool>(j.vars.size());
  }
  /// A region of one node is that node.
  constexpr void drop_single_nodes() {
    vec<u32> count(2 * region.passes + 1);
    for (node const& n : p.nodes) ++count[n.segment];
    bool any = false;
    for (node& n : p.nodes)
      if (n.segment & 1) {
        if (count[n.segment] < 2) n.region_axis = -1;
        else any = true;
      }
    number_stages();
    if (!any) region.passes = 0;
    in_region = vec<bool>(2 * region.passes + 1);
    for (u32 s = 1; s < in_region.size(); s += 2) in_region[s] = count[s] > 1;
  }
  vec<bool> in_region; // of each segment: is it a region?

  vec<u32> maker; // variable -> equation

  constexpr bool is_exit(eqn const& e) const {
    if (e.prim->kind != kind::reduction && e.prim->kind != kind::contraction) return false;
    int const axis = exit_axis_of(j, e);
    return axis >= 0 && (loops_of(j.operands(e)[0]) >> axis & 1);
  }
  constexpr u32 cost_of(eqn const& e) const {
    aval const& type = j.type(e.out);
    u32 const n = type.shape.rank == 0 ? 1 : unrolled_count(type.shape, p.made[e.out]);
    if (e.prim->kind == kind::elementwise) return n;
    if (e.prim->kind == kind::reduction || is_exit(e)) return unrolled_count(shape_of(j.operands(e)[0]), loops_of(j.operands(e)[0]));
    if (e.prim->kind != kind::contraction) return n;
    i64 terms = 1;
    for (i64 d : e.prim->contraction(j.params(e)).lhs_contracting) terms *= shape_of(j.operands(e)[0])[static_cast<int>(d)].number;
    return n * static_cast<u32>(terms);
  }
  constexpr void need(atom a) {
    if (!a.is_literal()) in_memory[a.var()] = true;
  }

  // ---- place ---------------------------------------------------------------------------------------------------------------

  /// The variable whose memory v is a view of.
  constexpr u32 root_of(u32 v) const {
    while (maker[v] != ~0u && hows[maker[v]] == how::view) v = j.operands(j.eqns[maker[v]])[0].var();
    return v;
  }

  constexpr void place() {
    u32 const nv = j.vars.size();
    p.places.resize(nv), last_use.resize(nv, -1);
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
      if (maker[v] != ~0u && hows[maker[v]] != how::view && p.places[v].memory < 0) {
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
    bool const regions = Loops && region.passes > 0;
    if constexpr (Loops)
      if (regions) find_crossings();
    u32 at = 0;
    for (eqn const& e : j.eqns) {
      if (hows.begin()[at++] == how::view) continue;
      node const& n = p.nodes[static_cast<u32>(home[e.out])];
      for (atom a : j.operands(e)) {
        if (a.id < 0) continue;
        u32 const r = has_views ? root_of(a.var()) : a.var();
        i32 s = static_cast<i32>(n.stage);
        if constexpr (Loops)
          if (regions && in_region[n.segment] && !in_strips(r)) s = static_cast<i32>(last_stage[n.segment]);
        if (s > last[r]) last[r] = s;
      }
    }
    if constexpr (Loops) {
      bool lanes = regions;
      for (node const& n : p.nodes) lanes |= n.nest.rank > 1;
      if (lanes) choose_lanes();
      if (regions) write_over_outputs();
    }
    // Slots of the workspace: equal types with disjoint lifetimes share one. Slots come free stage by stage, so that this is linear.
    i32 stages = 0;
    for (node const& n : p.nodes)
      if (static_cast<i32>(n.stage) >= stages) stages = static_cast<i32>(n.stage) + 1;
    vec<vec<u32>> made(static_cast<u32>(stages)), released(static_cast<u32>(stages)), released_strips(static_cast<u32>(stages)), idle(j.avals.size());
    for (u32 v = 0; v < nv; ++v)
      if (in_memory[v] && maker[v] != ~0u && hows[maker[v]] != how::view && p.places[v].memory < 0)
        made[first_needed(v)].push(v);
    vec<u32> idle_strips;
    for (u32 s = 0; s < made.size(); ++s) {
      if (s > 0) {
        for (u32 slot : released[s - 1]) idle[p.slot_type[slot]].push(slot);
        idle_strips.append(released_strips[s - 1]);
      }
      for (u32 v : made[s]) {
        u32 const end_of_use = static_cast<u32>(last_use[v] < static_cast<i32>(s) ? static_cast<i32>(s) : last_use[v]);
        if constexpr (Loops)
          if (regions && in_strips(v)) {
            released_strips[end_of_use].push(put_strip(v, idle_strips));
            continue;
          }
        vec<u32>& of_type = idle[j.vars[v]];
        u32 slot = p.slot_type.size();
        if (of_type.empty()) p.slot_type.push(j.vars[v]);
        else slot = of_type.pop();
        if (last_use[v] < stages) released[end_of_use].push(slot);
        p.places[v].memory = static_cast<i32>(p.memories.size());
        p.memories.push({memory_kind::workspace, slot, j.vars[v]});
      }
    }
    p.n_slots = p.slot_type.size();
    // Views, in order: a view of a view is one view.
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      if (hows[k] != how::view) continue;
      eqn const& e = j.eqns[k];
      u32 const x = j.operands(e)[0].var();
      affine_map const m = e.prim->affine(j.params(e), shape_of(x));
      p.places[e.out].memory = p.places[x].memory;
      i32 const through = p.places[x].view;
      p.places[e.out].view = static_cast<i32>(p.views.size());
      p.views.push(through < 0 ? m : compose(m, p.views[static_cast<u32>(through)], shape_of(e.out).rank, shape_of(x).rank));
    }
  }
  // ---- regions ---------------------------------------------------------------------------------------------------------------

  vec<u32> first_stage, last_stage; // of each segment, once stages count through all of them

  /// The stage from which v needs memory: all of it exists while its region runs.
  constexpr u32 first_needed(u32 v) const {
    if constexpr (Loops)
      if (region.passes && in_region[region.segment[maker[v]]] && !in_strips(v)) return first_stage[region.segment[maker[v]]];
    return static_cast<u32>(ready[v]);
  }
  /// Stages count on from segment to segment.
  constexpr void number_stages() {
    u32 const n_segments = 2 * region.passes + 1;
    first_stage = last_stage = vec<u32>(n_segments);
    vec<u32> count(n_segments);
    for (node const& n : p.nodes)
      if (n.stage >= count[n.segment]) count[n.segment] = n.stage + 1;
    for (u32 s = 0, at = 0; s < n_segments; ++s) first_stage[s] = at, at += count[s], last_stage[s] = at ? at - 1 : 0;
    for (node& n : p.nodes) n.stage += first_stage[n.segment];
    for (u32 v = 0; v < ready.size(); ++v)
      if (made_in[v] >= 0) ready[v] += static_cast<i32>(first_stage[static_cast<u32>(made_in[v])]);
  }
  /// Is v a value that one strip after the other passes through: made and read by one region only?
  constexpr bool in_strips(u32 v) const {
    if (region.passes == 0 || maker[v] == ~0u || p.places[v].memory >= 0) return false;
    eqn const& e = j.eqns[maker[v]];
    return in_region[region.segment[maker[v]]] && region.along[v] >= 0 && hows[maker[v]] != how::view && !crosses[v] && region.along[e.out] >= 0;
  }
  constexpr void find_crossings() {
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      if (hows[k] == how::view) continue;
      for (atom a : j.operands(j.eqns[k])) {
        if (a.is_literal()) continue;
        u32 const r = root_of(a.var());
        if (made_in[r] >= 0 && made_in[r] != static_cast<i32>(region.segment[k])) crosses[r] = true;
      }
    }
    for (atom a : j.outs)
      if (!a.is_literal()) crosses[root_of(a.var())] = true;
  }
  /// A value that is read for the last time where an output of its type is made, element by element, may lie where the output goes: one
  /// buffer less, and the output's memory comes into the cache while there is something to compute.
  constexpr void write_over_outputs() {
    for (atom out : j.outs) {
      if (out.is_literal() || maker[out.var()] == ~0u) continue;
      u32 const k = maker[out.var()];
      eqn const& e = j.eqns[k];
      if (hows[k] != how::kernel || e.prim->kind != kind::elementwise || p.places[e.out].memory < 0) continue;
      for (atom a : j.operands(e)) {
        if (a.is_literal() || j.vars[a.var()] != j.vars[e.out] || !in_strips(a.var()) || !in_memory[a.var()] || home[a.var()] == home[e.out]) continue;
        if (last_use[a.var()] != ready[e.out] || readers(a.var(), static_cast<u32>(ready[e.out])) != 1) continue;
        p.places[a.var()].memory = p.places[e.out].memory;
        break;
      }
    }
  }
  /// How many nodes of a stage read v's memory, each element where it makes its own.
  constexpr u32 readers(u32 v, u32 stage) const {
    vec<i32> found;
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      if (hows[k] == how::view || p.nodes[static_cast<u32>(home[j.eqns[k].out])].stage != stage) continue;
      bool reads = false;
      for (atom a : j.operands(j.eqns[k])) {
        if (a.is_literal() || root_of(a.var()) != v) continue;
        if (a.var() != v) return 2; // through a view: at other places
        reads = true;
      }
      if (reads && (found.empty() || found.back() != home[j.eqns[k].out])) found.push(home[j.eqns[k].out]);
    }
    return found.size();
  }
  /// A strip buffer for v, with the axis of the lanes last -> its number.
  constexpr u32 put_strip(u32 v, vec<u32>& idle) {
    int const axis = region.along[v];
    u32 const number = region.segment[maker[v]] / 2, length = strips[number];
    aval held = j.type(v);
    shape const s = held.shape;
    int const rank = s.rank;
    bool const last = along_lanes(v) && axis != rank - 1;
    affine_map m;
    held.shape = shape{};
    int at = axis;
    if (last) {
      for (int d = 0, to = 0; d < rank; ++d)
        if (d != axis) held.shape.push(s[d]), m.axis[d] = to++;
      at = rank - 1, m.axis[axis] = at;
      held.shape.push(extent(static_cast<i64>(length)));
    } else
      for (int d = 0; d < rank; ++d) held.shape.push(d == axis ? extent(static_cast<i64>(length)) : s[d]);
    u32 const type = p.program.intern(held);
    u32 buffer = p.strips.size();
    for (u32 i = 0; i < idle.size(); ++i) {
      strip_buffer const& b = p.strips[idle[i]];
      if (b.type != type || b.region != number || b.axis != at) continue;
      buffer = idle[i];
      idle[i] = idle.back(), idle.pop();
      break;
    }
    if (buffer == p.strips.size()) p.strips.push({type, number, static_cast<i8>(at)});
    p.places[v].memory = static_cast<i32>(p.memories.size());
    p.memories.push({memory_kind::strip, buffer, type});
    if (last) p.places[v].view = static_cast<i32>(p.views.size()), p.views.push(m);
    return buffer;
  }

  // ---- lanes -----------------------------------------------------------------------------------------------------------------

  vec<u32> strips; // of each region: elements of its axis that are taken at a time
  /// Do lanes run along the region's axis where v is made?
  constexpr bool along_lanes(u32 v) const {
    node const& n = p.nodes[static_cast<u32>(home[v])];
    return n.kind == node_kind::pack || (n.kind == node_kind::kernel && n.lane_axis == n.region_axis);
  }
  /// Is a pack of use: between memory and a strip whose lanes run along its rows?
  constexpr bool packs(u32 k) const {
    eqn const& e = j.eqns[k];
    u32 const x = j.operands(e)[0].var();
    if (!region.passes || !in_region[region.segment[k]]) return false;
    auto const in_columns = [&](u32 v) { return p.places[v].memory >= 0 && p.memories[static_cast<u32>(p.places[v].memory)].kind == memory_kind::strip && p.places[v].view >= 0; };
    return in_columns(x) != in_columns(e.out);
  }
  /// What reading or writing a register costs with lanes along axis d of v: neighbours in memory 1, apart 8. Strip buffers adapt.
  constexpr i64 lane_cost(u32 v, int d) const {
    while (maker[v] != ~0u && hows[maker[v]] == how::view) {
      eqn const& e = j.eqns[maker[v]];
      u32 const x = j.operands(e)[0].var();
      affine_map const m = e.prim->affine(j.params(e), shape_of(x));
      if (m.axis[d] < 0) return 1;
      if (m.step[d] != 1) return 8;
      d = static_cast<int>(m.axis[d]), v = x;
    }
    return in_strips(v) || d == shape_of(v).rank - 1 ? 1 : 8;
  }
  constexpr void choose_lanes() {
    vec<vec<i64>> cost(p.nodes.size());
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      if (hows[k] != how::kernel) continue;
      eqn const& e = j.eqns[k];
      u32 const n = static_cast<u32>(home[e.out]);
      int const rank = p.nodes[n].nest.rank;
      if (rank < 2) continue;
      if (cost[n].empty()) cost[n] = vec<i64>(static_cast<u32>(rank));
      auto const add = [&](u32 v, u32 loops) {
        for (int d = 0, axis = 0; d < shape_of(v).rank; ++d)
          if (loops >> d & 1) cost[n][static_cast<u32>(axis++)] += lane_cost(v, d) * unrolled_count(shape_of(v), loops);
      };
      for (atom a : j.operands(e))
        if (!a.is_literal() && p.loops[a.var()] && !(home[a.var()] == static_cast<i32>(n) && kept[a.var()])) add(a.var(), p.loops[a.var()]);
      if (!is_exit(e) && in_memory[e.out]) add(e.out, p.made[e.out]);
      node const& at = p.nodes[n]; // totals that leave a region stay in registers along its own axis; else each point fetches its chain
      if (is_exit(e) && at.region_axis >= 0 && at.exit_axis == at.region_axis)
        for (u32 d = 0; d < cost[n].size(); ++d)
          if (d != static_cast<u32>(at.region_axis)) cost[n][d] += 2 * cost_of(e);
    }
    // The nests of a region agree, for they share strip buffers: lanes along its axis, or along the last of each nest.
    strips = vec<u32>(region.passes);
    vec<i64> along_region(region.passes), along_last(region.passes);
    for (u32 n = 0; n < p.nodes.size(); ++n) {
      node const& at = p.nodes[n];
      if (at.region_axis < 0 || cost[n].empty()) continue;
      along_region[at.segment / 2] += cost[n][static_cast<u32>(at.region_axis)];
      along_last[at.segment / 2] += cost[n][static_cast<u32>(at.nest.rank - 1)];
    }
    for (u32 r = 0; r < region.passes; ++r) strips[r] = along_region[r] < along_last[r] ? 64 : 16;
    for (u32 n = 0; n < p.nodes.size(); ++n) {
      node& at = p.nodes[n];
      if (at.kind != node_kind::kernel || cost[n].empty()) continue;
      if (at.region_axis >= 0) {
        if (strips[at.segment / 2] == 64) at.lane_axis = at.region_axis;
      } else
        for (u32 d = 0; d + 1 < cost[n].size(); ++d)
          if (cost[n][d] < cost[n][static_cast<u32>(at.lane_axis)]) at.lane_axis = static_cast<i8>(d);
    }
    for (u32 r = 0; r < region.passes; ++r)
      if (in_region[2 * r + 1]) strips[r] = strip_length(r, strips[r]);
  }
  /// Elements of region r's axis to take at a time. Of known sizes: as many as stay in the first-level cache next to what is read once. Where
  /// nothing but the region's axis loops there is nothing to keep: short strips, so that memory and arithmetic overlap (Black-Scholes in rows
  /// of five: 1.5 of the hand-written loop's time with 128, 1.25 with 32).
  constexpr u32 strip_length(u32 r, u32 least) const {
    bool loops_inside = false;
    for (node const& n : p.nodes) loops_inside |= n.segment == 2 * r + 1 && (n.nest.rank > 1 || n.kind == node_kind::dot);
    if (!loops_inside) return 32;
    i64 const row = bytes_of_a_row(r);
    if (row < 0) return least;
    u32 length = 256;
    while (length > least && row * length > (i64{32} << 10)) length /= 2;
    return length;
  }
  /// Bytes that one element of the axis brings along in region r; -1: symbols decide.
  constexpr i64 bytes_of_a_row(u32 r) const {
    i64 bytes = 0;
    vec<bool> seen(j.vars.size());
    auto const add = [&](u32 v) {
      if (seen[v] || region.along[v] < 0 || bytes < 0) return;
      seen[v] = true;
      i64 n = info(j.type(v).type).bytes;
      for (int d = 0; d < shape_of(v).rank; ++d) {
        if (d == region.along[v]) continue;
        if (!shape_of(v)[d].is_number()) n = -1;
        else if (n > 0) n *= shape_of(v)[d].number;
      }
      bytes = n < 0 ? -1 : bytes + n;
    };
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      if (region.segment[k] != 2 * r + 1 || hows[k] == how::view) continue;
      for (atom a : j.operands(j.eqns[k]))
        if (!a.is_literal() && in_memory[root_of(a.var())]) add(root_of(a.var()));
      if (in_memory[j.eqns[k].out]) add(j.eqns[k].out);
    }
    return bytes;
  }

  constexpr void put_input(u32 v, u32 index) {
    p.places[v].memory = static_cast<i32>(p.memories.size());
    p.memories.push({memory_kind::input, index, j.vars[v]});
  }
  /// outer maps the new value's axes to the middle's, inner the middle's to memory's.
  static constexpr affine_map compose(affine_map const& outer, affine_map const& inner, int rank, int middle_rank) {
    affine_map r;
    for (int a = 0; a < max_rank; ++a) r.start[a] = inner.start[a];
    for (int m = 0; m < middle_rank; ++m)
      if (inner.axis[m] >= 0) r.start[inner.axis[m]] = r.start[inner.axis[m]] + outer.start[m] * inner.step[m];
    for (int d = 0; d < rank; ++d) {
      i64 const m = outer.axis[d];
      if (m < 0 || inner.axis[m] < 0) continue;
      r.axis[d] = inner.axis[m], r.step[d] = outer.step[d] * inner.step[m];
    }
    return r;
  }

  // ---- steps ---------------------------------------------------------------------------------------------------------------

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
        if (Loops && region.passes && in_region[n.segment] && (open == ~0u || nodes[open].segment != n.segment)) {
          open = nodes.size();
          node r;
          r.kind = node_kind::region, r.segment = n.segment, r.stage = n.stage, r.nest.push(region.length);
          r.region = n.segment / 2, r.strip = strips[r.region];
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
      for (u32 k : eqns_of[n]) {
        eqn const& e = j.eqns[k];
        for (u32 i = e.in; i < e.in + e.n_in; ++i) {
          atom const a = j.atoms.begin()[i];
          if (a.is_literal()) {
            widen(at, j.lits[a.lit()].type);
            continue;
          }
          u32 const v = a.var();
          if (homes[v] == static_cast<i32>(n) && kept.begin()[v]) { // widened when it was made
            p.operand_reg.begin()[i] = p.regs.begin()[v];
            continue;
          }
          widen(at, j.type(v).type);
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
        if (is_exit(e)) {
          p.steps.push({step_kind::exit, k, 0});
          continue;
        }
        for (u32 v = e.out; v < e.out + e.n_out; ++v) {
          aval const& type = avals[types[v]];
          u32& n_regs = at.n_regs[static_cast<u8>(type.type)];
          widen(at, type.type);
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
  static constexpr void widen(node& n, dtype t) {
    if (info(t).bytes > n.width_bytes) n.width_bytes = info(t).bytes;
  }

  constexpr loop_plan operator()() {
    maker.resize(j.vars.size(), ~0u);
    for (u32 k = 0; k < j.eqns.size(); ++k)
      for (u32 i = 0; i < j.eqns[k].n_out; ++i) maker[j.eqns[k].out + i] = k;
    classify();
    place();
    bool any = false;
    vec<bool> useless(Loops ? j.eqns.size() : 0);
    for (u32 k = 0; k < useless.size(); ++k)
      if (changes_nothing(j, j.eqns[k]) && !packs(k)) useless[k] = any = true;
    if (any) return planner(without_packs(static_cast<jaxpr&&>(p.program), useless))();
    sequence();
    return static_cast<loop_plan&&>(p);
  }
};

} // namespace detail

constexpr loop_plan make_plan(jaxpr program) {
  if (has_loops(program)) return detail::planner<true>(static_cast<jaxpr&&>(program))();
  return detail::planner<false>(static_cast<jaxpr&&>(program))();
}

} // namespace constax::inline CONSTAX_TAG
