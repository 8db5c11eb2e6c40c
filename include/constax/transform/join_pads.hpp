// SPDX-License-Identifier: BSL-1.0
#pragma once
// join_pads : jaxpr -> jaxpr        padded pieces of a sum that do not overlap become one concatenation
//
//   c = pad[(0, 2, 0)] a 0.0; d = pad[(1, 1, 0)] b 0.0; e = add c d    ->    e = concatenate a b [0.0]
//
// The cotangent of an array that was read in pieces, x[0], x[1], ..., comes in as such a sum: n pieces padded to n elements are n^2
// additions. Reverse mode ends with this pass, which therefore defines the gradient's arithmetic (no 0.0 is added), for all evaluators
// alike.
#include <constax/primitives/primitives.hpp>
#include <constax/trace/walk.hpp>
#include <constax/transform/simplify/dce.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// Operands of pads whose elements come to the same places along an axis: they are added.
struct padded_piece {
  vec<atom> xs;
  extent from, to;
};
/// Pieces that follow each other along an axis without overlap, from first to last.
struct padded_row {
  int axis = 0;
  vec<padded_piece> pieces;
};
struct padded_sum {
  vec<padded_row> rows; // a row of one piece is still a pad
  vec<atom> rest;
  bool joins = false;
};

struct pad_joiner {
  jaxpr const& j;
  vec<u32> maker, uses;
  vec<bool> inner; // additions that belong to a larger sum

  constexpr explicit pad_joiner(jaxpr const& program)
      : j(program), maker(program.vars.size(), ~0u), uses(program.vars.size()), inner(program.eqns.size()) {
    for (u32 k = 0; k < j.eqns.size(); ++k)
      for (u32 i = 0; i < j.eqns[k].n_out; ++i) maker[j.eqns[k].out + i] = k;
    for (atom a : j.atoms)
      if (!a.is_literal()) ++uses[a.var()];
    for (atom a : j.outs)
      if (!a.is_literal()) uses[a.var()] += 2; // an output stays
    for (eqn const& e : j.eqns)
      if (is_sum(e))
        for (atom a : j.operands(e))
          if (!a.is_literal() && uses[a.var()] == 1 && maker[a.var()] != ~0u && is_sum(j.eqns[maker[a.var()]]))
            inner[maker[a.var()]] = true;
  }
  constexpr bool is_sum(eqn const& e) const { return is<add_t>(e) && j.type(e.out).rank() > 0 && j.type(e.out).floating(); }

