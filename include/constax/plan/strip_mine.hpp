// SPDX-License-Identifier: BSL-1.0
#pragma once
// strip_mine : jaxpr -> jaxpr        loops over many rows become many loops over few rows, each with its states in the cache
//
//   d:f64[n] = scan[... 200 trips ...] a b     ->     d:f64[n] = strips[{ lambda ; a:f64[s] b:f64[s]. ... scan ... }] a b
//
// An ensemble of trajectories is vmap of a loop: every trip would go through the states of all rows. But rows do not know of each other:
// all equations that carry the rows, those inside of loops and branches too, become one function of a strip of rows, `s`, and `strips`
// calls it for one strip after the other. Which equations these are follows from roles (roles.hpp), as for regions; what holds functions
// says how its operands and results belong to theirs (`links`).
#include <constax/plan/roles.hpp>
#include <constax/plan/strips_of_rows.hpp>
#include <constax/transform/control/control.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// For each variable the axis along which the rows lie, -1: it has none.
using row_axes = vec<i8>;

struct row_miner {
  extent length; // of the rows
  symbol of_strip = strips_t::in_strip; // their number in a strip
  static constexpr int most_depth = 8;

  constexpr int along(row_axes const& of, atom a) const { return a.is_literal() ? -1 : of[a.var()]; }
  constexpr bool take(jaxpr const& j, row_axes& of, atom a, int d) const {
    if (d < 0 || a.is_literal() || of[a.var()] >= 0 || d >= j.type(a).rank() || !(j.type(a).shape[d] == length)) return false;
    of[a.var()] = static_cast<i8>(d);
    return true;
  }

  // ---- spreading ----
  constexpr void spread(jaxpr const& j, row_axes& of) const {
    for (bool changed = true; changed;) {
      changed = false;
      for (u32 k = 0; k < j.eqns.size(); ++k) changed |= forward(j, of, j.eqns[k]);
      for (u32 k = j.eqns.size(); k-- > 0;) changed |= backward(j, of, j.eqns[k]);
    }
  }
  constexpr bool forward(jaxpr const& j, row_axes& of, eqn const& e) const {
    if (e.prim->call) return through(j, of, e);
    if (of[e.out] >= 0) return false;
    for (u32 i = 0; i < e.n_in; ++i) {
      int const q = along(of, j.operands(e)[i]);
      if (q < 0) continue;
      for (int d = 0; d < j.type(e.out).rank(); ++d)
        if (runs_along(j, e, i, d) == q && take(j, of, atom{static_cast<i32>(e.out)}, d)) return true;
    }
    return false;
  }
  constexpr bool backward(jaxpr const& j, row_axes& of, eqn const& e) const {
    if (e.prim->call || of[e.out] < 0) return false;
    bool changed = false;
    for (u32 i = 0; i < e.n_in; ++i) changed |= take(j, of, j.operands(e)[i], runs_along(j, e, i, of[e.out]));
    return changed;
  }
  /// The rows of the variables of function `which`, as the operands of e say, and what follows from them.
  constexpr row_axes inside(jaxpr const& j, row_axes const& of, eqn const& e, range<function_link> links, u32 which) const {
    jaxpr const& f = function_of(j, e, which);
    row_axes in(f.vars.size(), i8{-1});
    bool any = false;
    for (function_link const& l : links)
      if (l.function == which && !l.output && l.outer >= 0)
        any |= take(f, in, atom{static_cast<i32>(in_var(f, l.at))}, along(of, j.operands(e)[static_cast<u32>(l.outer)]) - l.slice);
    for (function_link const& l : links) { // what comes back in a carry's place, what is a result
      if (l.function != which || !l.output) continue;
      int d = l.outer >= 0 ? of[e.out + static_cast<u32>(l.outer)] - l.slice : -1;
      if (l.carry >= 0 && d < 0) d = along(of, j.operands(e)[static_cast<u32>(l.carry)]);
      any |= take(f, in, f.outs[l.at], d);
    }
    if (any) spread(f, in);
    return in;
  }
  /// The axis along which the rows of e choose for themselves.
  constexpr int chosen_along(jaxpr const& j, row_axes const& of, eqn const& e) const {
    if (e.prim->call->row_operand < 0) return -1;
    atom const choice = j.operands(e)[static_cast<u32>(e.prim->call->row_operand)];
    for (atom a : j.operands(e))
      if (int const d = along(of, a); d >= 0 && d < j.type(choice).rank()) return d;
    for (u32 v = e.out; v < e.out + e.n_out; ++v)
      if (of[v] >= 0 && of[v] < j.type(choice).rank()) return of[v];
    return -1;
  }
  constexpr u32 function_count(jaxpr const& j, eqn const& e) const { return e.prim->functions(j.params(e)).count; }
  /// Through what holds functions: from operands and results into them and out again.
  constexpr bool through(jaxpr const& j, row_axes& of, eqn const& e) const {
    if (!e.prim->call->links) return false;
    vec<function_link> const links = e.prim->call->links(j, e);
    bool any = false, changed = false;
    for (atom a : j.operands(e)) any |= along(of, a) >= 0;
    for (u32 v = e.out; v < e.out + e.n_out; ++v) any |= of[v] >= 0;
    if (!any) return false;
    if (int const d = chosen_along(j, of, e); d >= 0) { // what says it for each row goes along with all rows
      for (atom a : j.operands(e)) changed |= take(j, of, a, d);
      for (u32 v = e.out; v < e.out + e.n_out; ++v) changed |= take(j, of, atom{static_cast<i32>(v)}, d);
    }
    for (u32 k = 0; k < function_count(j, e); ++k) {
      jaxpr const& f = function_of(j, e, k);
      row_axes const in = inside(j, of, e, links, k);
      for (function_link const& l : links) {
        if (l.function != k) continue;
        int const d = l.output ? along(in, f.outs[l.at]) : in[in_var(f, l.at)];
        if (d < 0) continue;
        if (!l.output) changed |= take(j, of, j.operands(e)[static_cast<u32>(l.outer)], d + l.slice);
        else if (l.outer >= 0) changed |= take(j, of, atom{static_cast<i32>(e.out) + l.outer}, d + l.slice);
        if (l.output && l.carry >= 0) changed |= take(j, of, j.operands(e)[static_cast<u32>(l.carry)], d);
      }
    }
    return changed;
  }

