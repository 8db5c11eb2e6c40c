// SPDX-License-Identifier: BSL-1.0
#pragma once
// allocate : plan_state -> memories, views, places, sources, strips, slots
//
// What crosses kernels goes to memory: an output, a strip buffer, or a slot of the workspace, shared by equal types of disjoint lifetimes.
#include <constax/plan/outputs.hpp>
#include <constax/plan/strip_buffers.hpp>
#include <constax/plan/updates.hpp>

namespace constax::inline CONSTAX_TAG::detail {

class allocation {
public:
  constexpr explicit allocation(plan_state& state) : plan(state) {}

  constexpr void operator()() {
    p.places = vec<constax::place>(j.vars.size());
    put_inputs(), put_outputs();
    if (plan.any_loops) join_in_outputs(plan);
    live.find(plan);
    if (plan.any_loops) pieces.find();
    updates = update_in_place(plan, live, pieces);
    if (plan.any_loops) pieces.keep(live);
    if (regions) write_over_outputs(plan, live), turn_in_kernels(plan);
    put_slots();
    widen_numbers();
    p.n_slots = p.slot_type.size();
    if (regions) buffers.widen();
    if (plan.any_loops) pieces.place();
    put_views();
  }

private:
  plan_state& plan;
  loop_plan& p = plan.p;
  jaxpr const& j = plan.j;
  lifetimes live{plan.j.vars.size()};
  piece_table pieces{plan};
  strip_buffers buffers{plan, live};
  bool const regions = plan.any_loops && plan.region.passes > 0;
  vec<u32> updates; // of each variable: the array that it is an update of, in place; none. Empty: there are none

  constexpr void put_inputs() {
    for (u32 k = 0; k < j.ins.size(); ++k) put_input(j.ins[k], j.consts.size() + k);
    for (u32 k = 0; k < j.consts.size(); ++k) put_input(j.consts[k], k);
  }
  constexpr void put_input(u32 v, u32 index) {
    p.places[v].memory = static_cast<i32>(p.memories.size());
    p.memories.push({memory_kind::input, index, j.vars[v]});
  }
  /// Outputs that a node makes are written in place; all else (inputs, views, literals, repeats) is copied at the end.
  constexpr void put_outputs() {
    p.sources.resize(j.outs.size(), loop_plan::in_place);
    for (u32 k = 0; k < j.outs.size(); ++k) {
      atom const a = j.outs[k];
      if (a.is_literal()) {
        p.sources[k] = static_cast<u32>(a.id);
        continue;
      }
      u32 const v = a.var();
      if (plan.is_computed(v) && p.places[v].memory < 0 &&
          (!plan.eqn_of(v).prim->call || is_nest(j, plan.eqn_of(v)))) {
        p.places[v].memory = static_cast<i32>(p.memories.size());
        p.memories.push({memory_kind::output, k, j.vars[v]});
      } else {
        p.sources[k] = v;
        live.last_use[plan.root_of(v)] = live.end;
      }
    }
  }
  /// Views, in order: a view of a view is one view.
  constexpr void put_views() {
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      if (plan.lowering[k] != lowered_as::view) continue;
      eqn const& e = j.eqns[k];
      u32 const x = j.operands(e)[0].var();
      affine_map const m = e.prim->affine(j.params(e), plan.shape_of(x));
      p.places[e.out].memory = p.places[x].memory, p.places[e.out].first = p.places[x].first;
      i32 const through = p.places[x].view;
      p.places[e.out].view = static_cast<i32>(p.views.size());
      p.views.push(through < 0 ? m : plan.compose(m, p.views[static_cast<u32>(through)], plan.shape_of(e.out).rank, plan.shape_of(x).rank));
    }
  }

