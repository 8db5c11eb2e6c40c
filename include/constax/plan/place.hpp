// SPDX-License-Identifier: BSL-1.0
#pragma once
// place: what crosses kernels goes to memory: an output, a strip buffer, or a slot of the workspace, shared by equal types of disjoint
// lifetimes.
#include <constax/plan/split.hpp>
#include <constax/plan/stages.hpp>

namespace constax::inline CONSTAX_TAG::detail {

struct placer : stager {
  using stager::stager;

  /// The stage from which v needs memory: all of it exists while its region runs.
  constexpr u32 first_needed(u32 v) const {
    if (any_loops)
      if (region.passes && in_region[region.segment[maker[v]]] && !in_strips(v)) return first_stage[region.segment[maker[v]]];
    return static_cast<u32>(ready[v]);
  }

  constexpr void place() {
    u32 const nv = j.vars.size();
    p.places = vec<constax::place>(nv), last_use.resize(nv, -1);
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
      if (maker[v] != ~0u && hows[maker[v]] != how::view && p.places[v].memory < 0 &&
          (!j.eqns[maker[v]].prim->call || is_nest(j, j.eqns[maker[v]]))) {
        p.places[v].memory = static_cast<i32>(p.memories.size());
        p.memories.push({memory_kind::output, k, j.vars[v]});
      } else {
        p.sources[k] = v;
        last_use[root_of(v)] = end;
      }
    }
    if (any_loops) join_in_outputs();
    // Last uses, through views.
    bool const has_views = [&] {
      for (how h : hows)
        if (h == how::view) return true;
      return false;
    }();
    i32* const last = last_use.begin();
    atom const* const atoms = j.atoms.begin();
    bool const regions = any_loops && region.passes > 0;
    if (regions) last_reader = vec<i32>(nv, -1);
    u32 at = 0;
    for (eqn const& e : j.eqns) {
      if (hows.begin()[at++] == how::view) continue;
      node const& n = p.nodes[static_cast<u32>(home[e.out])];
      for (u32 i = 0; i < e.n_in; ++i) {
        atom const a = atoms[e.in + i];
        if (a.id < 0) continue;
        u32 const r = has_views ? root_of(a.var()) : a.var();
        i32 s = static_cast<i32>(n.stage);
        if (any_loops)
          if (regions && in_region[n.segment] && !in_strips(r)) s = static_cast<i32>(last_stage[n.segment]);
        if (any_loops)
          if (regions) note_reader(r, s, a.var() == r && !stays_in_memory(e, i) ? home[e.out] : elsewhere);
        if (s > last[r]) last[r] = s;
      }
    }
    if (any_loops) find_pieces();
    update_in_place();
    if (any_loops) keep_pieces();
    if (any_loops)
      if (regions) write_over_outputs(), turn_in_kernels();
    // Slots of the workspace: equal types with disjoint lifetimes share one. Slots come free stage by stage, so that this is linear.
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
      if (in_memory[v] && maker[v] != ~0u && hows[maker[v]] != how::view && p.places[v].memory < 0 && !is_piece(v))
        made[slot_from(v)].push(v);
    vec<strip_place> idle_strips;
    for (u32 s = 0; s < made.size(); ++s) {
      if (s > 0) {
        for (slot_place at : released[s - 1]) idle[p.slot_type[at.slot]].push(at);
        for (u32 v : released_strips[s - 1])
          if (holds[v]) idle_strips.push(strip_of[v]);
      }
      for (u32 v : made[s]) {
        u32 const end_of_use = static_cast<u32>(last_use[v] < static_cast<i32>(s) ? static_cast<i32>(s) : last_use[v]);
        if (any_loops)
          if (regions && in_strips(v)) {
            if (u32 const u = read_where_made(v, holds); u != ~0u) holds[u] = false, p.places[v] = p.places[u], strip_of[v] = strip_of[u];
            else strip_of[v] = put_strip(v, idle_strips);
            holds[v] = true;
            released_strips[end_of_use].push(v);
            continue;
          }
        if (v < updates.size() && updates[v] != node::none) {
          p.places[v] = p.places[updates[v]];
          continue; // released where the other is
        }
        slot_place const at = put_slot(v, idle[type_in_memory(v)]);
        if (last_use[v] < stages) released[end_of_use].push(at);
      }
    }
    widen_numbers();
    p.n_slots = p.slot_type.size();
    if (regions) widen_strips();
    if (any_loops) place_pieces();
    // Views, in order: a view of a view is one view.
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      if (hows[k] != how::view) continue;
      eqn const& e = j.eqns[k];
      u32 const x = j.operands(e)[0].var();
      affine_map const m = e.prim->affine(j.params(e), shape_of(x));
      p.places[e.out].memory = p.places[x].memory, p.places[e.out].first = p.places[x].first;
      i32 const through = p.places[x].view;
      p.places[e.out].view = static_cast<i32>(p.views.size());
      p.views.push(through < 0 ? m : compose(m, p.views[static_cast<u32>(through)], shape_of(e.out).rank, shape_of(x).rank));
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
    return beyond_of({static_cast<i32>(v)}) ? j.vars[j.operands(j.eqns[maker[v]])[0].var()] : j.vars[v];
  }
  /// A slot for v -> its place. Numbers of one type share a slot: kernels find them all from one address. (With a slot for each, the
  /// gradient of a program of 1,000 equations set up 600 addresses, and a third of its compile time went into fetching them.)
  constexpr slot_place put_slot(u32 v, vec<slot_place>& idle) {
    u32 const type = type_in_memory(v);
    bool const number = shape_of(v).rank == 0;
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

  /// A reshape that joins axes, of what a kernel makes to what a node writes to an output: the operand lies where the result goes, of which
  /// it is a split view, and nothing is left to copy.
  constexpr void join_in_outputs() {
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      eqn const& e = j.eqns[k];
      if (!is<reshape_t>(e) || hows[k] != how::node || p.places[e.out].memory < 0 || j.operands(e)[0].is_literal()) continue;
      u32 const x = j.operands(e)[0].var();
      if (maker[x] == ~0u || hows[maker[x]] != how::kernel || p.places[x].memory >= 0 || !in_memory[x] || in_strips(x)) continue;
      if (!split_t::splits(shape_of(e.out), shape_of(x))) continue;
      p.places[x] = {p.places[e.out].memory, static_cast<i32>(p.views.size())};
      p.views.push(split_t::affine({shape_of(x)}, shape_of(e.out)));
    }
  }

