// SPDX-License-Identifier: BSL-1.0
#pragma once
// classify: which of each value's axes are loops, and what each equation is: part of a kernel, a view of memory, or a node of its own.
#include <constax/plan/recompute.hpp>

namespace constax::inline CONSTAX_TAG::detail {

struct classifier : recomputer {
  using recomputer::recomputer;

  bool const any_loops =
      has_loops(j); // does any value need one? Straight-line programs, the longest ones, skip what is about nests and regions
  vec<shape> nest_of_type;

  /// Passes 2 to 4.
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
  }

  constexpr how how_of_movement(eqn const& e) {
    if (changes_nothing(j, e)) return how::node;
    if (!any_loops) return takes_from_memory(e) ? how::view : how::kernel;
    if (renames(e) || joins_in_kernels(e)) return how::kernel;
    if (!e.prim->affine || j.operands(e)[0].is_literal()) return how::node;
    return !read_by_control(e.out) || lies_in_one_piece(e) ? how::view : how::node;
  }
  /// May kernels read this concatenation where its operands lie? If something needs all of it in memory, a copy is made in one piece.
  static constexpr u32 most_pieces = 8;
  constexpr bool joins_in_kernels(eqn const& e) {
    if (joined_axis(*e.prim, j.params(e), p.loops[e.out]) < 0 || e.n_in > most_pieces) return false;
    for (atom a : j.operands(e))
      if (maker[a.var()] != ~0u && is<window_t>(j.eqns[maker[a.var()]])) return false;
    if (needed_whole.empty()) find_needed_whole();
    return !needed_whole[e.out];
  }
  /// What is a result, or read by anything but elementwise operations and reductions.
  vec<bool> needed_whole; // of each variable
  constexpr void find_needed_whole() {
    needed_whole.resize(j.vars.size());
    for (eqn const& e : j.eqns)
      for (atom a : j.operands(e))
        if (!a.is_literal() && e.prim->kind != kind::elementwise && e.prim->kind != kind::reduction) needed_whole[a.var()] = true;
    for (atom a : j.outs)
      if (!a.is_literal()) needed_whole[a.var()] = true;
  }
  /// Straight-line code: a part of an argument in rows is read where it lies. (All of the argument, where the first part of it is needed,
  /// would wait in registers, or beside them, for the other parts to be needed: an LSTM's step spilled thirty registers of weights.)
  constexpr bool takes_from_memory(eqn const& e) const {
    atom const x = j.operands(e)[0];
    if (!e.prim->affine || x.is_literal() || !p.loops[x.var()] || shape_of(e.out).size() > shape_of(x).size()) return false;
    if (read_by_control(e.out) && !lies_in_one_piece(e)) return false;
    return maker[x.var()] == ~0u || hows[maker[x.var()]] == how::view;
  }
  /// Is the result a part of its operand that lies there as it would lie alone: x[1:], x[k]? (Copied, the slices of a sequence that a scan
  /// reads took a fifth of the scan's time.)
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

  /// Sums over the first elements of what a loop computes are taken in that loop (windows.hpp makes such slices; where there are any, all
  /// loops go over lines of numbers, and a region would have one node) -> are there any?
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

  /// Parts of arguments that a kernel would copy for others, x[k, 2]: where lanes run along a region's axis, and the argument does not,
  /// they are read where they lie, all from one address. (One kernel elsewhere may read them too: it takes the strides that the copy would
  /// have taken.)
  vec<bool> in_place; // of each equation: found by a planner that has seen the lanes
  constexpr vec<bool> find_in_place() const {
    vec<bool> found, copied(j.vars.size());
    auto const takes_part = [&](u32 v) {
      return maker[v] != ~0u && hows[maker[v]] == how::kernel && is_affine(j.eqns[maker[v]]) &&
             !j.operands(j.eqns[maker[v]])[0].is_literal();
    };
    bool any = false;
    for (u32 v = 0; v < j.vars.size(); ++v) {
      if (!in_memory[v] || region.along[v] >= 0 || !takes_part(v)) continue;
      u32 of = v;
      while (takes_part(of)) of = j.operands(j.eqns[maker[of]])[0].var();
      copied[v] = maker[of] == ~0u || hows[maker[of]] == how::view, any = any || copied[v];
    }
    if (!any) return found;
    vec<bool> in_region(j.vars.size());
    vec<u32> elsewhere(j.vars.size(), ~0u); // the node outside that reads it: it may do what the copying would have done, once
    for (eqn const& e : j.eqns) {
      if (hows[maker[e.out]] == how::view) continue;
      u32 const n = static_cast<u32>(home[e.out]);
      node const& at = p.nodes[n];
      bool const inside = at.kind == node_kind::kernel && at.region_axis >= 0 && at.lane_axis == at.region_axis;
      for (atom a : j.operands(e)) {
        if (a.is_literal()) continue;
        u32 const root = root_of(a.var());
        if (inside) in_region[root] = true;
        else if (a.var() != root || home[root] != home[e.out]) {
          if (at.kind != node_kind::kernel || (elsewhere[root] != ~0u && elsewhere[root] != n)) copied[root] = false;
          elsewhere[root] = n;
        }
      }
    }
    for (u32 v = 0; v < j.vars.size(); ++v) copied[v] = copied[v] && in_region[v];
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
};

} // namespace constax::inline CONSTAX_TAG::detail
