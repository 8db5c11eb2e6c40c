// SPDX-License-Identifier: BSL-1.0
#pragma once
// make_plan : jaxpr, lanes wanted -> plan        the passes of the planner, in order. Each is a function of one state: plan_state.hpp
//
//      prepare        products that need no tiles become reductions                   (prepare.hpp: jaxpr -> jaxpr, before freezing)
//   1. classify       each shape's axes are loop axes or unrolled ones; a movement is part of a kernel, a view of memory, or a node of
//                     its own                                                                          (classify.hpp)
//      choose_regions an axis whose strips run through many equations is a region's                    (regions.hpp, defer.hpp)
//   2. assign_stages  a value that is needed outside its kernel is available one stage later; equal nest and stage: one kernel
//                                                                                                      (stages.hpp, tiles.hpp)
//      cut_kernels    one too large is cut; sink: equations run where they are read                     (cuts.hpp, sink.hpp)
//   3. segments       which regions are left, and what crosses their borders                           (segments.hpp)
//   4. recompute      what one operation gives again is not kept                                       (recompute.hpp)
//   5. choose_lanes   the axis of each kernel along which most of what it reads and writes lies contiguous           (lanes.hpp)
//      fuse_scatters  what a kernel makes for places that indices say it puts there itself          (scatter_steps.hpp)
//   6. allocate       what crosses kernels goes to memory: an output, a strip buffer, a slot of the workspace     (allocate.hpp,
//                     lifetimes, outputs, pieces, updates, strip_buffers)
//   7. sequence       nodes in order; the equations of each kernel in an order in which they wait little for each other; loads before
//                     first use, stores right behind the equation that makes the value      (sequence.hpp, phases.hpp, schedule.hpp)
//   8. carry          what neighbours share goes from register to register                             (carry.hpp)
//
// Lanes tell what classify would have liked to know (hints.hpp): then the program is planned again with these hints.
#include <constax/plan/carry.hpp>
#include <constax/plan/classify.hpp>
#include <constax/plan/cuts.hpp>
#include <constax/plan/hints.hpp>
#include <constax/plan/lanes.hpp>
#include <constax/plan/allocate.hpp>
#include <constax/plan/recompute.hpp>
#include <constax/plan/scatter_steps.hpp>
#include <constax/plan/segments.hpp>
#include <constax/plan/sequence.hpp>
#include <constax/plan/sink.hpp>
#include <constax/plan/stages.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// A plan; or what another attempt has to know.
struct plan_attempt {
  loop_plan plan;
  bool again = false;
  plan_hints found;
};

/// Passes 2 to 5, and fuse_scatters: kernels, and what they leave in memory.
constexpr void make_kernels(plan_state& plan) {
  stage_bounds known;
  assign_stages(plan, known);
  if (plan.any_loops) {
    if (known.part_of = cut_kernels(plan); !known.part_of.empty()) assign_stages(plan, known);
    if (known.not_before = sink(plan); !known.not_before.empty()) assign_stages(plan, known);
  }
  for (atom a : plan.j.outs) plan.need(a);
  if (!plan.any_loops) return;
  if (plan.region.passes > 0) drop_single_nodes(plan);
  if (plan.region.passes > 0) find_crossings(plan); // if any is left
  recompute(plan);
  bool lanes = plan.region.passes > 0;
  for (node const& n : plan.p.nodes) lanes = lanes || n.nest.rank > 1;
  if (lanes) choose_lanes(plan);
  if (plan.region.passes > 0) fuse_scatters(plan);
}

/// What an attempt plans: the program without packs that are of no use; and which parts of arguments are read in place, of each equation.
struct to_be_planned {
  jaxpr program;
  vec<bool> in_place;
  vec<u32> given; // of each equation: which one of the program that was given; empty: all are there
};
constexpr to_be_planned with_hints(jaxpr program, plan_hints const& known) {
  if (known.useless.empty()) return {static_cast<jaxpr&&>(program), known.in_place, {}};
  vec<u32> at;
  vec<bool> parts;
  for (u32 k = 0; k < known.useless.size(); ++k) {
    if (known.useless[k]) continue;
    at.push(u32{k});
    if (!known.in_place.empty()) parts.push(bool{known.in_place[k]});
  }
  return {without_packs(static_cast<jaxpr&&>(program), known.useless), static_cast<vec<bool>&&>(parts), static_cast<vec<u32>&&>(at)};
}

/// Pass 1 of an attempt.
constexpr classification classify_attempt(jaxpr program, lane_choice lanes, plan_hints const& known) {
  to_be_planned t = with_hints(static_cast<jaxpr&&>(program), known);
  return classified(plan_state(static_cast<jaxpr&&>(t.program), lanes), t.in_place);
}

/// The passes behind it, with what is known from attempts before.
constexpr plan_attempt run_passes(plan_state plan, vec<bool> const& in_place, classification found_first) {
  take(plan, static_cast<classification&&>(found_first));
  make_kernels(plan);
  if (plan.any_loops) {
    plan_hints found{given_order(plan, useless_packs(plan, false)), {}};
    if (plan.region.passes > 0 && in_place.empty()) found.in_place = given_order(plan, find_in_place(plan));
    if (found.any()) {
      if (found.in_place.empty()) found.in_place = in_place;
      return {{}, true, static_cast<plan_hints&&>(found)};
    }
  }
  allocate(plan);
  if (plan.any_loops)
    if (vec<bool> const useless = useless_packs(plan, true); !useless.empty()) return {{}, true, {given_order(plan, useless), in_place}};
  sequence(plan);
  if (plan.any_loops) carry(plan);
  return {static_cast<loop_plan&&>(plan.p), false, {}};
}

/// An attempt to plan the program with what attempts before have found; what it finds is in the order of the program, too.
constexpr plan_attempt attempt_plan(jaxpr program, lane_choice lanes, plan_hints const& known, classification c) {
  to_be_planned t = with_hints(static_cast<jaxpr&&>(program), known);
  plan_attempt a = run_passes(plan_state(static_cast<jaxpr&&>(t.program), lanes), t.in_place, static_cast<classification&&>(c));
  if (!a.again || t.given.empty()) return a;
  plan_hints all{known.useless, {}};
  all.in_place.resize(a.found.in_place.empty() ? 0 : all.useless.size());
  for (u32 k = 0; k < t.given.size(); ++k) {
    if (!a.found.useless.empty() && a.found.useless[k]) all.useless[t.given[k]] = true;
    if (!a.found.in_place.empty()) all.in_place[t.given[k]] = a.found.in_place[k];
  }
  a.found = static_cast<plan_hints&&>(all);
  return a;
}

} // namespace detail

constexpr loop_plan make_plan(jaxpr const& program, lane_choice lanes = {}) {
  detail::plan_attempt a;
  for (detail::plan_hints known; (a = detail::attempt_plan(program, lanes, known, detail::classify_attempt(program, lanes, known))).again;)
    known = static_cast<detail::plan_hints&&>(a.found);
  return static_cast<loop_plan&&>(a.plan);
}

} // namespace constax::inline CONSTAX_TAG
