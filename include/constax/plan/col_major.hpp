// SPDX-License-Identifier: BSL-1.0
#pragma once
// on_transposes : lowered jaxpr, which leaves are column-major -> the same program on the transposes of these leaves, which are row-major
//
//   f(X:f64[n,m]) = sum(tanh X, 1)   ->   g(X':f64[m,n]) = sum(tanh X', 0)
//
// A column-major matrix is the memory of a row-major one with its axes reversed. Where lanes run, and along which axis strips are taken,
// then follows as for any other program. Equations are written in the orientation in which their operands are there: elementwise
// operations, reductions, broadcasts and products of matrices have both. What remains is read through a transposed view, as every transpose
// is. No bit changes: sums go along the same axes.
#include <constax/plan/prepare.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

constexpr shape reversed(shape const& s) {
  shape r;
  for (int d = s.rank; d-- > 0;) r.push(s[d]);
  return r;
}
constexpr axes reversal(int rank) {
  axes order;
  for (int d = rank; d-- > 0;) order.push(d);
  return order;
}
/// Is the program on the transpose planned as well as this one? Axes that are unrolled into registers are columns already: x:f64[n,3].
constexpr bool is_better_reversed(shape const& s) {
  u32 const all = (1u << s.rank) - 1;
  return s.rank > 1 && loop_axes(s) == all && loop_axes(reversed(s)) == all;
}

struct both_orientations {
  static constexpr atom none = {-(1 << 30)};
  jaxpr const& j;
  rewriter r{j};
  vec<atom> rows, columns; // of each variable: it, and its transpose, as far as they are written
  vec<u32> awaited;        // of each variable: 1 + the equation that is written when it is asked for, in that orientation; 0: none

  constexpr explicit both_orientations(jaxpr const& program)
      : j(program), rows(program.vars.size(), none), columns(program.vars.size(), none), awaited(program.vars.size()) {
    for (vec<u32> const* inputs : {&j.consts, &j.ins})
      for (u32 v : *inputs) rows[v] = r.env[v];
    r.take_literals(j);
  }
  constexpr jaxpr operator()() {
    for (u32 k = 0; k < j.eqns.size(); ++k) take(k);
    for (atom a : j.outs)
      if (!a.is_literal()) r.env[a.var()] = in(a, false);
    return dce(r.finish(j));
  }

 private:
  static constexpr bool is_there(atom a) { return !(a == none); }
  /// Is a there as its transpose alone?
  constexpr bool is_turned(atom a) const { return !a.is_literal() && is_there(columns[a.var()]) && !is_there(rows[a.var()]); }
  constexpr bool is_plain(atom a) const { return !a.is_literal() && is_there(rows[a.var()]) && !is_there(columns[a.var()]); }

  /// a, or its transpose.
  constexpr atom in(atom a, bool turned) {
    if (a.is_literal()) return r.read(a);
    u32 const v = a.var();
    if (j.type(v).rank() < 2) turned = false;
    atom const known = turned ? columns[v] : rows[v];
    if (is_there(known)) return known;
    atom made{};
    if (u32 const k = awaited[v]) awaited[v] = 0, made = turned ? write_turned(j.eqns[k - 1]) : write_plainly(j.eqns[k - 1]);
    else made = in_order(r, turned ? rows[v] : columns[v], reversal(j.type(v).rank()));
    return (turned ? columns[v] : rows[v]) = made;
  }
  constexpr bool reverses(eqn const& e) const {
    if (!is<transpose_t>(e) || j.operands(e)[0].is_literal()) return false;
    axes const order = decode<transpose_t::params>(j.params(e)).permutation;
    for (int d = 0; d < order.size(); ++d)
      if (order[d] != order.size() - 1 - d) return false;
    return order.size() > 1;
  }
  /// A product of two matrices, or of two vectors that make one: either operand may be turned, and so may the result.
  constexpr bool is_product(eqn const& e) const {
    if (!is<dot_general_t>(e)) return false;
    auto const p = decode<dot_general_t::params>(j.params(e));
    for (atom a : j.operands(e)) // one axis of each that is not summed, at most
      if (int const rank = j.type(a).rank(); rank > 2 || rank - p.lhs_contracting.size() > 1) return false;
    return p.lhs_batch.size() == 0;
  }