  /// What a kernel computes for a concatenation that is a node lies where the result has it: that piece is not copied. (The inner points of
  /// a step in time with values set apart at the ends are written once.)
  vec<u32> piece_of;       // of each variable: the result in whose memory it lies; none. Empty: there are none
  vec<extent> piece_start; // where along the axis that is joined
  vec<u32> pieces_from;    // of each such result: the stage from which it needs memory
  constexpr bool is_piece(u32 v) const { return !piece_of.empty() && piece_of[v] != node::none; }
  constexpr u32 slot_from(u32 v) const { return pieces_from.empty() || pieces_from[v] == node::none ? first_needed(v) : pieces_from[v]; }
  constexpr u32 whole_of(u32 v) const {
    while (is_piece(v)) v = piece_of[v];
    return v;
  }
  constexpr bool joins_as_node(u32 k) const { return is<concatenate_t>(j.eqns[k]) && hows[k] == how::node && !in_strips(j.eqns[k].out); }
  constexpr void find_pieces() {
    for (u32 k = j.eqns.size(); k-- > 0;) { // backwards: a concatenation may itself be a piece
      eqn const& e = j.eqns[k];
      if (!joins_as_node(k)) continue;
      int const axis = decode<concatenate_t::params>(j.params(e)).dimension;
      extent at(0);
      for (atom a : j.operands(e)) {
        u32 const v = a.var();
        if (may_be_piece(v)) {
          if (u32 const n = j.vars.size(); piece_of.empty())
            piece_of.resize(n, node::none), piece_start.resize(n, extent(0)), pieces_from.resize(n, node::none);
          piece_of[v] = e.out, piece_start[v] = at;
        }
        at = at + shape_of(v)[axis];
      }
    }
  }
  constexpr bool may_be_piece(u32 v) const {
    u32 const k = maker[v];
    if (k == ~0u || !in_memory[v] || p.places[v].memory >= 0 || is_piece(v)) return false;
    if (in_strips(v) || read_by_control(v) || beyond_of({static_cast<i32>(v)})) return false;
    return hows[k] == how::kernel ? j.eqns[k].prim->kind == kind::elementwise : joins_as_node(k);
  }
  /// The memory of a result lives from its first piece on, and as long as one is read.
  constexpr void keep_pieces() {
    for (u32 v = 0; v < piece_of.size(); ++v) {
      if (!is_piece(v)) continue;
      u32 const whole = whole_of(v), from = first_needed(v);
      if (from < slot_from(whole)) pieces_from[whole] = from;
      if (last_use[v] > last_use[whole]) last_use[whole] = last_use[v];
    }
  }
  constexpr void place_pieces() {
    for (u32 k = j.eqns.size(); k-- > 0;) {
      u32 const v = j.eqns[k].out;
      if (!is_piece(v)) continue;
      constax::place const& whole = p.places[piece_of[v]];
      affine_map m;
      for (int d = 0; d < shape_of(v).rank; ++d) m.axis[d] = d;
      if (whole.view >= 0) m = p.views[static_cast<u32>(whole.view)];
      int const axis = decode<concatenate_t::params>(j.params(j.eqns[maker[piece_of[v]]])).dimension;
      extent& start = m.start[m.axis[axis]];
      start = start + piece_start[v] * m.step[axis];
      p.places[v] = {whole.memory, static_cast<i32>(p.views.size()), whole.first};
      p.views.push(m);
    }
  }