  /// Where a value is in the workspace: in which slot, and which element of it.
  struct slot_place {
    u32 slot = 0, at = 0;
  };
  vec<u32> memory_of_slot, held_by_slot;
  vec<i32> numbers_slot; // by type: the slot of all its numbers
  /// The first elements of a line (find_shortened) are stored by a loop over all of it.
  constexpr u32 type_in_memory(u32 v) const {
    return plan.beyond_of({static_cast<i32>(v)}) ? j.vars[j.operands(plan.eqn_of(v))[0].var()] : j.vars[v];
  }
  /// A slot for v -> its place. Numbers of one type share a slot: kernels find them all from one address. (With a slot for each, the
  /// gradient of a program of 1,000 equations set up 600 addresses, and a third of its compile time went into fetching them.)
  constexpr slot_place put_slot(u32 v, vec<slot_place>& idle) {
    u32 const type = type_in_memory(v);
    bool const number = plan.shape_of(v).rank == 0;
    slot_place to{p.slot_type.size()};
    if (!idle.empty()) to = idle.pop();
    else if (number && numbers_slot[type] >= 0) to.slot = static_cast<u32>(numbers_slot[type]), to.at = held_by_slot[to.slot]++;
    else {
      if (number) numbers_slot[type] = static_cast<i32>(to.slot);
      memory_of_slot.push(p.memories.size()), held_by_slot.push(1);
      p.memories.push({memory_kind::workspace, to.slot, type}), p.slot_type.push(type);
    }
    p.places[v].memory = static_cast<i32>(memory_of_slot[to.slot]), p.places[v].first = to.at;
    return to;
  }
  /// The types of their slots, once it is known how many there are.
  constexpr void widen_numbers() {
    for (u32 slot = 0; slot < p.slot_type.size(); ++slot) {
      if (held_by_slot[slot] == 1) continue;
      aval held = p.program.avals[p.slot_type[slot]];
      held.shape.push(extent(static_cast<i64>(held_by_slot[slot])));
      p.slot_type[slot] = p.memories[memory_of_slot[slot]].type = p.program.intern(held);
    }
  }
  /// What has no place yet: equal types with disjoint lifetimes share one. Places come free stage by stage, so that this is linear.
  constexpr void put_slots() {
    u32 const nv = j.vars.size();
    i32 stages = 0;
    for (node const& n : p.nodes)
      if (static_cast<i32>(n.stage) >= stages) stages = static_cast<i32>(n.stage) + 1;
    vec<vec<u32>> made(static_cast<u32>(stages));
    vec<vec<slot_place>> released(static_cast<u32>(stages)), idle(j.avals.size());
    numbers_slot = vec<i32>(j.avals.size(), -1);
    vec<vec<u32>> released_strips(static_cast<u32>(stages)); // variables
    vec<strip_place> strip_of(regions ? nv : 0);
    vec<bool> holds(regions ? nv : 0); // its own place in a strip
    for (u32 v = 0; v < nv; ++v)
      if (plan.in_memory[v] && plan.is_computed(v) && p.places[v].memory < 0 && !pieces.is_piece(v))
        made[pieces.slot_from(v)].push(v);
    vec<strip_place> idle_strips;
    for (u32 s = 0; s < made.size(); ++s) {
      if (s > 0) {
        for (slot_place at : released[s - 1]) idle[p.slot_type[at.slot]].push(at);
        for (u32 v : released_strips[s - 1])
          if (holds[v]) idle_strips.push(strip_of[v]);
      }
      for (u32 v : made[s]) {
        u32 const end_of_use = static_cast<u32>(live.last_use[v] < static_cast<i32>(s) ? static_cast<i32>(s) : live.last_use[v]);
        if (regions && plan.in_strips(v)) {
          if (u32 const u = buffers.read_where_made(v, holds); u != ~0u)
            holds[u] = false, p.places[v] = p.places[u], strip_of[v] = strip_of[u];
          else strip_of[v] = buffers.put(v, idle_strips);
          holds[v] = true;
          released_strips[end_of_use].push(v);
          continue;
          }
        if (v < updates.size() && updates[v] != node::none) {
          p.places[v] = p.places[updates[v]];
          continue; // released where the other is
        }
        slot_place const at = put_slot(v, idle[type_in_memory(v)]);
        if (live.last_use[v] < stages) released[end_of_use].push(at);
      }
    }
  }
};

constexpr void allocate(plan_state& plan) { allocation{plan}(); }

} // namespace constax::inline CONSTAX_TAG::detail
