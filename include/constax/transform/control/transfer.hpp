// SPDX-License-Identifier: BSL-1.0
#pragma once
// transfer : (k..., T u... -> k..., T u...), T v... -> (k..., M -> k..., M), M v        what a loop does to a few tangents is a matrix,
// carried along
//
//   { lambda ; k x dx. let s = sin x; t = mul k s; c = cos x; d = mul k c; e = mul d dx in (t, e) }
//   -> { lambda ; k x m. let s = sin x; t = mul k s; c = cos x; d = mul k c; e = mul d m in (t, e) }, from m = 1 on;     dx = mul m dx
//
// The unknown carries of a loop that is taken apart are linear in the tangents that it starts from, and what they go through depends on
// nothing but the known ones. So the known half can make their matrix trip by trip, a column for each tangent, beside the values. The
// linear half is then no loop at all: products and sums, which transpose themselves. How a trip advances the columns: each through the
// linear part of the body, or all of them by products with that part's own matrix, whose rows come from turning it round; whichever is less
// work.
//
// Tangents that are one value share a column (Newton's method that starts at its own parameter). An entry that is zero from beginning to
// end is none.
//
// The other way, `chains`, computes all states anew and goes backwards through them with all functions computed a third time, but through
// the linear part only once, however many tangents there are. `pays` compares.
#include <constax/transform/control/loops.hpp>
#include <constax/transform/work.hpp>

namespace constax::inline CONSTAX_TAG::detail {

struct transfer {
  struct entry {
    u32 column, carry;
  };
  static constexpr u32 nowhere = ~0u;
  vec<u32> known_ins, ins; // the body's inputs: those that are known, and not
  vec<u32> known_outs, outs;
  jaxpr known, linear;   // known inputs -> known outputs, residuals;  residuals, unknown inputs -> unknown outputs
  u32 residuals = 0, of_consts = 0; // of the linear part's inputs: how many are residuals, how many then belong to consts
  vec<value> tangents;   // that the loop starts from: one for each column
  vec<u32> column_of;    // of each unknown input; nowhere: it starts as zero
  vec<entry> entries;    // of the matrix, column by column: those that are ever other than zero
  shape rows;            // of what has a loop of its own: of every tangent
  bool possible = true;

  /// f: the body, taken apart, of consts and carries; unknown, unknown_outs: which of its inputs and outputs are. xs: its operands; given:
  /// which of these are unknown.
  constexpr transfer(jaxpr const& f, range<bool> unknown, range<bool> unknown_outs, u32 consts, range<value> xs, range<bool> given,
                     shape const& of_rows)
      : rows(of_rows) {
    for (u32 i = 0; i < in_count(f); ++i) (unknown[i] ? ins : known_ins).push(i);
    for (u32 i = 0; i < f.outs.size(); ++i) (unknown_outs[i] ? outs : known_outs).push(i);
    for (u32 i : ins) {
      possible = possible && in_type(f, i) == aval{in_type(f, ins[0]).type, rows}; // of one dtype: an entry multiplies any tangent
      of_consts += i < consts;
      column_of.push(given[i] ? column_from(xs[i]) : nowhere); // what is known of tangents is that they are zero
    }
    selection order{known_ins, known_outs};
    order.ins.append(ins), order.outs.append(outs);
    jaxpr const parted = selected(f, order);
    cut_in_two const halves(parted, known_ins.size(), known_outs.size());
    known = halves.primal(), linear = halves.linear(), residuals = halves.residuals.size();
    for (eqn const& e : linear.eqns) possible = possible && !e.prim->call;
    if (possible) find_entries();
  }