  /// A scatter whose array nothing reads after it, or beside it, writes into that array: the result lies where the array does.
  vec<u32> updates; // of each variable: the array that it is an update of, in place; none
  constexpr void update_in_place() {
    for (u32 k = j.eqns.size(); k-- > 0;) { // backwards: the array may itself be an update
      eqn const& e = j.eqns[k];
      if (!e.prim->updates || hows[k] != how::node || !is_last_to_read(e)) continue;
      u32 const x = j.operands(e)[0].var();
      if (p.places[e.out].memory >= 0) p.places[x].memory = p.places[e.out].memory;
      else {
        updates.resize(j.vars.size(), node::none);
        updates[e.out] = x;
        if (last_use[e.out] > last_use[x]) last_use[x] = last_use[e.out];
      }
    }
  }
  /// Is the node of e the last that reads its first operand, a value of the workspace that no other operand is a part of?
  constexpr bool is_last_to_read(eqn const& e) const {
    if (j.operands(e)[0].is_literal() || j.vars[j.operands(e)[0].var()] != j.vars[e.out]) return false;
    u32 const x = j.operands(e)[0].var();
    if (is_piece(x) || (maker[x] != ~0u && joins_as_node(maker[x]))) return false; // pieces lie there, which may be read later
    node const& n = p.nodes[static_cast<u32>(home[e.out])];
    bool const regions = any_loops && region.passes > 0;
    if (maker[x] == ~0u || hows[maker[x]] == how::view || j.eqns[maker[x]].prim->call || p.places[x].memory >= 0 ||
        beyond_of({static_cast<i32>(x)}))
      return false;
    bool const strips = regions && in_strips(x); // then the result is an output, made in the same strips
    if (strips ? p.places[e.out].memory < 0 || in_strips(e.out) || region.along[x] != region.along[e.out]
               : regions && (in_strips(e.out) || in_region[n.segment]))
      return false;
    if (last_use[x] != static_cast<i32>(n.stage)) return false; // an output is read at the end
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      eqn const& by = j.eqns[k];
      for (u32 i = 0; i < by.n_in; ++i) {
        atom const a = j.operands(by)[i];
        bool const itself = by.out == e.out;
        if (a.is_literal() || root_of(a.var()) != x || (itself && i == 0)) continue;
        if (itself) return false;
        if (hows[k] == how::view) continue; // its readers are asked
        node const& reader = p.nodes[static_cast<u32>(home[by.out])];
        u32 const last = regions && in_region[reader.segment] && !strips ? last_stage[reader.segment] : reader.stage;
        if (last >= n.stage) return false;
      }
    }
    return true;
  }

  constexpr void put_input(u32 v, u32 index) {
    p.places[v].memory = static_cast<i32>(p.memories.size());
    p.memories.push({memory_kind::input, index, j.vars[v]});
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
