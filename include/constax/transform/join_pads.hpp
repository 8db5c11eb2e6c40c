// SPDX-License-Identifier: BSL-1.0
#pragma once
// join_pads : jaxpr -> jaxpr        padded pieces of a sum that do not overlap become one concatenation
//
//   c = pad[(0, 2, 0)] a 0.0; d = pad[(1, 1, 0)] b 0.0; e = add c d    ->    e = concatenate a b [0.0]
//
// The cotangent of an array that was read in pieces, x[0], x[1], ..., comes in as such a sum: n pieces padded to n elements are n^2 additions.
// Reverse mode ends with this pass, which therefore defines the gradient's arithmetic (no 0.0 is added), for all evaluators alike.
#include <constax/primitives/primitives.hpp>
#include <constax/trace/walk.hpp>
#include <constax/transform/simplify/dce.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

struct padded_piece {
  value x;
  i64 from = 0, to = 0; // along the axis
};

struct pad_joiner {
  jaxpr const& j;
  vec<u32> maker, uses;
  vec<bool> inner; // additions that belong to a larger sum

  constexpr explicit pad_joiner(jaxpr const& program) : j(program), maker(program.vars.size(), ~0u), uses(program.vars.size()), inner(program.eqns.size()) {
    for (u32 k = 0; k < j.eqns.size(); ++k)
      for (u32 i = 0; i < j.eqns[k].n_out; ++i) maker[j.eqns[k].out + i] = k;
    for (atom a : j.atoms)
      if (!a.is_literal()) ++uses[a.var()];
    for (atom a : j.outs)
      if (!a.is_literal()) uses[a.var()] += 2; // an output stays
    for (eqn const& e : j.eqns)
      if (is_sum(e))
        for (atom a : j.operands(e))
          if (!a.is_literal() && uses[a.var()] == 1 && maker[a.var()] != ~0u && is_sum(j.eqns[maker[a.var()]])) inner[maker[a.var()]] = true;
  }
  constexpr bool is_sum(eqn const& e) const { return is<add_t>(e) && j.type(e.out).rank() > 0 && j.type(e.out).floating(); }

  /// The axis along which e pads x with zeros, -1 if it does anything else.
  constexpr int padded_axis(eqn const& e, pad_t::params const& p) const {
    atom const filling = j.operands(e)[1];
    if (!filling.is_literal() || j.lits[filling.lit()].number() != 0) return -1;
    int axis = -1;
    for (int d = 0; d < p.lo.rank; ++d) {
      if (p.interior[d] != 0 || !p.lo[d].is_number() || !p.hi[d].is_number() || p.lo[d].number < 0 || p.hi[d].number < 0) return -1;
      if (p.lo[d].number == 0 && p.hi[d].number == 0) continue;
      if (axis >= 0) return -1;
      axis = d;
    }
    return axis >= 0 && j.type(e.out).shape[axis].is_number() ? axis : -1;
  }

  /// The leaves of the sum that ends in equation k, left to right.
  constexpr vec<atom> leaves(u32 k) const {
    vec<atom> stack, out;
    stack.push(j.operands(j.eqns[k])[1]), stack.push(j.operands(j.eqns[k])[0]);
    while (!stack.empty()) {
      atom const a = stack.pop();
      if (!a.is_literal() && maker[a.var()] != ~0u && inner[maker[a.var()]]) {
        eqn const& e = j.eqns[maker[a.var()]];
        stack.push(j.operands(e)[1]), stack.push(j.operands(e)[0]);
      } else out.push(a);
    }
    return out;
  }

