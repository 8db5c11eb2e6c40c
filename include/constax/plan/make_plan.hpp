// SPDX-License-Identifier: BSL-1.0
#pragma once
// make_plan : jaxpr -> plan        the passes of the planner, in order
//
//   1. split      each shape's axes into loop axes and unrolled ones                             (loop_axes)
//   2. classify   each equation: runs in a kernel, is a view of memory, or is a node of its own
//   3. stage      a value that is needed outside its kernel is ready one stage later; equal nest and stage: one kernel
//   4. place      what crosses kernels goes to memory: an output, or a workspace slot shared by disjoint lifetimes
//   5. steps      loads before first use, stores right after the equation that makes the value
#include <constax/plan/plan.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// For each axis of the two operands of a contraction, the axis of the result that it becomes; -1: summed.
struct result_axes {
  int of[2][max_rank] = {};
  constexpr result_axes(contraction_axes const& c, int lhs_rank, int rhs_rank) {
    int next = c.lhs_batch.size();
    auto const fill = [&](int side, int rank, axes const& batch, axes const& summed) {
      for (int d = 0; d < rank; ++d) {
        int b = -1;
        for (int k = 0; k < batch.size(); ++k)
          if (batch[k] == d) b = k;
        of[side][d] = b >= 0 ? b : summed.contains(d) ? -1 : next++;
      }
    };
    fill(0, lhs_rank, c.lhs_batch, c.lhs_contracting);
    fill(1, rhs_rank, c.rhs_batch, c.rhs_contracting);
  }
};

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
          if (lo >> d & 1) at[d] = probe;
        element_source const s = e.prim->source(j.params(e), dummy, in, result, at);
        if (s.operand < 0) continue; // padding
        atom const a = xs[static_cast<u32>(s.operand)];
        u32 const li = loops_of(a);
        for (int d = 0; d < shape_of(a).rank; ++d)
          if ((li >> d & 1) && s.at[d] != probe) return false;
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

  constexpr i32 find_kernel(shape const& nest, u32 stage) const {
    for (u32 k = p.nodes.size(); k-- > 0;)
      if (p.nodes[k].kind == node_kind::kernel && p.nodes[k].stage == stage && p.nodes[k].nest == nest) return static_cast<i32>(k);
    return -1;
  }
  constexpr u32 new_node(node_kind kind, u32 stage, shape const& nest, u32 eqn = 0) {
    node n;
    n.kind = kind, n.stage = stage, n.nest = nest, n.eqn = eqn;
    p.nodes.push(n), ops.push(0);
    return p.nodes.size() - 1;
  }

  /// Passes 1 to 3.
  constexpr void classify() {
    u32 const nv = j.vars.size();
    p.loops = vec<u32>(nv), home.resize(nv, -1), ready.resize(nv, -1), in_memory = kept = vec<bool>(nv), hows = vec<how>(j.eqns.size());
    vec<u32> loops_of_type;
    vec<shape> nest_of_type;
    for (aval const& a : j.avals) loops_of_type.push(loop_axes(a.shape)), nest_of_type.push(nest_of(a.shape, loops_of_type.back()));
    u32 const* const types = j.vars.begin();
    for (u32 v = 0; v < nv; ++v) p.loops[v] = loops_of_type[types[v]];
    p.made = p.loops;
    bool* const keep = kept.begin();
    i32 const* const homes = home.begin();
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      eqn const& e = j.eqns[k];
      range<atom> const xs = j.operands(e);
      shape nest = nest_of_type[types[e.out]];
      hows[k] = how::kernel;
      i32 exit = -1;
      node_kind own = node_kind::copy;
      switch (e.prim->kind) {
      case kind::elementwise:
      case kind::source:
      case kind::size: break;
      case kind::movement:
        if (!renames(e)) hows[k] = e.prim->affine && !xs[0].is_literal() ? how::view : how::node;
        break;
      case kind::reduction: {
        u32 const lx = loops_of(xs[0]);
        shape const& s = shape_of(xs[0]);
        nest = nest_of(s, lx);
        i64 const axis = j.params(e)[1]; // axes: one, after `associate`
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
      case kind::contraction:
        if (!unrolls(e)) hows[k] = how::node, own = node_kind::dot;
        break;
      case kind::locate: hows[k] = how::node, own = node_kind::locate; break;
      case kind::call: break;
      }
      if (hows[k] == how::view) {
        ready[e.out] = ready[xs[0].var()];
        need(xs[0]);
        continue;
      }
      i32 stage = 0;
      node const* const nodes = p.nodes.begin();
      for (atom a : xs) {
        i32 const v = a.id;
        if (v < 0) continue;
        bool const here = keep[v] && hows[k] == how::kernel && nodes[homes[v]].nest == nest;
        i32 const s = here ? static_cast<i32>(nodes[homes[v]].stage) : ready.begin()[v] + 1;
        if (s > stage) stage = s;
      }
      if (hows[k] == how::node) {
        home[e.out] = static_cast<i32>(new_node(own, static_cast<u32>(stage), {}, k));
        for (atom a : xs) need(a);
        in_memory[e.out] = true;
      } else {
        u32 const cost = cost_of(e);
        dtype const t = j.type(e.out).type;
        u32 const exit_class = exit < 0 ? 0 : static_cast<u32>(chains_of(t)) << 16 | cost * info(t).bytes;
        i32 n;
        for (;; ++stage) { // a kernel has one exit axis and a bounded size
          n = find_kernel(nest, static_cast<u32>(stage));
          if (n < 0) n = static_cast<i32>(new_node(node_kind::kernel, static_cast<u32>(stage), nest));
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
    }
    for (atom a : j.outs) need(a);
  }

  vec<u32> maker; // variable -> equation

  constexpr bool is_exit(eqn const& e) const {
    return e.prim->kind == kind::reduction && (loops_of(j.operands(e)[0]) >> j.params(e)[1] & 1);
  }
  constexpr u32 cost_of(eqn const& e) const {
    aval const& type = j.type(e.out);
    u32 const n = type.shape.rank == 0 ? 1 : unrolled_count(type.shape, p.made[e.out]);
    if (e.prim->kind == kind::elementwise) return n;
    if (e.prim->kind == kind::reduction) return unrolled_count(shape_of(j.operands(e)[0]), loops_of(j.operands(e)[0]));
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
    u32 at = 0;
    for (eqn const& e : j.eqns) {
      if (hows.begin()[at++] == how::view) continue;
      i32 const s = static_cast<i32>(p.nodes[static_cast<u32>(home[e.out])].stage);
      for (atom a : j.operands(e)) {
        if (a.id < 0) continue;
        u32 const r = has_views ? root_of(a.var()) : a.var();
        if (s > last[r]) last[r] = s;
      }
    }
    // Slots of the workspace: equal types with disjoint lifetimes share one. Slots come free stage by stage, so that this is linear.
    i32 stages = 0;
    for (node const& n : p.nodes)
      if (static_cast<i32>(n.stage) >= stages) stages = static_cast<i32>(n.stage) + 1;
    vec<vec<u32>> made(static_cast<u32>(stages)), released(static_cast<u32>(stages)), idle(j.avals.size());
    for (u32 v = 0; v < nv; ++v)
      if (in_memory[v] && maker[v] != ~0u && hows[maker[v]] != how::view && p.places[v].memory < 0) made[static_cast<u32>(ready[v])].push(v);
    for (u32 s = 0; s < made.size(); ++s) {
      if (s > 0)
        for (u32 slot : released[s - 1]) idle[p.slot_type[slot]].push(slot);
      for (u32 v : made[s]) {
        vec<u32>& of_type = idle[j.vars[v]];
        u32 slot = p.slot_type.size();
        if (of_type.empty()) p.slot_type.push(j.vars[v]);
        else slot = of_type.pop();
        if (last_use[v] < stages) released[static_cast<u32>(last_use[v] < static_cast<i32>(s) ? static_cast<i32>(s) : last_use[v])].push(slot);
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
      p.places[e.out].view = static_cast<i32>(p.views.size());
      p.views.push(p.places[x].view < 0 ? m : compose(m, p.views[static_cast<u32>(p.places[x].view)], shape_of(e.out).rank, shape_of(x).rank));
    }
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
    for (vec<u32> const& ks : of_stage)
      for (u32 k : ks) renumbered[k] = nodes.size(), nodes.push(p.nodes[k]);
    p.nodes = static_cast<vec<node>&&>(nodes);
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
    sequence();
    return static_cast<loop_plan&&>(p);
  }
};

} // namespace detail

constexpr loop_plan make_plan(jaxpr program) { return detail::planner(static_cast<jaxpr&&>(program))(); }

} // namespace constax::inline CONSTAX_TAG
