// SPDX-License-Identifier: BSL-1.0
#pragma once
// defer : plan_state, regions -> regions        what a region would make for nothing but what comes behind it is made there
//
//   region:  r = ..., s = sum r r, h = left r + right r        stores r, h         region:  r = ..., s = sum r r      stores r
//   behind:  y = h + above r + below r                         reads r, h    ->    behind:  y = left r + right r + above r + below r
//
// A region takes all that runs along with its axis, also sums that are half done: they go through memory for what waits for all rows. Such
// equations are deferred, a group of them that hang together at a time, where fewer bytes are written and read then.
#include <constax/plan/plan_state.hpp>

namespace constax::inline CONSTAX_TAG::detail {

class deferring {
public:
  constexpr deferring(plan_state const& state, region_choice& regions)
      : plan(state), r(regions), readers(j.vars.size()), result(j.vars.size()), asked_by(j.vars.size(), ~0u) {}

  constexpr void operator()() {
    for (u32 k = 0; k < j.eqns.size(); ++k)
      for (atom a : j.operands(j.eqns[k]))
        if (!a.is_literal() && (readers[a.var()].empty() || readers[a.var()].back() != k)) readers[a.var()].push(u32{k});
    for (atom a : j.outs)
      if (!a.is_literal()) result[a.var()] = true;
    find_groups();
    for (u32 k = 0; k < group.size(); ++k)
      if (group[k] == k && members[k].size() && saves(members[k])) defer(members[k]);
  }

private:
  plan_state const& plan;
  jaxpr const& j = plan.j;
  region_choice& r;
  vec<vec<u32>> readers; // of each variable: equations
  vec<bool> result;      // of each variable
  vec<u32> until;        // of each equation that may be deferred: the segment that reads it; of others 0
  vec<u32> group;        // of each of them: the one that stands for its group; of others ~0
  vec<vec<u32>> members; // of each group: its equations
  vec<u32> asked_by;     // of each variable: the first equation of the last group that reads it

  constexpr bool is_view(u32 k) const { return plan.lowering[k] == lowered_as::view; }
  /// The one segment behind k's region where k is read, by kernels that would compute it in registers, or look where it looks; 0: none.
  constexpr u32 read_in(u32 k) const {
    eqn const& e = j.eqns[k];
    bool const in_region = r.segment[k] & 1;
    if (!in_region || e.n_out != 1 || result[e.out] || r.along[e.out] < 0) return 0;
    if (e.prim->kind != kind::elementwise && e.prim->kind != kind::source && e.prim->kind != kind::movement) return 0;
    u32 where = 0;
    for (u32 by : readers[e.out]) {
      u32 const there = until[by] ? until[by] : r.segment[by];
      if (there <= r.segment[k] || (where && there != where)) return 0;
      bool const runs_along = !(there & 1) || r.along[j.eqns[by].out] == r.along[e.out];
      if (!is_view(k) && (j.eqns[by].prim->kind != kind::elementwise || !runs_along)) return 0;
      where = there;
    }
    return where;
  }
  constexpr u32 leader(u32 k) {
    while (group[k] != k) k = group[k] = group[group[k]];
    return k;
  }
  constexpr void find_groups() {
    until = vec<u32>(j.eqns.size()), members = vec<vec<u32>>(j.eqns.size());
    group.resize(j.eqns.size(), ~0u);
    for (u32 k = j.eqns.size(); k-- > 0;) {
      if (until[k] = read_in(k); !until[k]) continue;
      group[k] = k;
      for (u32 by : readers[j.eqns[k].out])
        if (group[by] != ~0u) group[leader(by)] = k;
    }
    for (u32 k = 0; k < group.size(); ++k)
      if (group[k] != ~0u) members[leader(k)].push(u32{k});
  }

  /// What crosses the region's end before and after: written once, and read once where the group is read, unless something else does so.
  constexpr bool saves(vec<u32> const& of_group) {
    double before = 0, after = 0;
    for (u32 k : of_group) {
      eqn const& e = j.eqns[k];
      bool crosses = false;
      for (u32 by : readers[e.out]) crosses = crosses || !until[by];
      if (crosses && !is_view(k)) before += 2 * bytes(e.out);
      for (atom a : j.operands(e)) {
        if (a.is_literal()) continue;
        u32 const v = plan.root_of(a.var()), maker = plan.definition[v];
        if ((maker != ~0u && until[maker]) || asked_by[v] == of_group[0]) continue;
        asked_by[v] = of_group[0];
        bool written = maker == ~0u || r.segment[maker] != r.segment[k] || result[v], read = false;
        look_for_readers(v, k, written, read);
        after += (!written + !read) * bytes(v);
      }
    }
    return after < before;
  }
  /// Is v, or what looks at it, read behind k's region (written), and where k will be (read), by equations that are there anyway?
  constexpr void look_for_readers(u32 v, u32 k, bool& written, bool& read) const {
    for (u32 by : readers[v]) {
      if (is_view(by)) look_for_readers(j.eqns[by].out, k, written, read);
      else if (r.segment[by] > r.segment[k]) written = true, read = read || r.segment[by] == until[k];
    }
  }
  constexpr double bytes(u32 v) const { return region_chooser::bytes_of(j.type(v)); }
  constexpr void defer(vec<u32> const& of_group) {
    for (u32 k : of_group) {
      r.segment[k] = is_view(k) ? r.segment[k] + 1 : until[k];
      if (!is_view(k) && !(until[k] & 1)) r.along[j.eqns[k].out] = course::none;
    }
  }
};

constexpr void defer(plan_state const& plan, region_choice& regions) { deferring{plan, regions}(); }

} // namespace constax::inline CONSTAX_TAG::detail