  constexpr void take(u32 k) {
    eqn const& e = j.eqns[k];
    atom const y{static_cast<i32>(e.out)};
    int const rank = j.type(e.out).rank();
    if (reverses(e)) {
      u32 const x = j.operands(e)[0].var();
      if (awaited[x]) (void)in(j.operands(e)[0], true);
      rows[y.var()] = columns[x], columns[y.var()] = rows[x];
    } else if (rank > 1 && (is<broadcast_in_dim_t>(e) || is_product(e))) {
      awaited[y.var()] = k + 1;
    } else if (is_product(e)) {
      rows[y.var()] = write_plainly(e);
    } else if (rank > 1 && e.prim->kind == kind::elementwise && e.n_out == 1 && prefers_turned(e)) {
      columns[y.var()] = write_turned(e);
    } else if (e.prim->kind == kind::reduction && is_turned(j.operands(e)[0])) {
      (rank > 1 ? columns : rows)[y.var()] = write_turned(e);
    } else {
      rewriter::draft d = start(e, false);
      r.write_as(j, e, d);
      for (u32 v = e.out; v < e.out + e.n_out; ++v) rows[v] = r.env[v];
    }
  }
  constexpr bool prefers_turned(eqn const& e) const {
    int turned = 0, plain = 0;
    for (atom a : j.operands(e)) turned += is_turned(a), plain += !a.is_literal() && j.type(a).rank() > 1 && is_plain(a);
    return turned > 0 && turned >= plain;
  }

  /// e with its operands, or their transposes, which are written before it.
  constexpr rewriter::draft start(eqn const& e, bool turned) {
    vec<atom> xs;
    for (u32 i = 0; i < e.n_in; ++i) xs.push(in(j.operands(e)[i], turned));
    rewriter::draft d{e.prim, r.to.atoms.size(), e.n_in, r.to.ints.size(), e.n_param, j.vars[e.out]};
    r.to.atoms.append(xs);
    if (e.n_param) r.to.ints.append(j.params(e));
    return d;
  }
  constexpr atom write_plainly(eqn const& e) {
    range<atom> const xs = j.operands(e);
    if (!is_product(e)) return r.write(start(e, false));
    auto p = decode<dot_general_t::params>(j.params(e));
    return product(e, xs[0], xs[1], p.lhs_contracting, p.rhs_contracting, j.type(e.out).shape);
  }
  constexpr atom product(eqn const& e, atom x, atom y, axes const& over_x, axes const& over_y, shape const& to) {
    dot_general_t::params p;
    bool const turned_x = is_turned(x), turned_y = is_turned(y);
    for (i64 d : over_x) p.lhs_contracting.push(turned_x ? 1 - d : d);
    for (i64 d : over_y) p.rhs_contracting.push(turned_y ? 1 - d : d);
    atom const operands[2] = {in(x, turned_x), in(y, turned_y)};
    rewriter::draft d;
    d.type = r.to.intern({j.type(e.out).type, to});
    r.becomes(d, *e.prim, {operands[0], operands[1]}, encode(p));
    return r.write(d);
  }
  constexpr atom write_turned(eqn const& e) {
    range<atom> const xs = j.operands(e);
    shape const to = reversed(j.type(e.out).shape);
    if (is_product(e)) { // (X Y)' = Y' X'
      auto const p = decode<dot_general_t::params>(j.params(e));
      return product(e, xs[1], xs[0], p.rhs_contracting, p.lhs_contracting, to);
    }
    rewriter::draft d = start(e, true);
    d.type = r.to.intern({j.type(e.out).type, to});
    i64* const params = r.to.ints.first + d.param;
    if (e.prim->kind == kind::reduction)
      for (i64 k = 1; k <= params[0]; ++k) params[k] = j.type(xs[0]).rank() - 1 - params[k];
    if (is<broadcast_in_dim_t>(e)) {
      auto const p = decode<broadcast_in_dim_t::params>(j.params(e));
      axes dims;
      for (int k = p.dims.size(); k-- > 0;) dims.push(to.rank - 1 - p.dims[k]);
      atom const x = r.x(d, 0);
      r.to.ints.resize(d.param), r.to.atoms.resize(d.in);
      r.becomes(d, *e.prim, {x}, encode(broadcast_in_dim_t::params{to, dims}));
    }
    return r.write(d);
  }
};

/// The program whose leaves (constants, arguments, results, in this order) for which `turn` is set are transposes of what they were.
constexpr jaxpr on_transposes(jaxpr j, vec<bool> const& turn) {
  u32 leaf = 0;
  vec<eqn> first;
  for (vec<u32>* inputs : {&j.consts, &j.ins})
    for (u32& v : *inputs) {
      if (!turn[leaf++]) continue;
      aval const type = j.type(v);
      vec<i64> const params = encode(transpose_t::params{reversal(type.rank())});
      u32 const given = j.vars.size();
      j.vars.push(j.intern({type.type, reversed(type.shape)}));
      first.push({&descriptor<transpose_t>, j.atoms.size(), 1, v, 1, j.ints.size(), params.size()});
      j.atoms.push({static_cast<i32>(given)}), j.ints.append(params), v = given;
    }
  first.append(j.eqns), j.eqns = static_cast<vec<eqn>&&>(first);
  for (atom& a : j.outs) {
    if (!turn[leaf++]) continue;
    aval const type{j.type(a).type, reversed(j.type(a).shape)};
    atom const operand[] = {a};
    a = {static_cast<i32>(j.add(&descriptor<transpose_t>, {operand, 1}, encode(transpose_t::params{reversal(type.rank())}), {&type, 1}))};
  }
  return both_orientations(j)();
}

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
