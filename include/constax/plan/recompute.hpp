// SPDX-License-Identifier: BSL-1.0
#pragma once
// recompute: what one operation gives again is not kept. A value that a kernel of a region leaves in a strip for others is computed where
// it is read instead, if that takes one quick operation on what is read there anyway, or on what lacks an axis of the nest and so stays in
// the cache, or on nothing (places, and where an array is not padding).
//
//   10. e = sub x mu   stores e        ->   10. e = sub x mu
//   14. reads e                             14. e' = sub x mu
//
// Same operation, same operands: the same bits. (Of gmm's 31 strips, d = 10, this leaves 11; they were more than the first-level cache.)
//
// A value that only kernels read, and that is quick to compute from ONE array which memory holds anyway, is EXCHANGED for that array in all
// of them, in whatever region they are: each loads as much as before, and the value is not stored. (x - mean, which several sweeps read.)
#include <constax/plan/plan_state.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Room for copies in the code of a program of so many equations (code.hpp).
constexpr u32 most_copies(u32 eqns) { return eqns / 4 + 4; }

class recomputing {
public:
  constexpr explicit recomputing(plan_state& state) : plan(state) {}

  constexpr void operator()() {
    u32 const n_vars = j.vars.size(), n_eqns = j.eqns.size();
    copy = copied_in = read_in = vec<u32>(n_vars, ~0u), copy_of = {};
    before = vec<vec<u32>>(n_eqns);
    vec<vec<u32>> eqns_of(p.nodes.size());
    find_exchanged();
    for (u32 k = 0; k < n_eqns; ++k)
      if (plan.lowering[k] == lowered_as::kernel) eqns_of[static_cast<u32>(plan.owner[j.eqns[k].out])].push(k);
    for (u32 n = 0; n < eqns_of.size(); ++n) {
      vec<u32> loads, readers; // the places of operands that another node makes, and whose they are
      for (u32 k : eqns_of.first[n]) {
        eqn const& e = j.eqns.first[k];
        atom const* const xs = j.atoms.first;
        for (u32 at = e.in + plan.in_memory_of(e), end = e.in + e.n_in; at < end; ++at) {
          i32 const v = xs[at].id;
          if (v < 0) continue;
          read_in.first[v] = n;
          if (plan.owner.first[v] != static_cast<i32>(n)) loads.push(at), readers.push(k);
        }
      }
      for (u32 i = 0; i < loads.count; ++i)
        if (u32 const v = j.atoms.first[loads.first[i]].var(); is_quick(v, n)) {
          atom const made = copy_for(v, n, readers.first[i]); // which makes atoms
          p.program.atoms.first[loads.first[i]] = made;
        }
    }
    if (j.eqns.size() > n_eqns) insert_copies();
  }

private:
  plan_state& plan;
  loop_plan& p = plan.p;
  jaxpr const& j = plan.j;

  // ---- values that are exchanged for the array that they are computed from -------------------------------------------------------------
  static constexpr i64 most_flops = 4; // that take the place of a load
  vec<bool> exchanged;                 // of each variable
  struct computed_from {
    u32 array = ~0u; // ~0: nothing of the nest's rank
    i64 flops = 0;
    u32 steps = 1;
  };
  vec<computed_from> from;
  u32 planned = 0; // copies, at most