  /// Do two pieces of the sum that ends in equation k lie side by side? (Where none do there is nothing to write anew.)
  constexpr bool may_join(u32 k) const {
    int axis = -1;
    i64 first_end = 0, last_begin = 0;
    for (atom a : leaves(k)) {
      u32 const m = a.is_literal() ? ~0u : maker[a.var()];
      if (m == ~0u || !is<pad_t>(j.eqns[m])) continue;
      pad_t::params const p = decode<pad_t::params>(j.params(j.eqns[m]));
      int const d = padded_axis(j.eqns[m], p);
      if (d < 0 || (axis >= 0 && axis != d)) continue;
      i64 const from = p.lo[d].number, to = j.type(a).shape[d].number - p.hi[d].number;
      if (axis < 0 || to < first_end) first_end = to;
      if (axis < 0 || from > last_begin) last_begin = from;
      axis = d;
    }
    return axis >= 0 && first_end <= last_begin;
  }
  /// The sum of these values; absent if no two pieces go together.
  template <class Read>
  constexpr value join(context& c, u32 k, Read&& read) const {
    vec<padded_piece> pieces;
    vec<value> rest;
    int axis = -1;
    for (atom a : leaves(k)) {
      u32 const m = a.is_literal() ? ~0u : maker[a.var()];
      if (m != ~0u && is<pad_t>(j.eqns[m])) {
        pad_t::params const p = decode<pad_t::params>(j.params(j.eqns[m]));
        int const d = padded_axis(j.eqns[m], p);
        if (d >= 0 && (axis < 0 || axis == d)) {
          axis = d;
          i64 const length = j.type(a).shape[d].number;
          insert(pieces, {read(j.operands(j.eqns[m])[0]), p.lo[d].number, length - p.hi[d].number});
          continue;
        }
      }
      rest.push(read(a));
    }
    aval const whole = j.type(j.eqns[k].out);
    vec<value> sums;
    bool joined = false;
    while (!pieces.empty()) {
      vec<padded_piece> const row = take_row(pieces);
      joined |= row.size() > 1;
      sums.push(row.size() > 1 ? put_together(c, row, whole, axis) : padded(c, row[0], whole, axis));
    }
    if (!joined) return {};
    value sum = sums[0];
    for (u32 i = 1; i < sums.size(); ++i) sum = sum + sums[i];
    for (value const& r : rest) sum = r + sum;
    return sum;
  }
  /// Takes pieces that follow each other without overlap, from first to last. (A triangular matrix that is read element by element, and as a whole
  /// once more: its elements are one row, the whole is another.)
  static constexpr vec<padded_piece> take_row(vec<padded_piece>& pieces) {
    vec<padded_piece> row, left;
    for (padded_piece const& p : pieces) (row.empty() || row.back().to <= p.from ? row : left).push(p);
    pieces = static_cast<vec<padded_piece>&&>(left);
    return row;
  }
  static constexpr value put_together(context& c, vec<padded_piece> const& row, aval const& whole, int axis) {
    vec<value> parts;
    i64 at = 0;
    auto const gap = [&](i64 to) {
      if (to == at) return;
      shape s = whole.shape;
      s[axis] = extent(to - at);
      parts.push(broadcast_in_dim(c.constant(whole.type, 0.0), s, {}));
    };
    for (padded_piece const& p : row) gap(p.from), parts.push(p.x), at = p.to;
    gap(whole.shape[axis].number);
    return bind(c, descriptor<concatenate_t>, parts, encode(concatenate_t::params{axis}));
  }
  static constexpr value padded(context& c, padded_piece const& p, aval const& whole, int axis) {
    i64 const length = whole.shape[axis].number;
    if (p.from == 0 && p.to == length) return p.x;
    pad_t::params by;
    for (int d = 0; d < whole.rank(); ++d)
      by.lo.push(extent(d == axis ? p.from : 0)), by.hi.push(extent(d == axis ? length - p.to : 0)), by.interior.push(0);
    return pad(p.x, c.constant(whole.type, 0.0), by);
  }
  /// Keeps pieces in order, of those that begin together the shortest first; a piece of the same place is added.
  static constexpr void insert(vec<padded_piece>& pieces, padded_piece const& p) {
    u32 i = pieces.size();
    while (i > 0 && (pieces[i - 1].from > p.from || (pieces[i - 1].from == p.from && pieces[i - 1].to > p.to))) --i;
    if (i > 0 && pieces[i - 1].from == p.from && pieces[i - 1].to == p.to) {
      pieces[i - 1].x = pieces[i - 1].x + p.x;
      return;
    }
    pieces.push(p);
    for (u32 k = pieces.size() - 1; k > i; --k) pieces[k] = pieces[k - 1];
    pieces[i] = p;
  }
};

/// Types in the order in which variables have them, those of no variable dropped.
constexpr void renumber_types(jaxpr& j) {
  vec<u32> place(j.avals.size()); // 1 + the new one
  vec<aval> used;
  for (u32& t : j.vars) {
    if (!place[t]) used.push(j.avals[t]), place[t] = used.size();
    t = place[t] - 1;
  }
  j.avals = static_cast<vec<aval>&&>(used);
}

} // namespace detail

constexpr jaxpr join_pads(jaxpr j) {
  if (j.fault) return j;
  bool any = false;
  for (eqn const& e : j.eqns) any |= is<pad_t>(e);
  if (!any) return j;
  detail::pad_joiner const joiner(j);
  any = !j.consts.empty(); // they become inputs
  for (u32 k = 0; k < j.eqns.size() && !any; ++k) any = joiner.is_sum(j.eqns[k]) && !joiner.inner[k] && joiner.may_join(k);
  if (!any) {
    detail::renumber_types(j); // planners look at all there are
    return dce(static_cast<jaxpr&&>(j));
  }
  context c("vjp");
  vec<value> const args = inputs_like(c, j);
  // As walk, with the environment at hand: the leaves of a sum lie further back.
  vec<value> env(j.vars.size()), xs, outs;
  u32 n = 0;
  for (u32 v : j.consts) env[v] = args[n++];
  for (u32 v : j.ins) env[v] = args[n++];
  auto const read = [&](atom a) {
    if (a.is_literal()) return c.constant(j.lits[a.lit()]);
    return env[a.var()];
  };
  for (u32 k = 0; k < j.eqns.size(); ++k) {
    eqn const& e = j.eqns[k];
    if (joiner.is_sum(e) && !joiner.inner[k]) {
      value const joined = joiner.join(c, k, read);
      if (!joined.is_absent()) {
        env[e.out] = joined;
        continue;
      }
    }
    xs.resize(0);
    for (atom a : j.operands(e)) xs.push(read(a));
    value const first = record(c, j, e, xs);
    for (u32 i = 0; i < e.n_out; ++i) env[e.out + i] = c.result(first.var + i);
  }
  for (atom a : j.outs) outs.push(read(a));
  return dce(c.finish(outs));
}

} // namespace constax::inline CONSTAX_TAG
