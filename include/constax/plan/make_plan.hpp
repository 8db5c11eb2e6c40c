// SPDX-License-Identifier: BSL-1.0
#pragma once
// make_plan : jaxpr, lanes wanted -> plan        the passes of the planner, in order
//
//   1. prepare    products that need no tiles become reductions                                   (prepare.hpp, before freezing)
//   2. split      each shape's axes into loop axes and unrolled ones                             (classify.hpp)
//   3. regions    an axis whose strips run through many equations, and its passes                (regions.hpp)
//   4. classify   each equation: runs in a kernel, is a view of memory, or is a node of its own   (classify.hpp)
//   5. stage      a value that is needed outside its kernel is ready one stage later; equal nest and stage: one kernel (stages.hpp);
//                 one too large is cut (cuts.hpp)
//   6. lanes      the axis of each kernel along which most of what it reads and writes lies contiguous               (strips.hpp)
//   7. place      what crosses kernels goes to memory: an output, a strip buffer, or a slot of the workspace         (place.hpp)
//   8. phases     what a long kernel waits for comes first                                                           (phases.hpp)
//   9. schedule   the equations of each kernel in an order in which they wait little for each other                 (schedule.hpp)
//  10. steps      loads before first use, stores right after the equation that makes the value                       (sequence.hpp)
//  11. carry      what neighbours share goes from register to register                                             (carry.hpp)
//
// Passes 2 to 6 may find what they would have liked to know before: then the program is planned again with these hints.
#include <constax/plan/carry.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// What is known of a program's equations once lanes have been chosen, and the passes before would like to know. Of each equation; empty:
/// of none.
struct plan_hints {
  vec<bool> useless;  // a pack that is of no use
  vec<bool> in_place; // a part of an argument that kernels read where it lies
};
/// A plan; or what another attempt has to know.
struct plan_attempt {
  loop_plan plan;
  bool again = false;
  plan_hints found;
};

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

  constexpr plan_attempt knowing(vec<bool> const& parts_in_place) {
    in_place = parts_in_place;
    return (*this)();
  }
  constexpr plan_attempt operator()() {
    maker.resize(j.vars.size(), ~0u);
    u32* const makers = maker.begin();
    u32 k = 0;
    for (eqn const& e : j.eqns) {
      for (u32 v = e.out; v < e.out + e.n_out; ++v) makers[v] = k;
      ++k;
    }
    if (!j.subs.empty()) find_whole_rows();
    find_summed();
    classify();
    group();
    if (any_loops) {
      plan_hints found{given_order(useless_packs(false)), {}};
      if (region.passes > 0 && in_place.empty()) found.in_place = find_in_place();
      if (!found.useless.empty() || !found.in_place.empty()) {
        if (found.in_place.empty()) found.in_place = in_place;
        return {{}, true, static_cast<plan_hints&&>(found)};
      }
    }
    place();
    if (any_loops)
      if (vec<bool> const useless = useless_packs(true); !useless.empty()) return {{}, true, {given_order(useless), in_place}};
    sequence();
    if (any_loops) carry();
    return {static_cast<loop_plan&&>(p), false, {}};
  }
};

/// An attempt to plan the program with what attempts before have found; what it finds is in the order of the program, too.
constexpr plan_attempt attempt_plan(jaxpr program, lane_choice lanes, plan_hints const& known) {
  if (known.useless.empty()) return planner(static_cast<jaxpr&&>(program), lanes).knowing(known.in_place);
  vec<u32> at; // of each equation that is left: where it was
  vec<bool> parts;
  for (u32 k = 0; k < known.useless.size(); ++k) {
    if (known.useless[k]) continue;
    at.push(u32{k});
    if (!known.in_place.empty()) parts.push(bool{known.in_place[k]});
  }
  plan_attempt a = planner(without_packs(static_cast<jaxpr&&>(program), known.useless), lanes).knowing(parts);
  if (!a.again) return a;
  plan_hints all{known.useless, {}};
  all.in_place.resize(a.found.in_place.empty() ? 0 : all.useless.size());
  for (u32 k = 0; k < at.size(); ++k) {
    if (!a.found.useless.empty() && a.found.useless[k]) all.useless[at[k]] = true;
    if (!a.found.in_place.empty()) all.in_place[at[k]] = a.found.in_place[k];
  }
  a.found = static_cast<plan_hints&&>(all);
  return a;
}

} // namespace detail

constexpr loop_plan make_plan(jaxpr const& program, lane_choice lanes = {}) {
  detail::plan_attempt a;
  for (detail::plan_hints known; (a = detail::attempt_plan(program, lanes, known)).again;)
    known = static_cast<detail::plan_hints&&>(a.found);
  return static_cast<loop_plan&&>(a.plan);
}

} // namespace constax::inline CONSTAX_TAG