  // ---- what can be done a strip at a time ----
  /// Does e make rows from rows, each from its own, or something without rows from what has none?
  constexpr bool by_rows(jaxpr const& j, row_axes const& of, eqn const& e, int depth = 0) const {
    if (e.prim->call) return control_by_rows(j, of, e, depth);
    int const d = of[e.out];
    if (e.prim->kind == kind::source) return d < 0 || static_cast<int>(j.params(e)[0]) != d; // counts along its axis
    for (u32 i = 0; i < e.n_in; ++i) {
      int const q = along(of, j.operands(e)[i]), role = d < 0 ? absent : runs_along(j, e, i, d);
      if (role == whole || (role == absent ? q >= 0 : q != role)) return false;
    }
    return true;
  }
  constexpr bool control_by_rows(jaxpr const& j, row_axes const& of, eqn const& e, int depth) const {
    if (!e.prim->call->links || depth == most_depth) return false;
    if (int const d = chosen_along(j, of, e); d >= 0)
      for (atom a : j.operands(e))
        if (along(of, a) != d) return false;
    vec<function_link> const links = e.prim->call->links(j, e);
    for (u32 k = 0; k < function_count(j, e); ++k) {
      jaxpr const& f = function_of(j, e, k);
      row_axes const in = inside(j, of, e, links, k);
      bool const asks_all = k == 0 && loops_by_row(j, e) && is<while_t>(e);
      for (eqn const& g : f.eqns)
        if (!by_rows(f, in, g, depth + 1) && !(asks_all && is<reduce_or_t>(g))) return false;
      for (function_link const& l : links) {
        if (l.function != k) continue;
        int const d = l.output ? along(in, f.outs[l.at]) : in[in_var(f, l.at)];
        auto const agrees = [&](int outer) {
          return outer < 0 ? d < 0 : outer >= l.slice && d == outer - l.slice;
        }; // a loop's trips are no rows
        if (!l.output && !agrees(along(of, j.operands(e)[static_cast<u32>(l.outer)]))) return false;
        if (l.output && l.outer >= 0 && !agrees(of[e.out + static_cast<u32>(l.outer)])) return false;
        if (l.output && l.carry >= 0 && d != along(of, j.operands(e)[static_cast<u32>(l.carry)])) return false;
      }
    }
    return true;
  }
  constexpr bool loops_by_row(jaxpr const& j, eqn const& e) const {
    if (is<while_t>(e)) return decode<while_t::params>(j.params(e)).by_row;
    return is<chains_t>(e) && chains_t::params(j.params(e)).by_row;
  }
  /// The largest number of trips of rows whose loops are their own: a strip may ask its own rows.
  constexpr vec<bool> asked_by_rows(jaxpr const& j) const {
    vec<bool> asked(j.eqns.size(), false);
    vec<u32> maker(j.vars.size(), ~0u), readers(j.vars.size());
    for (u32 k = 0; k < j.eqns.size(); ++k)
      for (u32 v = j.eqns[k].out; v < j.eqns[k].out + j.eqns[k].n_out; ++v) maker[v] = k;
    for (eqn const& e : j.eqns)
      for (u32 i = 0; i < e.n_in; ++i)
        if (atom const a = j.operands(e)[i]; !a.is_literal()) readers[a.var()] += i == 0 && is<chains_t>(e) && loops_by_row(j, e) ? 0 : 2;
    for (atom a : j.outs)
      if (!a.is_literal()) readers[a.var()] += 2;
    for (eqn const& e : j.eqns)
      if (is<chains_t>(e) && loops_by_row(j, e))
        if (atom const a = j.operands(e)[0]; !a.is_literal() && maker[a.var()] != ~0u && readers[a.var()] == 0)
          if (is<reduce_max_t>(j.eqns[maker[a.var()]])) asked[maker[a.var()]] = true;
    return asked;
  }