  /// Is the matrix cheaper than two more sweeps of the known part and one of the linear part? Where it takes .15, .6, .8, 1.2, 1.7, 2.4
  /// times as many operations, it took .57, .67, .85, .85, .95, 1.45 of the time of chains for rows, and .46, .30, .63, .35, .50, .72 for a
  /// single loop (counted loops of 1 to 4 states and 1 to 4 parameters): up to 1.5.
  constexpr bool pays() const {
    if (!possible) return false;
    i64 const by_rows = work_by_rows(), by_columns = work_by_columns();
    return 2 * (by_rows < by_columns ? by_rows : by_columns) <= 3 * (2 * work(known) + work(linear));
  }
  /// The entries with which the loop starts: one where a carry is the tangent.
  constexpr vec<value> first(context& c) const {
    vec<value> ones_and_zeros;
    for (entry const& m : entries) ones_and_zeros.push(filled(c, type_of(m), column_of[of_consts + m.carry] == m.column ? 1.0 : 0.0));
    return ones_and_zeros;
  }
  /// known inputs, entries -> known outputs, entries
  constexpr jaxpr body() const {
    vec<aval> types;
    for (u32 i = 0; i < known_ins.size(); ++i) types.push(in_type(known, i));
    for (entry const& m : entries) types.push(type_of(m));
    return function("transfer", types, [&](context& c, range<value> in) {
      vec<value> ys = replay(c, known, {in.begin(), known_ins.size()}), next;
      range<value> const matrix{in.first + known_ins.size(), entries.size()}, kept{ys.first + known_outs.size(), residuals};
      if (work_by_rows() < work_by_columns()) next = advanced_by_rows(c, kept, matrix);
      else next = advanced_by_columns(c, kept, matrix);
      ys.resize(known_outs.size()), ys.append(next);
      return ys;
    });
  }
  /// What the loop made of the entries -> the unknown carries behind it.
  constexpr vec<value> times_tangents(context& c, range<value> of_matrix) const {
    vec<value> sums;
    for (u32 l = 0; l < outs.size(); ++l) sums.push(c.zero(type_of({0, l})));
    for (u32 m = 0; m < entries.size(); ++m) sums[entries[m].carry] = sums[entries[m].carry] + of_matrix[m] * tangents[entries[m].column];
    return sums;
  }

private:
  constexpr aval const& type_of(entry const& m) const { return in_type(linear, residuals + of_consts + m.carry); }
  constexpr u32 column_from(value const& x) {
    for (u32 k = 0; k < tangents.size(); ++k)
      if (same(tangents[k], x)) return k;
    tangents.push(x);
    return tangents.size() - 1;
  }
  /// Which variables of the linear part are other than zero, where these unknown inputs are?
  constexpr vec<bool> reached(range<bool> from) const {
    vec<bool> live(linear.vars.size(), false);
    for (u32 i = 0; i < ins.size(); ++i) live[in_var(linear, residuals + i)] = from[i];
    for (eqn const& e : linear.eqns)
      for (atom a : linear.operands(e))
        if (!a.is_literal() && live[a.var()])
          for (u32 v = e.out; v < e.out + e.n_out; ++v) live[v] = true;
    return live;
  }
  constexpr void find_entries() {
    for (u32 k = 0; k < tangents.size(); ++k) {
      vec<bool> from;
      for (u32 c : column_of) from.push(c == k);
      for (bool changed = true; changed;) {
        changed = false;
        vec<bool> const live = reached(from);
        for (u32 l = 0; l < outs.size(); ++l)
          if (atom const y = linear.outs[l]; !y.is_literal() && live[y.var()] && !from[of_consts + l]) from[of_consts + l] = changed = true;
      }
      for (u32 l = 0; l < outs.size(); ++l)
        if (from[of_consts + l]) entries.push({k, l});
    }
  }
  constexpr i64 work_by_columns() const { return static_cast<i64>(tangents.size()) * work(linear); }
  constexpr i64 work_by_rows() const {
    i64 const n = outs.size();
    return n * (work(linear) + 2 * static_cast<i64>(entries.size()) * elements_at_least(rows));
  }
  constexpr vec<value> advanced_by_columns(context& c, range<value> kept, range<value> matrix) const {
    vec<value> args(kept), all;
    args.resize(residuals + ins.size());
    for (u32 k = 0; k < tangents.size() && !c.fault; ++k) {
      for (u32 i = 0; i < ins.size(); ++i) {
        aval const& a = in_type(linear, residuals + i);
        args[residuals + i] = i < of_consts && column_of[i] == k ? filled(c, a, 1.0) : c.zero(a);
      }
      for (u32 m = 0; m < entries.size(); ++m)
        if (entries[m].column == k) args[residuals + of_consts + entries[m].carry] = matrix[m];
      vec<value> const next = through(c, args);
      for (entry const& m : entries)
        if (m.column == k && !c.fault) all.push(materialised(c, next[m.carry]));
    }
    return all;
  }
  /// The linear part, where some unknown inputs are symbolic zeros: what comes of these alone is one too.
  constexpr vec<value> through(context& c, range<value> args) const {
    vec<bool> from;
    for (u32 i = 0; i < ins.size(); ++i) from.push(!args[residuals + i].is_zero());
    vec<bool> const live = reached(from);
    return walk(c, linear, args, [&](eqn const& e, range<value> xs, value* ys) {
      for (u32 i = 0; i < e.n_out; ++i) ys[i] = c.zero(linear.type(e.out + i));
      if (!live[e.out]) return;
      if (is<add_t>(e)) ys[0] = xs[0] + xs[1];
      else if (is<sub_t>(e)) ys[0] = xs[0] - xs[1];
      else {
        vec<value> operands;
        for (value const& x : xs) operands.push(materialised(c, x));
        value const first = record(c, linear, e, operands);
        for (u32 i = 0; i < e.n_out; ++i) ys[i] = c.result(first.var + i);
      }
    });
  }
  constexpr vec<value> advanced_by_rows(context& c, range<value> kept, range<value> matrix) const {
    vec<bool> const is_linear = depends_on_inputs(linear, residuals);
    vec<value> env(linear.vars.size()), all;
    vec<vec<value>> jacobian;
    for (u32 i = 0; i < residuals; ++i) env[in_var(linear, i)] = kept[i];
    for (u32 l = 0; l < outs.size() && !c.fault; ++l) {
      vec<value> bars(linear.vars.size()), row;
      if (atom const y = linear.outs[l]; !y.is_literal()) bars[y.var()] = filled(c, linear.type(y), 1.0);
      transpose_walk(c, linear, env, is_linear, bars);
      for (u32 i = 0; i < ins.size(); ++i) row.push(bars[in_var(linear, residuals + i)]);
      jacobian.push(row);
    }
    for (u32 m = 0; m < entries.size() && !c.fault; ++m) {
      value sum = c.zero(type_of(entries[m]));
      auto const add = [&](value const& x) { if (!x.is_absent()) sum = sum + x; };
      vec<value> const& row = jacobian[entries[m].carry];
      for (u32 i = 0; i < of_consts; ++i)
        if (column_of[i] == entries[m].column) add(row[i]);
      for (u32 j = 0; j < entries.size(); ++j)
        if (value const& x = row[of_consts + entries[j].carry]; entries[j].column == entries[m].column && !x.is_absent())
          add(x * matrix[j]);
      all.push(materialised(c, sum));
    }
    return all;
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
