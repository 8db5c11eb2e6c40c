// SPDX-License-Identifier: BSL-1.0
#pragma once
// choose_region : jaxpr, loop axes -> for each variable the axis that a region takes strips of, for each equation its segment
//
// A region is a loop over ONE axis, in strips, through all the equations that carry it. From a seed (an axis of an input) the axis spreads
// through roles (roles.hpp) to every value that runs along. What needs all of a value that the region makes (an exit's total, a transposed
// use) has to wait for its end: it belongs to the next pass. Segments: 2p before pass p, 2p + 1 inside it.
//
// Of at most four seeds the one wins that keeps the most bytes in strips: made and used in one pass, never written to memory. A symbol
// counts as 10^4 here.
#include <constax/plan/roles.hpp>

namespace constax::inline CONSTAX_TAG {

inline constexpr u32 max_regions = 8;

namespace detail {

struct region_choice {
  vec<i8> along;    // of each variable: the region's axis, -1: it has none
  vec<u32> segment; // of each equation
  extent length = {}; // of the axis
  u32 passes = 0;
  i64 saved = 0; // bytes that stay in strips
};

struct region_chooser {
  jaxpr const& j;
  vec<u32> const& loops;
  vec<bool> const& views; // of each equation: does it only say where elements lie?

  /// Are strips of this axis worth a loop? Short axes are unrolled, or one strip.
  static constexpr bool long_enough(extent const& e) { return !e.is_number() || e.number > 64; }
  static constexpr i64 bytes_of(aval const& a) {
    i64 n = info(a.type).bytes;
    for (int d = 0; d < a.rank(); ++d) n *= a.shape[d].is_number() ? a.shape[d].number : 10'000;
    return n;
  }
  constexpr int along(vec<i8> const& of, atom a) const { return a.is_literal() ? -1 : of[a.var()]; }

  /// Spreads the axis forward and backward until nothing changes: rarely more than twice.
  constexpr void spread(vec<i8>& of) const {
    for (bool changed = true; changed;) {
      changed = false;
      for (u32 k = 0; k < j.eqns.size(); ++k) changed |= forward(of, j.eqns[k]);
      for (u32 k = j.eqns.size(); k-- > 0;) changed |= backward(of, j.eqns[k]);
    }
  }
  constexpr bool take(vec<i8>& of, atom a, int d) const {
    if (d < 0 || a.is_literal() || of[a.var()] >= 0 || !(loops[a.var()] >> d & 1)) return false;
    of[a.var()] = static_cast<i8>(d);
    return true;
  }
  constexpr bool forward(vec<i8>& of, eqn const& e) const {
    if (e.prim->call || of[e.out] >= 0) return false;
    for (u32 i = 0; i < e.n_in; ++i) {
      int const q = along(of, j.operands(e)[i]);
      if (q < 0) continue;
      for (int d = 0; d < j.type(e.out).rank(); ++d)
        if (runs_along(j, e, i, d) == q && take(of, atom{static_cast<i32>(e.out)}, d)) return true;
    }
    return false;
  }
  constexpr bool backward(vec<i8>& of, eqn const& e) const {
    bool changed = false;
    range<atom> const xs = j.operands(e);
    if (int const d = of[e.out]; d >= 0)
      for (u32 i = 0; i < e.n_in; ++i)
        if (!xs[i].is_literal() && of[xs[i].var()] < 0) changed |= take(of, xs[i], runs_along(j, e, i, d));
    if (int const summed = exit_axis_of(j, e); summed >= 0 && e.n_in == 2) // the factors of an exit
      for (u32 i = 0; i < 2; ++i)
        if (along(of, xs[i]) == summed) changed |= take(of, xs[1 - i], summed);
    return changed;
  }

