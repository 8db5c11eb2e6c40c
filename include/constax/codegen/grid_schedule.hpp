// SPDX-License-Identifier: BSL-1.0
#pragma once
// grid_schedule : grid_plan -> units in levels        which nodes run one after the other, and which of them row by row
//
//   rows of [8192,4096]:   a = reduce_max x;   b = exp (x - a);   c = reduce_sum b;   d = b / c
//
// A unit is a node, or ROWS: nodes that compute all they need of each other from one row. A team of threads takes a row through all of
// them, waits only for itself, and finds the row in the cache when it reads it again.
#include <constax/codegen/grid_plan.hpp>

#include <set>

namespace constax::inline CONSTAX_TAG::codegen {

struct grid_unit {
  std::vector<std::size_t> nodes; // in the order of their levels
  int row_axes = 0;               // 0: no rows
  i64 rows = 1;
  u32 level = 0, span = 1;
};

class grid_scheduler {
  jaxpr const& j;
  grid_plan const& plan;
  grid_target const& target;
  static constexpr std::size_t no_node = ~std::size_t{0};
  std::vector<std::size_t> owner;              // of a stored variable: its node
  std::vector<std::vector<std::size_t>> needs; // of a node: the nodes whose results it loads
  std::vector<std::size_t> unit_of;            // of a node

  eqn const& maker(u32 v) const { return plan.maker(j, v); }
  /// Calls f(v, aligned) for each variable that an element of operand k of e needs from memory; aligned: of its own row alone, in the first
  /// `axes` axes.
  template <class F>
  void each_load(eqn const& e, u32 k, u32 level, int axes, bool aligned, std::set<std::pair<u32, bool>>& seen, F const& f) const {
    atom const a = j.operands(e)[k];
    if (a.is_literal()) return;
    u32 const v = a.var();
    bool const here = aligned && stays_in_row(e, k, axes);
    if (!seen.insert({v, here}).second) return;
    if (plan.is_loaded(j, v, level)) return f(v, here);
    for (u32 i = 0; i < maker(v).n_in; ++i) each_load(maker(v), i, level, axes, here, seen, f);
  }
  template <class F> void each_load(grid_plan::node const& n, int axes, F const& f) const {
    std::set<std::pair<u32, bool>> seen;
    for (u32 number : n.eqns) {
      eqn const& e = j.eqns[number];
      for (u32 k = 0; k < e.n_in; ++k) each_load(e, k, n.level + (e.prim->updates && k > 0), axes, true, seen, f);
    }
  }

  static bool begins_alike(shape const& a, shape const& b, int axes) {
    if (a.rank < axes || b.rank < axes) return false;
    for (int d = 0; d < axes; ++d)
      if (!(a[d] == b[d])) return false;
    return true;
  }
  /// Does an element of e read operand k in its own row alone? Not proved is no.
  bool stays_in_row(eqn const& e, u32 k, int axes) const {
    shape const &in = j.type(j.operands(e)[k]).shape, &out = j.type(e.out).shape;
    if (!begins_alike(in, out, axes)) return false;
    range<i64> const ps = j.params(e);
    switch (e.prim->kind) {
      case kind::elementwise: return in == out;
      case kind::reduction:
        for (i64 d : decode<reduction_params>(ps).axes)
          if (d < axes) return false;
        return true;
      case kind::contraction: {
        detail::contraction_axes const c = e.prim->contraction(ps);
        constax::axes const& batch = k ? c.rhs_batch : c.lhs_batch;
        for (int d = 0; d < axes; ++d)
          if (d >= batch.size() || batch[d] != d) return false;
        return true;
      }
      case kind::movement: break;
      default: return false;
    }
    if (e.prim->affine) {
      affine_map const m = e.prim->affine(ps, in);
      for (int d = 0; d < out.rank; ++d)
        if (d < axes ? m.axis[d] != d || m.step[d] != 1 || !(m.start[d] == extent(0)) : m.axis[d] >= 0 && m.axis[d] < axes) return false;
      return true;
    }
    if (is<reshape_t>(e)) return true; // of so many rows, and row-major
    if (is<pad_t>(e)) {
      auto const p = decode<pad_t::params>(ps);
      for (int d = 0; d < axes; ++d)
        if (!(p.lo[d] == extent(0)) || p.interior[d] != 0) return false;
      return k == 0;
    }
    return is<concatenate_t>(e) && decode<concatenate_t::params>(ps).dimension >= axes;
  }
  /// Can a team compute this node row by row?
  bool has_rows(grid_plan::node const& n, shape const& rows, int axes) const {
    using enum grid_plan::node_kind;
    if (n.kind != loop && n.kind != sum) return false;
    for (u32 number : n.eqns) {
      eqn const& e = j.eqns[number];
      if (!begins_alike(j.type(e.out).shape, rows, axes)) return false;
      if (is_formula(e)) continue;
      for (u32 k = 0; k < e.n_in; ++k)
        if (!stays_in_row(e, k, axes)) return false;
    }
    return true;
  }