  static constexpr bool is_quick_operation(eqn const& e) {
    return (e.prim->kind == kind::elementwise || e.prim->kind == kind::source) && e.n_out == 1 && !e.prim->transcendental &&
           !e.prim->slow && e.prim->flops <= 1;
  }
  constexpr bool lacks_an_axis(u32 v, u32 n) const {
    u32 const root = plan.root_of(v);
    return nest_of(plan.shape_of(root), p.loops[root]).rank < p.nodes[n].nest.rank;
  }
  /// Can node n load v, whose reader is a node before it; or all that v is computed from, if v is exchanged itself?
  constexpr bool is_loadable(u32 v, u32 n) const {
    if (exchanged[v]) {
      for (atom a : j.operands(plan.eqn_of(v)))
        if (!a.is_literal() && !is_loadable(a.var(), n)) return false;
      return true;
    }
    u32 const root = plan.root_of(v);
    if (plan.is_input(root)) return true;
    return plan.in_memory[root] && (!plan.in_strips(root) || plan.segment_of(plan.definition[root]) == p.nodes[n].segment);
  }
  constexpr void find_exchanged() {
    u32 const n_vars = j.vars.size();
    planned = 0, exchanged = vec<bool>(n_vars), from = vec<computed_from>(n_vars);
    vec<bool> needed(n_vars); // results, and what something reads in memory that is no load of a kernel
    vec<vec<u32>> readers(n_vars);
    i32 const* const owner = plan.owner.first;
    for (u32 k = 0; k < j.eqns.count; ++k) {
      eqn const& e = j.eqns.first[k];
      atom const* const xs = j.atoms.first + e.in;
      i32 const n = owner[e.out];
      u32 const in_memory = plan.lowering.first[k] == lowered_as::kernel ? plan.in_memory_of(e) : e.n_in;
      for (u32 i = 0; i < e.n_in; ++i) {
        i32 const v = xs[i].id;
        if (v < 0) continue;
        if (i < in_memory) needed.first[v] = true;
        else if (vec<u32>& by = readers.first[v]; owner[v] != n && (by.empty() || by.back() != static_cast<u32>(n)))
          by.push(static_cast<u32>(n));
      }
    }
    for (atom a : j.outs)
      if (!a.is_literal()) needed[a.var()] = true;
    for (eqn const& e : j.eqns) {
      u32 const v = e.out;
      if (!needed.first[v] && readers.first[v].count && plan.is_made_by_kernel(v) && plan.in_registers[v])
        exchanged[v] = find_array(e, readers[v]);
    }
  }
  constexpr bool find_array(eqn const& e, vec<u32> const& readers) {
    u32 const here = static_cast<u32>(plan.owner[e.out]);
    if (!is_quick_operation(e) || p.nodes[here].nest.rank == 0) return false;
    for (u32 n : readers)
      if (p.nodes[n].kind != node_kind::kernel || !(p.nodes[n].nest == p.nodes[here].nest)) return false;
    computed_from& by = from[e.out];
    by.flops = e.prim->flops;
    for (atom a : j.operands(e)) {
      if (a.is_literal()) continue;
      u32 v = a.var();
      for (u32 n : readers)
        if (!is_loadable(v, n)) return false;
      if (exchanged[v]) by.flops += from[v].flops, by.steps += from[v].steps, v = from[v].array;
      if (v == ~0u || lacks_an_axis(v, here)) continue;
      bool const wider = info(j.type(v).type).bytes > info(j.type(e.out).type).bytes;
      if (plan.root_of(v) != v || (by.array != ~0u && by.array != v) || wider) return false;
      by.array = v;
    }
    if (by.flops > most_flops || planned + by.steps * readers.size() > most_copies(j.eqns.size())) return false;
    planned += by.steps * readers.size();
    return true;
  }

  vec<u32> copy, copied_in; // of each variable: its last copy, and the node that has it
  vec<u32> read_in;         // of each variable: the last node that reads it
  vec<u32> copy_of;         // of each copy: the variable
  vec<vec<u32>> before;     // of each equation: the copies that come before it

  /// Operand i of v's equation, as the program was given: what its own node reads now may be a copy.
  constexpr atom given_operand(u32 v, u32 i) const {
    atom const a = j.operands(plan.eqn_of(v))[i];
    return a.is_literal() || a.var() < copied_in.size() ? a : atom{static_cast<i32>(copy_of[a.var() - copied_in.size()])};
  }
  /// What a kernel passes on in a strip: may node n, which reads v, compute it?
  constexpr bool is_quick(u32 v, u32 n) const {
    if (copied_in[v] == n || (exchanged[v] && plan.owner[v] != static_cast<i32>(n))) return true;
    if (!passes_on(v, n) || !plan.in_strips(v)) return false;
    u32 copies = j.eqns.size() - before.size() + 1;
    while (plan.eqn_of(v).prim->kind == kind::movement) { // a renaming of registers
      atom const x = given_operand(v, 0);
      if (plan.eqn_of(v).n_in != 1 || x.is_literal() || !passes_on(x.var(), n)) return false;
      v = x.var(), ++copies;
    }
    eqn const& e = plan.eqn_of(v);
    if (!is_quick_operation(e) || copies + planned > most_copies(before.size())) return false;
    for (u32 i = 0; i < e.n_in; ++i)
      if (atom const a = given_operand(v, i); !a.is_literal() && !is_there(a.var(), n)) return false;
    return true;
  }
  /// Is v made in registers, at the points of n's nest, by another node of its region?
  constexpr bool passes_on(u32 v, u32 n) const {
    if (!plan.is_made_by_kernel(v) || !plan.in_registers[v] || plan.owner[v] == static_cast<i32>(n)) return false;
    node const &from = p.nodes[static_cast<u32>(plan.owner[v])], &to = p.nodes[n];
    return from.segment == to.segment && from.region_axis == to.region_axis && from.nest == to.nest;
  }
  constexpr bool is_there(u32 v, u32 n) const {
    u32 const root = plan.root_of(v);
    if (!plan.is_input(root) && !plan.in_memory[root]) return false;
    return read_in[v] == n || nest_of(plan.shape_of(root), p.loops[root]).rank < p.nodes[n].nest.rank;
  }

