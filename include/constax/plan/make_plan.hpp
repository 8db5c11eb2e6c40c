// SPDX-License-Identifier: BSL-1.0
#pragma once
// make_plan : jaxpr, lanes wanted -> plan        the passes of the planner, in order
//
//   1. prepare    products that need no tiles become reductions                                   (prepare.hpp, before freezing)
//   2. split      each shape's axes into loop axes and unrolled ones                             (classify.hpp: loop_axes; without loops rows_of)
//   3. regions    an axis whose strips run through many equations, and its passes                (regions.hpp)
//   4. classify   each equation: runs in a kernel, is a view of memory, or is a node of its own   (classify.hpp)
//   5. stage      a value that is needed outside its kernel is ready one stage later; equal nest and stage: one kernel (stages.hpp); one too large is cut (cuts.hpp)
//   6. lanes      the axis of each kernel along which most of what it reads and writes lies contiguous               (strips.hpp)
//   7. place      what crosses kernels goes to memory: an output, a strip buffer, or a slot of the workspace         (place.hpp)
//   8. phases     what a long kernel waits for comes first                                                           (phases.hpp)
//   9. schedule   the equations of each kernel in an order in which they wait little for each other                 (schedule.hpp)
//  10. steps      loads before first use, stores right after the equation that makes the value                       (sequence.hpp)
//  11. carry      what neighbours share goes from register to register                                             (carry.hpp)
#include <constax/plan/carry.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

struct planner : carrier {
  using carrier::carrier;

  /// Passes 5 and 6.
  constexpr void group() {
    stages();
    if (any_loops) {
      if (cut_kernels()) p.nodes = {}, ops = {}, stages();
      sink();
      if (!not_before.empty()) p.nodes = {}, ops = {}, stages();
    }
    for (atom a : j.outs) need(a);
    if (any_loops) {
      if (region.passes > 0) drop_single_nodes();
      if (region.passes > 0) find_crossings(); // if any is left
      recompute();
      bool lanes = region.passes > 0;
      for (node const& n : p.nodes) lanes |= n.nest.rank > 1;
      if (lanes) p.places.resize(j.vars.size()), choose_lanes();
    }
  }

  constexpr loop_plan knowing(vec<bool> const& parts_in_place) {
    in_place = parts_in_place;
    return (*this)();
  }
  constexpr loop_plan operator()() {
    maker.resize(j.vars.size(), ~0u);
    u32* const makers = maker.begin();
    u32 k = 0;
    for (eqn const& e : j.eqns) {
      for (u32 v = e.out; v < e.out + e.n_out; ++v) makers[v] = k;
      ++k;
    }
    if (!j.subs.empty()) find_whole_rows();
    classify();
    group();
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
    if (any_loops) carry();
    return static_cast<loop_plan&&>(p);
  }
};

} // namespace detail

constexpr loop_plan make_plan(jaxpr program, lane_choice lanes = {}) {
  return detail::planner(static_cast<jaxpr&&>(program), lanes)();
}

} // namespace constax::inline CONSTAX_TAG
