// SPDX-License-Identifier: BSL-1.0
#pragma once
// classify        : plan_state -> loops, made, nest_of_type, lowering, beyond
// choose_regions  : plan_state -> regions
// take            : plan_state, what both gave for the same program -> all of that, and made_in, crosses
//
// Which of each value's axes are loops; and what becomes of each movement: part of a kernel, a view of memory, or a node of its own. (What
// becomes of the other equations follows from their kind, and is written down with their stage: stages.hpp.) Then, which axes have regions.
#include <constax/plan/defer.hpp>
#include <constax/plan/plan_state.hpp>
#include <constax/plan/prepare.hpp>

namespace constax::inline CONSTAX_TAG::detail {

constexpr void find_loops(plan_state& plan) {
  jaxpr const& j = plan.j;
  plan.nest_of_type = {};
  if (plan.any_loops) {
    vec<u32> loops_of_type;
    for (aval const& a : j.avals) loops_of_type.push(loop_axes(a.shape)), plan.nest_of_type.push(nest_of(a.shape, loops_of_type.back()));
    u32 const nv = j.vars.size(), *const types = j.vars.first;
    plan.p.loops = vec<u32>(nv);
    for (u32 v = 0; v < nv; ++v) plan.p.loops.first[v] = loops_of_type[types[v]];
  } else plan.p.loops = rows_of(j);
  plan.p.made = plan.p.loops;
}

class classifying {
public:
  constexpr classifying(plan_state& state, vec<bool> const& parts_in_place) : plan(state), in_place(parts_in_place) {}

  constexpr void operator()() {
    find_loops(plan);
    plan.lowering = vec<lowered_as>(j.eqns.size());
    u32 k = 0;
    for (eqn const& e : j.eqns) {
      if (e.prim->kind == kind::movement) plan.lowering[k] = k < in_place.size() && in_place[k] ? lowered_as::view : of_movement(e);
      ++k;
    }
    if (plan.any_loops) find_shortened();
  }

private:
  plan_state& plan;
  vec<bool> const& in_place; // of each equation: a part of an argument that kernels read where it lies (hints.hpp)
  loop_plan& p = plan.p;
  jaxpr const& j = plan.j;

  constexpr lowered_as of_movement(eqn const& e) {
    if (changes_nothing(j, e)) return lowered_as::node;
    if (!plan.any_loops) return takes_from_memory(e) ? lowered_as::view : lowered_as::kernel;
    if (plan.renames(e) || joins_in_kernels(e)) return lowered_as::kernel;
    if (!e.prim->affine || j.operands(e)[0].is_literal()) return lowered_as::node;
    return !plan.read_by_control(e.out) || plan.lies_in_one_piece(e) ? lowered_as::view : lowered_as::node;
  }

  /// May kernels read this concatenation where its operands lie? If something needs all of it in memory, a copy is made in one piece.
  static constexpr u32 most_pieces = 8;
  constexpr bool joins_in_kernels(eqn const& e) {
    if (joined_axis(*e.prim, j.params(e), p.loops[e.out]) < 0 || e.n_in > most_pieces) return false;
    for (atom a : j.operands(e))
      if (!plan.is_input(a.var()) && is<window_t>(plan.eqn_of(a.var()))) return false;
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
    if (!e.prim->affine || x.is_literal() || !p.loops[x.var()] || plan.shape_of(e.out).size() > plan.shape_of(x).size()) return false;
    if (plan.read_by_control(e.out) && !plan.lies_in_one_piece(e)) return false;
    return !plan.is_computed(x.var());
  }

  /// Sums over the first elements of what a loop computes are taken in that loop (windows.hpp makes such slices).
  constexpr void find_shortened() {
    if (!loops_over_lines(j)) return;
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      eqn const& e = j.eqns[k];
      if (!is<slice_t>(e) || plan.lowering[k] != lowered_as::view || !sums_only(e)) continue;
      if (plan.beyond.empty()) plan.beyond.resize(j.vars.size());
      plan.beyond[e.out] = static_cast<i8>((plan.shape_of(j.operands(e)[0])[0] - plan.shape_of(e.out)[0]).number),
      plan.lowering[k] = lowered_as::kernel;
    }
  }
  /// Is it the first elements of a line that a kernel computes, and read by sums alone?
  constexpr bool sums_only(eqn const& e) const {
    atom const x = j.operands(e)[0];
    if (plan.shape_of(e.out).rank != 1 || !p.loops[e.out] || x.is_literal() || plan.is_input(x.var())) return false;
    if (!plan.is_made_by_kernel(x.var()) || plan.eqn_of(x.var()).prim->kind != kind::elementwise) return false;
    affine_map const m = e.prim->affine(j.params(e), plan.shape_of(x));
    extent const rest = plan.shape_of(x)[0] - plan.shape_of(e.out)[0];
    if (!(m.start[0] == extent(0)) || m.step[0] != 1 || !rest.is_number() || rest.number < 1 || rest.number > most_beyond) return false;
    for (eqn const& by : j.eqns)
      for (atom a : j.operands(by))
        if (!a.is_literal() && a.var() == e.out && by.prim->kind != kind::reduction) return false;
    for (atom a : j.outs)
      if (!a.is_literal() && a.var() == e.out) return false;
    return true;
  }
};

constexpr void classify(plan_state& plan, vec<bool> const& parts_in_place) { classifying(plan, parts_in_place)(); }

/// Regions, where values have loops of more than one kind, or are too many for one kernel: what fits into one needs none. (Where sums are
/// taken in a longer loop, all loops go over lines of numbers, and a region would have one node.)
constexpr region_choice choose_regions(plan_state const& plan) {
  jaxpr const& j = plan.j;
  if (!plan.any_loops || !plan.beyond.empty()) return {};
  u32 looped = 0;
  for (aval const& a : j.avals) looped += loop_axes(a.shape) != 0;
  if (looped < 2 && j.eqns.size() <= plan.max_ops) {
    i64 all = 0;
    for (eqn const& e : j.eqns) all += plan.cost_of(e);
    if (all <= plan.max_ops) return {};
  }
  vec<bool> views(j.eqns.size());
  for (u32 k = 0; k < views.size(); ++k) views[k] = plan.lowering[k] == lowered_as::view;
  region_choice r = region_chooser{j, plan.p.loops, views, plan.summed, plan.wanted.in_order()}();
  if (r.passes) defer(plan, r);
  return r;
}
/// What pass 1 finds.
struct classification {
  vec<lowered_as> lowering;
  vec<i8> beyond;
  region_choice regions;
};
constexpr classification classified(plan_state plan, vec<bool> const& parts_in_place) {
  classify(plan, parts_in_place);
  region_choice regions = choose_regions(plan);
  return {static_cast<vec<lowered_as>&&>(plan.lowering), static_cast<vec<i8>&&>(plan.beyond), static_cast<region_choice&&>(regions)};
}
constexpr void take(plan_state& plan, classification c) {
  find_loops(plan);
  plan.lowering = static_cast<vec<lowered_as>&&>(c.lowering), plan.beyond = static_cast<vec<i8>&&>(c.beyond);
  plan.region = static_cast<region_choice&&>(c.regions);
  if (plan.region.passes) plan.made_in.resize(plan.j.vars.size(), -1), plan.crosses = vec<bool>(plan.j.vars.size());
}

} // namespace constax::inline CONSTAX_TAG::detail