  // ---- the function of a strip ----
  /// j with strips in the place of rows.
  constexpr jaxpr narrowed(jaxpr const& j, row_axes const& of) const {
    jaxpr f = j;
    f.subs = {}; // one function may be called with rows here and without there
    extent const strip = extent::of(of_strip);
    for (u32 v = 0; v < j.vars.size(); ++v)
      if (of[v] >= 0) {
        aval a = j.type(v);
        a.shape[of[v]] = strip;
        f.vars[v] = f.intern(a);
      }
    for (eqn& e : f.eqns) {
      if (e.prim->call) {
        if (!e.prim->call->links) continue; // it stays outside
        vec<function_link> const links = e.prim->call->links(j, e);
        function_places const held = e.prim->functions(j.params(e));
        vec<i64> ps(j.params(e));
        for (u32 k = 0; k < held.count; ++k) ps[held.first + k] = hold(f, narrowed(function_of(j, e, k), inside(j, of, e, links, k)));
        e.param = f.ints.size();
        f.ints.append(ps);
      } else if (e.prim->resized && of[e.out] >= 0) {
        int const d = of[e.out], q = e.n_in ? along(of, j.operands(e)[0]) : -1, role = e.n_in ? runs_along(j, e, 0, d) : absent;
        if (role != absent && role != q) continue; // rows of something longer: x[1:] stays outside the strips
        vec<i64> const ps = e.prim->resized(j.params(e), d, q, strip);
        e.param = f.ints.size(), e.n_param = ps.size();
        f.ints.append(ps);
      }
    }
    return f;
  }