  /// The axes in front of those that a sum goes over, if these are the last ones and a row is worth a team.
  int axes_of_rows(grid_plan::node const& n) const {
    if (n.kind != grid_plan::node_kind::sum || n.form != sum_form::chains) return 0;
    for (u32 number : n.eqns) {
      eqn const& e = j.eqns[number];
      if (is_formula(e)) continue;
      int const axes = j.type(e.out).rank();
      if (!stays_in_row(e, 0, axes)) return 0;
      sum_size const s = grid_planner::size_of(j, e);
      return s.terms >= target.team / 2 && s.terms <= target.row_terms && s.results >= target.threads / 2048 ? axes : 0;
    }
    return 0;
  }
  /// Nodes that can go through the rows of `first` together.
  std::vector<std::size_t> grown_from(std::size_t first, int axes) const {
    shape const rows = plan.nodes[first].space;
    std::vector<std::size_t> region;
    std::vector<bool> inside(plan.nodes.size()), behind(plan.nodes.size()); // behind: needs the region, and is not of it
    for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
      bool after = false, from_region = false;
      for (std::size_t d : needs[i]) after = after || behind[d], from_region = from_region || inside[d];
      bool fits = !after && unit_of[i] == no_node && has_rows(plan.nodes[i], rows, axes);
      if (fits)
        each_load(plan.nodes[i], axes, [&](u32 v, bool aligned) {
          if (!aligned && owner[v] != no_node && inside[owner[v]]) fits = false;
        });
      if (fits) inside[i] = true, region.push_back(i);
      else behind[i] = after || from_region;
    }
    return region;
  }

  /// Levels of units, longest path; false: they need each other in a circle.
  bool place(std::vector<grid_unit>& units) const {
    for (grid_unit& u : units) u.level = 0;
    for (std::size_t round = 0;; ++round) {
      if (round > units.size()) return false;
      bool changed = false;
      for (std::size_t i = 0; i < plan.nodes.size(); ++i)
        for (std::size_t d : needs[i]) {
          grid_unit &u = units[unit_of[i]], &from = units[unit_of[d]];
          if (&u == &from) continue;
          if (u.level < from.level + from.span) u.level = from.level + from.span, changed = true;
        }
      if (!changed) return true;
    }
  }

 public:
  grid_scheduler(jaxpr const& program, grid_plan const& of, grid_target const& t)
      : j(program), plan(of), target(t), owner(program.vars.size(), no_node), needs(of.nodes.size()), unit_of(of.nodes.size(), no_node) {
    for (std::size_t i = 0; i < plan.nodes.size(); ++i)
      for (u32 e : plan.nodes[i].eqns)
        for (u32 k = 0; k < j.eqns[e].n_out; ++k) owner[j.eqns[e].out + k] = i;
    for (std::size_t i = 0; i < plan.nodes.size(); ++i)
      each_load(plan.nodes[i], 0, [&](u32 v, bool) {
        if (owner[v] != no_node && owner[v] != i) needs[i].push_back(owner[v]);
      });
  }
  std::vector<grid_unit> operator()() {
    std::vector<grid_unit> units;
    for (bool with_rows : {true, false}) {
      units.clear();
      std::fill(unit_of.begin(), unit_of.end(), no_node);
      for (std::size_t i = 0; i < plan.nodes.size() && with_rows; ++i) {
        int const axes = unit_of[i] == no_node ? axes_of_rows(plan.nodes[i]) : 0;
        if (axes == 0) continue;
        std::vector<std::size_t> const region = grown_from(i, axes);
        if (region.size() < 2) continue;
        for (std::size_t n : region) unit_of[n] = units.size();
        units.push_back({region, axes, plan.nodes[i].space.size(), 0, 1});
      }
      for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
        if (unit_of[i] != no_node) continue;
        unit_of[i] = units.size();
        units.push_back({{i}, 0, 1, 0, grid_planner::levels_of(j, j.eqns[plan.nodes[i].eqns.back()], target)});
      }
      if (place(units)) break; // regions that need each other in a circle are taken apart again
    }
    return units;
  }
};

} // namespace constax::inline CONSTAX_TAG::codegen
