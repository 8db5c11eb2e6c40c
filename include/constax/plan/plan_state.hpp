// SPDX-License-Identifier: BSL-1.0
#pragma once
// plan_state: a program, the plan of it as far as it is made, and what passes know by then; the questions that several passes ask.
//
// Each pass is a function of this state. A table has one writer, which is named beside it, and is read by the passes behind that one.
#include <constax/plan/regions.hpp>
#include <constax/plan/rows.hpp>
#include <constax/plan/window.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// What becomes of an equation.
enum class lowered_as : u8 { kernel, view, node };

/// What lanes of the nests of a region cost, along the region's axis and along the last axis of each nest.
struct region_lanes {
  i32 along_axis = 0, along_last = 0;
  u32 nests = 0, last = 0; // those whose last axis is the region's
  bool asked = false, asked_for_axis = false;
  constexpr bool is_last() const { return nests && last == nests; }
  constexpr bool takes_axis() const { return asked ? asked_for_axis : is_last() || along_axis < along_last; }
};

struct plan_state {
  loop_plan p;
  jaxpr const& j; // p.program
  lane_choice wanted;

  // ---- the program: known from the beginning ----
  bool const any_loops; // does any value need one? Straight-line programs, the longest ones, skip what is about nests and regions
  vec<u32> definition;  // of each variable: its equation; ~0: it is an input
  vec<i8> summed;       // of each variable that a reduction or a contraction gives: the axis that it sums (exit_axis_of)
  vec<bool> whole_rows; // of each variable: branches, loops and routines read it as it lies, in rows of rows. Empty: none does

  // ---- classify ----
  vec<lowered_as> lowering; // of each equation
  vec<shape> nest_of_type;  // of each type
  vec<i8> beyond;           // of each variable: the elements that its slice leaves out, 0: it is no such slice. Empty: there is none
  region_choice region;

  // ---- stages; the segments after them ----
  vec<i32> owner;           // of each variable: its node, -1: an input
  vec<i32> available_after; // of each variable: the stage after which memory holds it, -1: an input
  vec<bool> in_memory;      // of each variable: is needed in memory
  vec<bool> in_registers;   // of each variable: of the kernel that makes it (not an exit, not a view)
  vec<u32> ops;             // of each node: scalarised operations
  vec<i32> made_in;         // of each variable: the segment that fills its memory, -1: an input
  vec<bool> crosses;        // of each variable: its memory is read outside the segment that fills it
  vec<bool> in_region;      // of each segment: is it a region?
  vec<u32> first_stage, last_stage; // of each segment, once stages count through all of them

  // ---- recompute ----
  vec<u32> given_at; // of each equation: where it was before there were copies. Empty: there are none
  u32 n_given = 0;   // equations before there were copies

  // ---- scatter_steps ----
  vec<u32> scattered_by; // of each equation: the kernel that scatters its slices, point by point; node::none. Empty: there is none

  // ---- lanes ----
  vec<u32> strips;              // of each region: elements of its axis that are taken at a time
  vec<region_lanes> lane_costs; // of each region

  static constexpr u32 max_ops = 512; // scalarised operations of a kernel

  constexpr explicit plan_state(jaxpr program, lane_choice lanes) : j(p.program), wanted(lanes), any_loops(has_loops(program)) {
    p.program = static_cast<jaxpr&&>(program);
    n_given = j.eqns.size();
    definition.resize(j.vars.size(), ~0u);
    u32* const definitions = definition.first;
    u32 k = 0;
    for (eqn const& e : j.eqns) {
      for (u32 v = e.out; v < e.out + e.n_out; ++v) definitions[v] = k;
      ++k;
    }
    summed.resize(j.vars.size(), i8{-1});
    for (eqn const& e : j.eqns)
      if (e.prim->kind == kind::reduction || e.prim->kind == kind::contraction) summed[e.out] = static_cast<i8>(exit_axis_of(j, e));
    find_whole_rows();
  }

  plan_state(plan_state const&) = delete; // j is a part of it

