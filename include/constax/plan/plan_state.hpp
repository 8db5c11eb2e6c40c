// SPDX-License-Identifier: BSL-1.0
#pragma once
// plan_state: what the planner's passes know of a program, and what they all ask.
#include <constax/plan/prepare.hpp>
#include <constax/plan/regions.hpp>
#include <constax/plan/rows.hpp>

namespace constax::inline CONSTAX_TAG::detail {

struct plan_state {
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
  lane_choice wanted;
  static constexpr u32 max_ops = 512;
  vec<u32> ops;        // of each node: scalarised operations
  vec<bool> in_region; // of each segment: is it a region?
  vec<u32> maker; // variable -> equation
  vec<u32> first_stage, last_stage; // of each segment, once stages count through all of them

  constexpr explicit plan_state(jaxpr program, lane_choice lanes) : j(p.program), wanted(lanes) {
    p.program = static_cast<jaxpr&&>(program);
  }

  constexpr shape const& shape_of(atom a) const { return j.type(a).shape; }
  constexpr shape const& shape_of(u32 v) const { return j.type(v).shape; }
  constexpr u32 loops_of(atom a) const { return a.is_literal() ? 0 : p.loops[a.var()]; }
  constexpr u32 segment_of(u32 k) const { return region.passes ? region.segment[k] : 0; }
  /// The variable whose memory v is a view of.
  constexpr u32 root_of(u32 v) const {
    while (maker[v] != ~0u && hows[maker[v]] == how::view) v = j.operands(j.eqns[maker[v]])[0].var();
    return v;
  }

  vec<i8> summed; // of each variable that a reduction or a contraction gives: the axis that it sums (exit_axis_of)
  constexpr void find_summed() {
    summed.resize(j.vars.size(), i8{-1});
    for (eqn const& e : j.eqns)
      if (e.prim->kind == kind::reduction || e.prim->kind == kind::contraction) summed[e.out] = static_cast<i8>(exit_axis_of(j, e));
  }
  constexpr bool is_exit(eqn const& e) const {
    if (e.prim->kind != kind::reduction && e.prim->kind != kind::contraction) return false;
    int const axis = summed[e.out];
    return axis >= 0 && (loops_of(j.operands(e)[0]) >> axis & 1);
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
    if (e.prim->kind != kind::contraction) return n;
    i64 terms = 1;
    for (i64 d : e.prim->contraction(j.params(e)).lhs_contracting) terms *= shape_of(j.operands(e)[0])[static_cast<int>(d)].number;
    return n * static_cast<u32>(terms);
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

  /// Without a loop lanes have nothing to run along, and a product's operands leave the registers: 6 x 6 x 6 take 75 ns unrolled and 101 as
  /// a node, 7 x 7 x 7 413 and 130, 8 x 8 x 8 559 and 130 (AVX-512, g++ 12).
  static constexpr i64 most_unrolled_products = 256;
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
};

} // namespace constax::inline CONSTAX_TAG::detail