  /// v, computed by node n before equation `reader`.
  constexpr atom copy_for(u32 v, u32 n, u32 reader) {
    if (copied_in[v] == n) return {static_cast<i32>(copy[v])};
    u32 const k = plan.definition[v];
    eqn e = j.eqns[k];
    vec<atom> xs;
    for (u32 i = 0; i < e.n_in; ++i) {
      atom const a = given_operand(v, i);
      bool const again =
          e.prim->kind == kind::movement || (!a.is_literal() && exchanged[a.var()] && plan.owner[a.var()] != static_cast<i32>(n));
      xs.push(again ? copy_for(a.var(), n, reader) : a);
    }
    e.in = j.atoms.size(), e.out = j.vars.size();
    p.program.atoms.append(xs);
    before[reader].push(j.eqns.size());
    plan.definition.push(j.eqns.size()), p.program.eqns.push(e), p.program.vars.push(u32{j.vars[v]}), copy_of.push(v);
    plan.lowering.push(lowered_as::kernel), plan.summed.push(i8{-1});
    p.loops.push(u32{p.loops[v]}), p.made.push(u32{p.made[v]});
    plan.owner.push(static_cast<i32>(n)), plan.available_after.push(static_cast<i32>(p.nodes[n].stage)), plan.in_memory.push(false),
        plan.in_registers.push(true);
    if (plan.region.passes) {
      node const& at = p.nodes[n];
      plan.region.segment.push(u32{at.segment}), plan.made_in.push(static_cast<i32>(at.segment)), plan.crosses.push(false);
      plan.region.along.push(static_cast<i8>(at.region_axis < 0 ? -1 : axis_along(p.loops[v], plan.shape_of(v).rank, at.region_axis)));
    }
    p.nodes[n].flops += e.prim->flops * plan.cost_of(e), ++p.nodes[n].n_eqns;
    copied_in[v] = n, copy[v] = e.out;
    return {static_cast<i32>(e.out)};
  }

  /// Copies go where they are read; what is read no more is neither kept nor computed.
  constexpr void insert_copies() {
    vec<u32> in_order(j.eqns.count);
    u32 *const order = in_order.first, *end = order;
    for (u32 k = 0; k < before.count; ++k) {
      for (u32 made : before.first[k]) *end++ = made;
      *end++ = k;
    }
    vec<bool> is_read(j.vars.count), is_elsewhere(j.vars.count), result(j.vars.count);
    bool *const read = is_read.first, *const elsewhere = is_elsewhere.first;
    for (atom a : j.outs)
      if (!a.is_literal()) read[a.var()] = result[plan.root_of(a.var())] = true;
    i32 const* const owner = plan.owner.first;
    for (u32* at = end; at != order;) {
      eqn const& e = j.eqns.first[*--at];
      bool const by_kernel = plan.lowering.first[*at] == lowered_as::kernel;
      bool any = !by_kernel || !plan.in_registers.first[e.out] || copied_in.count <= e.out || copied_in.first[e.out] == ~0u;
      for (u32 v = e.out; v < e.out + e.n_out && !any; ++v) any = read[v];
      if (!any) {
        node& n = p.nodes[static_cast<u32>(owner[e.out])];
        n.flops -= e.prim->flops * plan.cost_of(e), --n.n_eqns;
        *at = ~0u;
        continue;
      }
      u32 const from_memory = by_kernel ? plan.in_memory_of(e) : e.n_in;
      atom const* const xs = j.atoms.first + e.in;
      for (u32 x = 0; x < e.n_in; ++x)
        if (i32 const v = xs[x].id; v >= 0) {
          read[v] = true;
          if (x < from_memory || owner[v] != owner[e.out]) elsewhere[v] = true;
        }
    }
    // A renaming copies its operand, which may be a result.
    for (u32 v = 0; v < copied_in.count; ++v)
      if (copied_in.first[v] != ~0u && !elsewhere[v] && !result[v]) plan.in_memory[v] = false;
    vec<eqn> eqns;
    vec<lowered_as> these;
    vec<u32> segments, now(j.eqns.count, ~0u);
    eqns.reserve(j.eqns.count), these.reserve(j.eqns.count), segments.reserve(j.eqns.count);
    for (u32 const* at = order; at != end; ++at) {
      if (*at == ~0u) continue;
      now.first[*at] = eqns.count, plan.given_at.push(*at);
      eqns.push(j.eqns.first[*at]), these.push(plan.lowering.first[*at]);
      if (plan.region.passes) segments.push(plan.region.segment.first[*at]);
    }
    for (u32& k : plan.definition)
      if (k != ~0u) k = now.first[k];
    for (node& n : p.nodes)
      if (n.kind != node_kind::kernel) {
        n.eqn = now[n.eqn];
        if (n.total != node::none) n.total = now[n.total];
      }
    p.program.eqns = static_cast<vec<eqn>&&>(eqns), plan.lowering = static_cast<vec<lowered_as>&&>(these);
    if (plan.region.passes) plan.region.segment = static_cast<vec<u32>&&>(segments);
  }
};

constexpr void recompute(plan_state& plan) { recomputing{plan}(); }

} // namespace constax::inline CONSTAX_TAG::detail