  constexpr shape const& shape_of(atom a) const { return j.type(a).shape; }
  constexpr shape const& shape_of(u32 v) const { return j.type(v).shape; }
  constexpr u32 loops_of(atom a) const { return a.id < 0 ? 0 : p.loops.first[a.id]; }
  constexpr u32 segment_of(u32 k) const { return region.passes ? region.segment.first[k] : 0; }
  constexpr bool is_input(u32 v) const { return definition.first[v] == ~0u; }
  constexpr eqn const& eqn_of(u32 v) const { return j.eqns[definition.first[v]]; }
  constexpr bool is_view(u32 v) const { return lowered(v, lowered_as::view); }
  /// By a kernel or a node: v is neither an input nor a view.
  constexpr bool is_computed(u32 v) const { return definition.first[v] != ~0u && !is_view(v); }
  constexpr bool is_made_by_kernel(u32 v) const { return lowered(v, lowered_as::kernel); }
  /// The variable whose memory v is a view of.
  constexpr u32 root_of(u32 v) const {
    while (is_view(v)) v = static_cast<u32>(j.atoms.first[eqn_of(v).in].id);
    return v;
  }

  constexpr bool is_exit(eqn const& e) const {
    if (e.prim->kind != kind::reduction && e.prim->kind != kind::contraction) return false;
    int const axis = summed[e.out];
    return axis >= 0 && (loops_of(j.operands(e)[0]) >> axis & 1);
  }

  constexpr i8 beyond_of(atom a) const { return any_loops && !a.is_literal() && a.var() < beyond.size() ? beyond[a.var()] : i8{0}; }
  constexpr bool read_by_control(u32 v) const { return v < whole_rows.size() && whole_rows[v]; }
  /// Does e, which a region has, leave it?
  constexpr bool sums_over_region(eqn const& e) const { return is_exit(e) && region.along[e.out] < 0; }

  /// Is v a value that one strip after the other passes through: made and read by one region only? (What has a place in memory is none.)
  constexpr bool in_strips(u32 v) const {
    if (region.passes == 0 || region.along.first[v] < 0 || crosses.first[v] || !is_computed(v)) return false;
    if (p.places.count && p.places.first[v].memory >= 0) return false;
    u32 const k = definition.first[v];
    return in_region[region.segment.first[k]] && region.along.first[j.eqns.first[k].out] >= 0;
  }
  /// Do lanes run along the region's axis where v is made?
  constexpr bool along_lanes(u32 v) const {
    node const& n = p.nodes[static_cast<u32>(owner[v])];
    return n.kind == node_kind::pack || (n.kind == node_kind::kernel && n.lane_axis == n.region_axis);
  }
  /// Is the result a part of its operand that lies there as it would lie alone: x[1:], x[k]? (Copied, the slices of a sequence that a scan
  /// reads took a fifth of the scan's time.)
  constexpr bool lies_in_one_piece(eqn const& e) const {
    u32 const x = j.operands(e)[0].var();
    if (is_view(x) && !lies_in_one_piece(eqn_of(x))) return false;
    affine_map const m = e.prim->affine(j.params(e), shape_of(x));
    shape const &out = shape_of(e.out), &in = shape_of(x);
    int const before = in.rank - out.rank;
    for (int d = 0; d < out.rank; ++d) {
      if (before < 0 || m.axis[d] != d + before || m.step[d] != 1) return false;
      if (d > 0 && !(m.start[d + before] == extent(0) && out[d] == in[d + before])) return false;
    }
    return true;
  }

  /// May a gather run in the kernel of its result: are the loops of the result those of the indices? Its array is read in memory, wherever
  /// they say.
  constexpr bool gathers_in_loops(eqn const& e) const {
    if (e.prim->updates || p.loops[e.out] == 0) return false;
    for (int d = 0; d < shape_of(e.out).rank; ++d) {
      bool const loops = p.loops[e.out] >> d & 1;
      int const q = e.prim->aligned(j.params(e), 1, d);
      if (q < 0) {
        if (loops) return false;
        continue;
      }
      for (u32 i = 1; i < e.n_in; ++i)
        if (atom const a = j.operands(e)[i]; !shape_of(a).rank) return false;
        else if ((loops_of(a) >> q & 1) != loops) return false;
    }
    return true;
  }
  /// Operands of an equation in a kernel that are read in memory, at places that the equation says: the first ones.
  constexpr u32 in_memory_of(eqn const& e) const {
    if (e.prim->kind == kind::elementwise) return 0;
    return operands_in_memory(*e.prim, j.params(e), e.n_in, p.loops[e.out]);
  }
  constexpr bool stays_in_memory(eqn const& e, u32 i) const { return i < in_memory_of(e); }