  /// The axis along which e pads x with zeros, -1 if it does anything else. (What symbols stand for may be negative, which cuts:
  /// take_row_of_symbols asks for what excludes that.)
  constexpr int padded_axis(eqn const& e, pad_t::params const& p) const {
    atom const filling = j.operands(e)[1];
    if (!filling.is_literal() || j.lits[filling.lit()].number() != 0) return -1;
    int axis = -1;
    for (int d = 0; d < p.lo.rank; ++d) {
      if (p.interior[d] != 0 || (p.lo[d].is_number() && p.lo[d].number < 0) || (p.hi[d].is_number() && p.hi[d].number < 0)) return -1;
      if (p.lo[d] == extent(0) && p.hi[d] == extent(0)) continue;
      if (axis >= 0) return -1;
      axis = d;
    }
    return axis;
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

  /// May pieces of the sum that ends in equation k lie side by side? (Where none do there is nothing to write anew.)
  constexpr bool may_join(u32 k) const {
    struct reach {
      u32 pads = 0;
      i64 first_end = 0, last_begin = 0;
    } along[max_rank];
    shape const& whole = j.type(j.eqns[k].out).shape;
    for (atom a : leaves(k)) {
      u32 const m = a.is_literal() ? ~0u : maker[a.var()];
      if (m == ~0u || !is<pad_t>(j.eqns[m])) continue;
      pad_t::params const p = decode<pad_t::params>(j.params(j.eqns[m]));
      int const d = padded_axis(j.eqns[m], p);
      if (d < 0) continue;
      reach& r = along[d];
      i64 const from = p.lo[d].number, to = whole[d].number - p.hi[d].number; // where there are symbols: not asked
      if (!r.pads || to < r.first_end) r.first_end = to;
      if (!r.pads || from > r.last_begin) r.last_begin = from;
      if (++r.pads > 1 && (!whole[d].is_number() || r.first_end <= r.last_begin)) return true;
    }
    return false;
  }
  /// The terms of the sum that ends in equation k.
  constexpr padded_sum terms_of(u32 k) const {
    padded_sum s;
    shape const& whole = j.type(j.eqns[k].out).shape;
    vec<padded_row> along;
    for (atom a : leaves(k)) {
      u32 const m = a.is_literal() ? ~0u : maker[a.var()];
      pad_t::params const p = m != ~0u && is<pad_t>(j.eqns[m]) ? decode<pad_t::params>(j.params(j.eqns[m])) : pad_t::params{};
      int const d = p.lo.rank ? padded_axis(j.eqns[m], p) : -1;
      if (d < 0) {
        s.rest.push(a);
        continue;
      }
      u32 at = 0;
      while (at < along.size() && along[at].axis != d) ++at;
      if (at == along.size()) along.push(padded_row{}).axis = d;
      padded_piece piece{{}, p.lo[d], whole[d] - p.hi[d]};
      piece.xs.push(j.operands(j.eqns[m])[0]);
      insert(along[at].pieces, piece);
    }
    for (padded_row& all : along)
      while (!all.pieces.empty()) {
        padded_row& row = s.rows.push(padded_row{});
        row.axis = all.axis;
        if (whole[all.axis].is_number()) row.pieces = take_row(all.pieces);
        else row.pieces = take_row_of_symbols(all.pieces, whole[all.axis]);
        s.joins |= row.pieces.size() > 1;
      }
    return s;
  }
  /// The sum that ends in equation k; absent if no two pieces go together.
  template <class Read>
  constexpr value join(context& c, u32 k, Read&& read) const {
    padded_sum const s = terms_of(k);
    if (!s.joins) return {};
    aval const whole = j.type(j.eqns[k].out);
    value sum{};
    for (padded_row const& row : s.rows) {
      vec<value> parts;
      for (padded_piece const& p : row.pieces) {
        value x = read(p.xs[0]);
        for (u32 i = 1; i < p.xs.size(); ++i) x = x + read(p.xs[i]);
        parts.push(x);
      }
      value const term = parts.size() > 1 ? put_together(c, row, parts, whole) : padded(c, row, parts[0], whole);
      sum = sum.is_absent() ? term : sum + term;
    }
    for (atom r : s.rest) sum = read(r) + sum;
    return sum;
  }
  /// Takes pieces that follow each other without overlap, from first to last. (A triangular matrix that is read element by element, and as
  /// a whole once more: its elements are one row, the whole is another.)
  static constexpr vec<padded_piece> take_row(vec<padded_piece>& pieces) {
    vec<padded_piece> row, left;
    for (padded_piece const& p : pieces) (row.empty() || row.back().to.number <= p.from.number ? row : left).push(p);
    pieces = static_cast<vec<padded_piece>&&>(left);
    return row;
  }
  /// The same of a length with symbols: pieces that fill all of it, each beginning where the one before ends, whatever symbols stand for.
  /// Where there are none, the first piece alone, padded as it was.
  static constexpr vec<padded_piece> take_row_of_symbols(vec<padded_piece>& pieces, extent const& length) {
    vec<u32> chain;
    vec<bool> taken(pieces.size());
    extent at(0);
    for (bool found = true; found && !(at == length);) {
      found = false;
      for (u32 i = 0; i < pieces.size() && !found; ++i)
        if (!taken[i] && pieces[i].from == at && !(pieces[i].to == at)) taken[i] = found = true, chain.push(i), at = pieces[i].to;
    }
    if (!(at == length)) chain.resize(0), chain.push(0);
    vec<padded_piece> row, left;
    for (u32 i : chain) row.push(pieces[i]);
    taken = vec<bool>(pieces.size());
    for (u32 i : chain) taken[i] = true;
    for (u32 i = 0; i < pieces.size(); ++i)
      if (!taken[i]) left.push(pieces[i]);
    pieces = static_cast<vec<padded_piece>&&>(left);
    return row;
  }
  static constexpr value put_together(context& c, padded_row const& row, vec<value> const& xs, aval const& whole) {
    vec<value> parts;
    extent at(0);
    auto const gap = [&](extent const& to) {
      if (to == at) return;
      shape s = whole.shape;
      s[row.axis] = to - at;
      parts.push(broadcast_in_dim(c.constant(whole.type, 0.0), s, {}));
    };
    for (u32 i = 0; i < xs.size(); ++i) gap(row.pieces[i].from), parts.push(xs[i]), at = row.pieces[i].to;
    gap(whole.shape[row.axis]);
    return bind(c, descriptor<concatenate_t>, parts, encode(concatenate_t::params{row.axis}));
  }
  static constexpr value padded(context& c, padded_row const& row, value const& x, aval const& whole) {
    padded_piece const& p = row.pieces[0];
    extent const length = whole.shape[row.axis];
    if (p.from == extent(0) && p.to == length) return x;
    pad_t::params by;
    for (int d = 0; d < whole.rank(); ++d)
      by.lo.push(d == row.axis ? p.from : extent(0)), by.hi.push(d == row.axis ? length - p.to : extent(0)), by.interior.push(0);
    return pad(x, c.constant(whole.type, 0.0), by);
  }
  /// Keeps pieces in order, of those that begin together the shortest first, and those of symbols as they come; a piece of the same place
  /// is added.
  static constexpr void insert(vec<padded_piece>& pieces, padded_piece const& p) {
    auto const before = [](extent const& a, extent const& b) { return a.is_number() && b.is_number() && a.number < b.number; };
    u32 i = pieces.size();
    while (i > 0 && (before(p.from, pieces[i - 1].from) || (pieces[i - 1].from == p.from && before(p.to, pieces[i - 1].to)))) --i;
    for (u32 k = i; k-- > 0;) {
      if (!(pieces[k].from == p.from && pieces[k].to == p.to)) {
        if (p.from.is_number() && p.to.is_number()) break; // the one of the same place would be the one before
        continue;
      }
      pieces[k].xs.append(p.xs);
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