  /// Does the equation leave the region: does it sum over its axis?
  constexpr bool exits(vec<i8> const& of, eqn const& e) const {
    int const summed = exit_axis_of(j, e);
    if (summed < 0) return false;
    for (atom a : j.operands(e))
      if (along(of, a) != summed) return false;
    return true;
  }
  constexpr bool member(vec<i8> const& of, eqn const& e) const {
    if (e.prim->call || e.prim->kind == kind::size || for_blas(e)) return false;
    if (e.prim->kind == kind::cumulative && of[e.out] == j.params(e)[0]) return false; // in order from end to end
    return of[e.out] >= 0 || exits(of, e);
  }
  /// Products of two matrices go to the BLAS whole, when there is one.
  constexpr bool for_blas(eqn const& e) const {
    return CONSTAX_HAS_BLAS && e.prim->kind == kind::contraction && j.type(e.out).floating() && j.type(e.out).rank() == 2 &&
           j.type(j.operands(e)[0]).rank() == 2 && j.type(j.operands(e)[1]).rank() == 2;
  }

  constexpr region_choice choose(vec<i8>&& of) const {
    region_choice r;
    u32 const nv = j.vars.size();
    vec<u32> made(nv), complete(nv), root(nv); // the pass that makes a variable; the first before which all of it is there; whose memory it is
    vec<bool> inside(nv), elsewhere(nv);
    r.segment = vec<u32>(j.eqns.size());
    for (u32 v = 0; v < nv; ++v) root[v] = v;
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      eqn const& e = j.eqns[k];
      if (views[k]) { // its uses are uses of what it looks at
        u32 const x = j.operands(e)[0].var();
        made[e.out] = made[x], complete[e.out] = complete[x], inside[e.out] = inside[x], root[e.out] = root[x];
        r.segment[k] = 2 * made[x] + inside[x];
        continue;
      }
      bool const is_member = member(of, e), leaves = is_member && of[e.out] < 0;
      u32 pass = 0;
      for (u32 i = 0; i < e.n_in; ++i) {
        atom const a = j.operands(e)[i];
        if (a.is_literal()) continue;
        u32 const v = a.var(), needs = is_member && inside[v] && carries(of, e, i, leaves) ? made[v] : complete[v];
        if (needs > pass) pass = needs;
      }
      for (u32 i = 0; i < e.n_in; ++i) {
        atom const a = j.operands(e)[i];
        if (a.is_literal() || !inside[a.var()]) continue;
        if (!is_member || !carries(of, e, i, leaves) || made[a.var()] != pass) elsewhere[root[a.var()]] = true;
      }
      r.segment[k] = 2 * pass + is_member;
      for (u32 v = e.out; v < e.out + e.n_out; ++v) made[v] = pass, complete[v] = pass + is_member, inside[v] = is_member && !leaves;
      if (is_member && pass + 1 > r.passes) r.passes = pass + 1;
    }
    for (atom a : j.outs)
      if (!a.is_literal()) elsewhere[root[a.var()]] = true;
    for (u32 v = 0; v < nv; ++v)
      if (inside[v] && root[v] == v && !elsewhere[v]) r.saved += bytes_of(j.type(v));
    r.along = static_cast<vec<i8>&&>(of);
    return r;
  }
  constexpr bool carries(vec<i8> const& of, eqn const& e, u32 i, bool leaves) const {
    return leaves || along(of, j.operands(e)[i]) == runs_along(j, e, i, of[e.out]);
  }

  constexpr region_choice operator()() const {
    region_choice best;
    vec<vec<i8>> tried;
    vec<u32> inputs = j.ins;
    inputs.append(j.consts);
    for (u32 v : inputs)
      for (int d = 0; d < j.type(v).rank(); ++d) {
        if (!(loops[v] >> d & 1) || !long_enough(j.type(v).shape[d])) continue;
        bool known = false;
        for (vec<i8> const& t : tried) known |= t[v] == d;
        if (known || tried.size() == 4) continue;
        vec<i8> of(j.vars.size(), i8{-1});
        of[v] = static_cast<i8>(d);
        spread(of);
        tried.push(of);
        region_choice c = choose(static_cast<vec<i8>&&>(of));
        c.length = j.type(v).shape[d];
        if (c.saved > best.saved && c.passes <= max_regions) best = static_cast<region_choice&&>(c);
      }
    return best;
  }
};

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