  /// Rows to take at a time: as many as keep what a strip makes in half of a second-level cache. Where rows end their loops by themselves
  /// the slowest of a strip decides, but each trip asks all of them and waits for the answer.
  constexpr i64 strip_rows(jaxpr const& f) const {
    if (of_strip == strips_t::in_nest) return 0; // the call knows
    double const bytes = bytes_per_row(f);
    i64 rows = ends_by_row(f) ? 64 : 128; // Kepler's equation: 30, 34, 23, 24 ns a row with 16, 32, 64, 128
    while (rows > 16 && static_cast<double>(rows) * bytes > 524288) rows /= 2;
    return rows;
  }
  static constexpr double bytes_per_row(jaxpr const& f) {
    double bytes = 0;
    for (u32 v = 0; v < f.vars.size(); ++v) {
      double n = info(f.type(v).type).bytes;
      bool rows = false;
      for (int d = 0; d < f.type(v).rank(); ++d) {
        extent const& e = f.type(v).shape[d];
        if (e == extent::of(strips_t::in_strip)) rows = true;
        else n *= e.is_number() ? static_cast<double>(e.number) : 100;
      }
      if (rows) bytes += n;
    }
    return bytes;
  }
  static constexpr bool ends_by_row(jaxpr const& f) {
    for (eqn const& e : f.eqns)
      if (is<while_t>(e)) return true;
    for (jaxpr const& s : f.subs)
      if (ends_by_row(s)) return true;
    return false;
  }
};

/// Strips for the sake of loops and branches over rows.
struct for_control {
  constexpr bool operator()(jaxpr const&, eqn const& e, row_axes const&) { return e.prim->call != nullptr; }
};

