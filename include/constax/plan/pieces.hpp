// SPDX-License-Identifier: BSL-1.0
#pragma once
// pieces: operands of a concatenation that lie where its result has them
#include <constax/plan/lifetimes.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// What a kernel computes for a concatenation that is a node lies where the result has it: that piece is not copied. (The inner points of
/// a step in time with values set apart at the ends are written once.)
class piece_table {
public:
  constexpr explicit piece_table(plan_state& state) : plan(state) {}

  constexpr bool is_piece(u32 v) const { return !piece_of.empty() && piece_of[v] != node::none; }
  constexpr u32 slot_from(u32 v) const {
    return pieces_from.empty() || pieces_from[v] == node::none ? first_needed(plan, v) : pieces_from[v];
  }
  constexpr u32 whole_of(u32 v) const {
    while (is_piece(v)) v = piece_of[v];
    return v;
  }
  constexpr bool joins_as_node(u32 k) const {
    return is<concatenate_t>(j.eqns[k]) && plan.lowering[k] == lowered_as::node && !plan.in_strips(j.eqns[k].out);
  }
  constexpr void find() {
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
        at = at + plan.shape_of(v)[axis];
      }
    }
  }
  /// The memory of a result lives from its first piece on, and as long as one is read.
  constexpr void keep(lifetimes& live) {
    for (u32 v = 0; v < piece_of.size(); ++v) {
      if (!is_piece(v)) continue;
      u32 const whole = whole_of(v), from = first_needed(plan, v);
      if (from < slot_from(whole)) pieces_from[whole] = from;
      if (live.last_use[v] > live.last_use[whole]) live.last_use[whole] = live.last_use[v];
    }
  }
  constexpr void place() {
    for (u32 k = j.eqns.size(); k-- > 0;) {
      u32 const v = j.eqns[k].out;
      if (!is_piece(v)) continue;
      constax::place const& whole = p.places[piece_of[v]];
      affine_map m;
      for (int d = 0; d < plan.shape_of(v).rank; ++d) m.axis[d] = d;
      if (whole.view >= 0) m = p.views[static_cast<u32>(whole.view)];
      int const axis = decode<concatenate_t::params>(j.params(j.eqns[plan.definition[piece_of[v]]])).dimension;
      extent& start = m.start[m.axis[axis]];
      start = start + piece_start[v] * m.step[axis];
      p.places[v] = {whole.memory, static_cast<i32>(p.views.size()), whole.first};
      p.views.push(m);
    }
  }

private:
  plan_state& plan;
  loop_plan& p = plan.p;
  jaxpr const& j = plan.j;
  vec<u32> piece_of;       // of each variable: the result in whose memory it lies; none. Empty: there are none
  vec<extent> piece_start; // where along the axis that is joined
  vec<u32> pieces_from;    // of each such result: the stage from which it needs memory

  constexpr bool may_be_piece(u32 v) const {
    u32 const k = plan.definition[v];
    if (k == ~0u || !plan.in_memory[v] || p.places[v].memory >= 0 || is_piece(v)) return false;
    if (plan.in_strips(v) || plan.read_by_control(v) || plan.beyond_of({static_cast<i32>(v)})) return false;
    return plan.lowering[k] == lowered_as::kernel ? j.eqns[k].prim->kind == kind::elementwise : joins_as_node(k);
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