  constexpr u32 cost_of(eqn const& e) const {
    aval const& type = j.type(e.out);
    u32 const n = type.shape.rank == 0 ? 1 : unrolled_count(type.shape, p.made[e.out]);
    if (e.prim->kind == kind::elementwise) return n;
    if (e.prim->kind == kind::reduction || is_exit(e)) return unrolled_count(shape_of(j.operands(e)[0]), loops_of(j.operands(e)[0]));
    return e.prim->kind == kind::contraction ? n * static_cast<u32>(terms_of(j, e)) : n;
  }

  constexpr void need(atom a) {
    if (!a.is_literal()) in_memory[a.var()] = true;
  }
  /// The region's axis in the nest that makes v.
  constexpr int place_in_nest(u32 v) const {
    int k = 0;
    for (int d = 0; d < region.along[v]; ++d) k += p.loops[v] >> d & 1;
    return k;
  }

  /// May this movement be a renaming of registers: loop axes in the same order and untouched, unrolled axes moved among themselves? Then
  /// the source of a register is that of its element at the beginning of the nest, whatever the symbols stand for.
  constexpr bool renames(eqn const& e) const {
    shape const& out = shape_of(e.out);
    u32 const lo = p.loops[e.out];
    if (!e.prim->relate && (lo != 0 || !all_is_static())) return false;
    for (atom a : j.operands(e)) {
      shape const& in = shape_of(a);
      u32 const li = loops_of(a);
      if (in.rank == 0 && (a.is_literal() || lo == 0)) continue;
      if (!same_nest(in, li, out, lo)) return false;
      if (!e.prim->relate) continue;
      if (e.prim->affine) {
        affine_map const m = e.prim->affine(j.params(e), in);
        for (int q = 0; q < in.rank; ++q)
          if (!(li >> q & 1) && !m.start[q].is_number()) return false;
      }
      for (int d = 0, loop = -1; d < out.rank; ++d) {
        relation const r = e.prim->relate(j.params(e), in, out, d);
        if (lo >> d & 1) {
          do ++loop;
          while (!(li >> loop & 1));
          if (!r.is_identity() || r.axis != loop) return false;
        } else if (r.axis >= 0 && (!r.start.is_number() || ((li >> r.axis & 1) && !(out[d] == extent(1))))) return false;
      }
    }
    return true;
  }
  constexpr bool all_is_static() const {
    for (aval const& a : j.avals)
      if (!a.shape.is_static()) return false;
    return true;
  }

  /// May a contraction be unrolled into registers: contracted axes unrolled, loop axes those of the result, in its order?
  constexpr bool unrolls(eqn const& e) const {
    result_axes const c(e.prim->contraction(j.params(e)), shape_of(j.operands(e)[0]).rank, shape_of(j.operands(e)[1]).rank);
    u32 const lo = p.loops[e.out];
    i64 terms = 1;
    for (int side = 0; side < 2; ++side) {
      atom const a = j.operands(e)[static_cast<u32>(side)];
      u32 const la = loops_of(a);
      shape const& s = shape_of(a);
      if (la != 0 && !same_nest(s, la, shape_of(e.out), lo)) return false;
      for (int d = 0, last = -1; d < s.rank; ++d) {
        int const to = c.of[side][d];
        if (to < 0) {
          if (!s[d].is_number() || (la >> d & 1)) return false;
          if (side == 0) terms *= s[d].number;
        } else if ((la >> d & 1) != (lo >> to & 1)) return false;
        else if (la >> d & 1) {
          if (to < last) return false;
          last = to;
        }
      }
    }
    return terms * unrolled_count(shape_of(e.out), lo) <= (lo == 0 ? most_unrolled_products : 2 * max_ops);
  }

  /// Do a's loop axes and b's stand for the same nest?
  static constexpr bool same_nest(shape const& a, u32 la, shape const& b, u32 lb) { return nest_of(a, la) == nest_of(b, lb); }
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

private:
  constexpr bool lowered(u32 v, lowered_as how) const { return definition.first[v] != ~0u && lowering.first[definition.first[v]] == how; }
  constexpr void find_whole_rows() {
    for (eqn const& e : j.eqns) {
      if (!e.prim->takes_whole_rows()) continue;
      whole_rows.resize(j.vars.size());
      for (atom a : j.operands(e))
        if (!a.is_literal()) whole_rows[a.var()] = true;
    }
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