/// j with strips of rows where there are equations for whose sake they are made (`worth`, asked in order, of all that can be done by rows);
/// nothing where there are none. of: one place of the rows, then all.
template <class Worth>
constexpr jaxpr mined(jaxpr const& j, row_axes& of, row_miner const& m, Worth worth) {
  m.spread(j, of);
  u32 const n = j.eqns.size();
  vec<bool> member(n, false), reason(n, false), asked = m.asked_by_rows(j), inside(j.vars.size(), false);
  vec<u32> pass_of(n), made(j.vars.size()), complete(j.vars.size());
  u32 passes = 0;
  bool any_reason = false;
  for (u32 k = 0; k < n; ++k) {
    eqn const& e = j.eqns[k];
    bool rows = false;
    for (u32 v = e.out; v < e.out + e.n_out; ++v) rows |= of[v] >= 0;
    if (asked[k]) rows = m.along(of, j.operands(e)[0]) >= 0;
    member[k] = rows && (asked[k] || m.by_rows(j, of, e)) && e.prim->kind != kind::size;
    u32 pass = 0;
    for (atom a : j.operands(e)) {
      if (a.is_literal()) continue;
      u32 const v = a.var(), needs = member[k] && inside[v] ? made[v] : complete[v];
      if (needs > pass) pass = needs;
    }
    pass_of[k] = pass;
    for (u32 v = e.out; v < e.out + e.n_out; ++v) made[v] = pass, complete[v] = pass + member[k], inside[v] = member[k];
    if (member[k] && pass + 1 > passes) passes = pass + 1;
    reason[k] = member[k] && worth(j, e, of);
    any_reason |= reason[k];
  }
  if (!any_reason) return {};
  context c("strips");
  vec<value> env(j.vars.size());
  vec<u32> inputs = j.consts;
  inputs.append(j.ins);
  for (u32 v : inputs) env[v] = c.input(j.type(v));
  auto const read = [&](atom a) { return a.is_literal() ? c.constant(j.lits[a.lit()]) : env[a.var()]; };
  for (u32 pass = 0; pass <= passes && !c.fault; ++pass) {
    vec<bool> here(j.vars.size(), false), wanted(j.vars.size(), false);
    bool any = false;
    for (u32 k = 0; k < n; ++k) {
      eqn const& e = j.eqns[k];
      if (pass_of[k] != pass) continue;
      if (member[k]) {
        any |= reason[k];
        for (u32 v = e.out; v < e.out + e.n_out; ++v) here[v] = true;
      }
    }
    // Equations of this pass that stay as they are: before the strips; without strips, all in order.
    for (u32 k = 0; k < n && !c.fault; ++k) {
      if (pass_of[k] != pass || (any && member[k])) continue;
      vec<value> xs;
      for (atom a : j.operands(j.eqns[k])) xs.push(read(a));
      u32 const first = c.record_like(j, j.eqns[k], xs);
      for (u32 i = 0; i < j.eqns[k].n_out; ++i) env[j.eqns[k].out + i] = c.result(first + i);
    }
    if (!any) continue;
    for (u32 k = 0; k < n; ++k)
      if (!(member[k] && pass_of[k] == pass))
        for (atom a : j.operands(j.eqns[k]))
          if (!a.is_literal() && here[a.var()]) wanted[a.var()] = true;
    for (atom a : j.outs)
      if (!a.is_literal() && here[a.var()]) wanted[a.var()] = true;
    jaxpr f = m.narrowed(j, of);
    vec<eqn> eqns;
    vec<value> xs;
    vec<bool> taken(j.vars.size(), false);
    f.consts = {}, f.ins = {}, f.outs = {};
    for (u32 k = 0; k < n; ++k) {
      if (!member[k] || pass_of[k] != pass) continue;
      eqns.push(f.eqns[k]);
      for (atom a : j.operands(j.eqns[k])) {
        if (a.is_literal() || here[a.var()] || taken[a.var()]) continue;
        if (of[a.var()] > 0) return {}; // rows that do not lie one after the other
        taken[a.var()] = true, f.ins.push(a.var()), xs.push(env[a.var()]);
      }
    }
    vec<u32> results;
    for (u32 v = 0; v < j.vars.size(); ++v)
      if (wanted[v]) {
        if (of[v] != 0) return {};
        results.push(v), f.outs.push({static_cast<i32>(v)});
      }
    f.eqns = eqns;
    vec<jaxpr> fs;
    // Recorded anew, so that it holds nothing else.
    fs.push([&] {
      context of_strip("strips");
      vec<value> const args = inputs_like(of_strip, f), outs = replay(of_strip, f, args);
      return of_strip.finish(outs);
    }());
    vec<i64> const ps = encode(strips_t::params{{}, m.strip_rows(fs[0]), m.length});
    vec<value> const ys =
        bind_call(c, descriptor<strips_t>, xs, static_cast<vec<jaxpr>&&>(fs), {}, vec<i64>(range<i64>{ps.first + 1, ps.size() - 1}));
    for (u32 i = 0; i < results.size() && !c.fault; ++i) env[results[i]] = ys[i];
  }
  vec<value> outs;
  for (atom a : j.outs) outs.push(read(a));
  jaxpr r = c.finish(c.fault ? range<value>{} : range<value>(outs));
  return r;
}

} // namespace detail

/// The axis: the first of a result of control flow by which all can be taken apart.
constexpr jaxpr strip_mine(jaxpr const& j) {
  if (j.subs.empty() || j.fault || !detail::can_count_rows(j)) return j;
  vec<u32> tried(j.vars.size()); // axes, by bits: what follows from one variable's rows follows from those of any other of them
  for (eqn const& e : j.eqns) {
    if (!e.prim->call || !e.prim->call->links) continue;
    for (u32 v = e.out; v < e.out + e.n_out; ++v)
      for (int d = 0; d < 2 && d < j.type(v).rank(); ++d) {
        extent const length = j.type(v).shape[d];
        if ((length.is_number() && length.number <= 16) || length == extent::of(strips_t::in_strip) || (tried[v] >> d & 1)) continue;
        detail::row_axes of(j.vars.size(), i8{-1});
        of[v] = static_cast<i8>(d);
        jaxpr const r = detail::mined(j, of, detail::row_miner{length}, detail::for_control{});
        for (eqn const& made : r.eqns)
          if (is<strips_t>(made)) return r;
        for (u32 u = 0; u < of.size(); ++u)
          if (of[u] >= 0) tried[u] |= 1u << of[u];
      }
  }
  return j;
}

} // namespace constax::inline CONSTAX_TAG
