// SPDX-License-Identifier: BSL-1.0
#pragma once
// strip_buffers: where values lie that one strip after the other passes through
#include <constax/plan/lifetimes.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Where a value is in strips: in which buffer, and which of the values that lie there side by side.
struct strip_place {
  u32 buffer = 0, at = 0;
};

class strip_buffers {
public:
  constexpr strip_buffers(plan_state& state, lifetimes const& uses) : plan(state), live(uses) {}

  /// The value in strips, of those that hold a place, that v may lie over: the kernel that makes v from it, element by element, is its last
  /// reader. There a register of it is loaded before v's takes its place, and what was one buffer's load and another's store is in the
  /// first cache (gmm's gradient, d = 10, whose strips are larger than that: 150 -> 135 us). Two phases would load it twice: of one axis,
  /// where they are, strips are small. ~0: there is none.
  constexpr u32 read_where_made(u32 v, vec<bool> const& holds) const {
    constexpr u32 most = 8; // equations, from v's backwards
    u32 open[most], n_open = 0;
    auto const look_at = [&](u32 x) {
      if (n_open < most && plan.is_made_by_kernel(x) && plan.eqn_of(x).prim->kind == kind::elementwise) open[n_open++] = plan.definition[x];
    };
    if (p.nodes[static_cast<u32>(plan.owner[v])].nest.rank > 1) look_at(v);
    for (u32 i = 0; i < n_open; ++i)
      for (atom a : j.operands(j.eqns[open[i]])) {
        if (a.is_literal() || plan.is_input(a.var())) continue;
        u32 const u = a.var();
        if (!plan.in_memory[u]) {
          if (plan.owner[u] == plan.owner[v]) look_at(u);
        } else if (plan.owner[u] != plan.owner[v] && j.vars[u] == j.vars[v] && p.loops[u] == p.loops[v] &&
                   live.last_reader[u] == plan.owner[v] && holds[u] && plan.region.along[u] == plan.region.along[v] &&
                   plan.along_lanes(u) == plan.along_lanes(v))
          return u;
      }
    return ~0u;
  }

  /// A strip buffer for v, with the axis of the lanes last -> its place. Values of one type and one register share a buffer, [rows...,
  /// values, lanes]: kernels find them all from one address, at constant distances. (With a buffer for each, a third of the instructions of
  /// gmm's gradient fetched addresses.)
  constexpr strip_place put(u32 v, vec<strip_place>& idle) {
    int const axis = plan.region.along[v];
    u32 const number = plan.region.segment[plan.definition[v]] / 2, length = plan.strips[number];
    aval held = j.type(v);
    shape const s = held.shape;
    int const rank = s.rank;
    bool const last = plan.along_lanes(v) && axis != rank - 1;
    bool const shared = last && rank < max_rank && unrolled_count(s, p.loops[v]) == 1;
    affine_map m;
    held.shape = shape{};
    int at = axis;
    if (last) {
      for (int d = 0, to = 0; d < rank; ++d)
        if (d != axis) held.shape.push(s[d]), m.axis[d] = to++;
      if (shared) held.shape.push(extent(1));
      at = held.shape.rank, m.axis[axis] = at;
      held.shape.push(extent(static_cast<i64>(length)));
    } else
      for (int d = 0; d < rank; ++d) held.shape.push(d == axis ? extent(static_cast<i64>(length)) : s[d]);
    u32 const type = p.program.intern(held);
    auto const fits = [&](u32 b) { // a buffer of several values has the type of one until all are counted
      return p.strips[b].type == type && p.strips[b].region == number && p.strips[b].axis == at && takes_several[b] == shared;
    };
    strip_place to{p.strips.size()};
    for (u32 i = 0; i < idle.size(); ++i) {
      if (!fits(idle[i].buffer)) continue;
      to = idle[i];
      idle[i] = idle.back(), idle.pop();
      break;
    }
    for (u32 b = 0; shared && to.buffer == p.strips.size() && b < p.strips.size(); ++b)
      if (fits(b)) to = {b, held_by[b]++};
    if (to.buffer == p.strips.size()) {
      p.strips.push({type, number, static_cast<i8>(at)});
      held_by.push(1), takes_several.push(bool{shared}), memory_of.push(p.memories.size());
      p.memories.push({memory_kind::strip, to.buffer, type});
    }
    p.places[v].memory = static_cast<i32>(memory_of[to.buffer]);
    if (shared) m.start[at - 1] = extent(static_cast<i64>(to.at));
    if (last) p.places[v].view = static_cast<i32>(p.views.size()), p.views.push(m);
    return to;
  }
  /// The types of buffers, once it is known how many values each of them has.
  constexpr void widen() {
    for (u32 b = 0; b < p.strips.size(); ++b) {
      if (held_by[b] == 1) continue;
      aval held = p.program.avals[p.strips[b].type];
      held.shape[held.rank() - 2] = extent(static_cast<i64>(held_by[b]));
      p.strips[b].type = p.memories[memory_of[b]].type = p.program.intern(held);
    }
  }

private:
  plan_state& plan;
  lifetimes const& live;
  loop_plan& p = plan.p;
  jaxpr const& j = plan.j;
  vec<u32> memory_of, held_by; // of each buffer: its memory, and how many values it has
  vec<bool> takes_several;     // of each buffer: do values lie side by side in it?
};

} // namespace constax::inline CONSTAX_TAG::detail
