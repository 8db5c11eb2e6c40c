// SPDX-License-Identifier: BSL-1.0
#pragma once
// prepare : jaxpr -> jaxpr        what the planner wants to see spelt out, in programs with loops; no bit changes
//
//   widen   a contraction in which one operand is used once for each term (matrix times vector, dot) reads the other one as a broadcast
//           of the same shape: y = dot_general[1;0] X w  ->  y = dot_general[1;1, batch 0;0] X (broadcast_in_dim w). It is then a
//           reduction like any other: it fuses with what makes and what takes its operands, and needs no tiles, for nothing is used twice.
//   spread  an outer product is a product of broadcasts, and fuses like any other
//   split   a reshape that takes axes apart and joins none is a view of its operand
//   known   small arrays that follow from literals alone (the basis of jacrev, say) become literals where they meet a loop: as equations of
//           their own they would wait in memory and cut the loop in two
//   window  what pads and slices read of computed values is computed where it is read                                       (windows.hpp)
//   own     scatters that begin from one array of a number begin from an array of their own each, in which they write
//   pack    an argument or result in rows of a few elements, x:f64[n,5], is read and written through a copy of its own (a transpose that
//           changes nothing): inside a region it holds columns, so that lanes along n are neighbours. Elsewhere the planner drops it.
#include <constax/plan/nest.hpp>
#include <constax/plan/rows.hpp>
#include <constax/plan/split.hpp>
#include <constax/plan/windows.hpp>
#include <constax/transform/simplify.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// a with its axes in this order.
constexpr atom in_order(rewriter& r, atom a, axes const& order) {
  aval turned{r.type(a).type, {}};
  bool same = true;
  for (int k = 0; k < order.size(); ++k) turned.shape.push(r.type(a).shape[static_cast<int>(order[k])]), same = same && order[k] == k;
  if (same) return a;
  rewriter::draft t;
  t.type = r.to.intern(turned);
  r.becomes(t, descriptor<transpose_t>, {a}, encode(transpose_t::params{order}));
  return r.write(t);
}

/// A contraction of no axes -> mul of both operands, spread over the result's shape. (One term: x * y - 0.0 is x * y.)
constexpr bool spread(rewriter& r, jaxpr const& j, eqn const& e, rewriter::draft& d) {
  contraction_axes const c = e.prim->contraction(j.params(e));
  if (c.lhs_contracting.size() || r.x(d, 0).is_literal() || r.x(d, 1).is_literal() || !loop_axes(r.type(d).shape)) return false;
  result_axes const to(c, r.type(r.x(d, 0)).rank(), r.type(r.x(d, 1)).rank());
  u32 const type = d.type;
  atom wide[2];
  for (u32 side = 0; side < 2; ++side) {
    atom const given = r.x(d, side);
    axes order, dims; // of its axes as they come in the result
    for (int at = 0; at < r.type(d).rank(); ++at)
      for (int k = 0; k < r.type(given).rank(); ++k)
        if (to.of[side][k] == at) order.push(k), dims.push(at);
    atom const x = in_order(r, given, order);
    rewriter::draft b;
    b.type = type;
    r.becomes(b, descriptor<broadcast_in_dim_t>, {x}, encode(broadcast_in_dim_t::params{r.type(d).shape, dims}));
    wide[side] = r.write(b);
  }
  return r.becomes(d, descriptor<mul_t>, {wide[0], wide[1]});
}

/// The operand whose every element is used once: it has all axes of the loops. -1: there is none.
constexpr int widest_operand(jaxpr const& j, eqn const& e, contraction_axes const& c) {
  shape const &l = j.type(j.operands(e)[0]).shape, &r = j.type(j.operands(e)[1]).shape;
  int const shared = c.lhs_batch.size() + 1;
  if (r.rank == shared) return 0;
  if (l.rank == shared) return 1;
  return -1;
}

constexpr bool widen(rewriter& r, jaxpr const& j, eqn const& e, rewriter::draft& d) {
  contraction_axes const c = e.prim->contraction(j.params(e));
  if (c.lhs_contracting.size() != 1 || exit_axis_of(j, e) >= 0) return false;
  int const big = widest_operand(j, e, c);
  if (big < 0 || r.x(d, 0).is_literal() || r.x(d, 1).is_literal()) return false;
  axes const& batch = big ? c.rhs_batch : c.lhs_batch;
  axes const& other_batch = big ? c.lhs_batch : c.rhs_batch;
  i64 const summed = (big ? c.rhs_contracting : c.lhs_contracting)[0];
  aval const wide = r.type(r.x(d, static_cast<u32>(big)));
  // (the other operand may be one that is unrolled where it is alone, like a vector of 64)
  if (!(loop_axes(wide.shape) >> summed & 1)) return false;
  axes all = batch; // of the result, in order
  for (int k = 0; k < wide.rank(); ++k)
    if (k != summed && !batch.contains(k)) all.push(k);
  for (int k = 1; k < all.size(); ++k)
    if (all[k] < all[k - 1]) return false;
  axes to; // the wide operand's axis that each axis of the other one is
  for (int k = 0; k < other_batch.size() + 1; ++k) {
    i64 at = summed;
    for (int b = 0; b < other_batch.size(); ++b)
      if (other_batch[b] == k) at = batch[b];
    if (k && at < to[k - 1]) return false;
    to.push(at);
  }
  atom x = r.x(d, static_cast<u32>(big)), y = r.x(d, static_cast<u32>(1 - big));
  u32 const type = d.type;
  if (to.size() != wide.rank()) {
    d.type = r.to.vars[x.var()];
    r.becomes(d, descriptor<broadcast_in_dim_t>, {y}, encode(broadcast_in_dim_t::params{wide.shape, to}));
    y = r.write(d);
  }
  d.type = type;
  axes const sum{summed};
  r.becomes(d, *e.prim, {big ? y : x, big ? x : y}, encode(dot_general_t::params{sum, sum, all, all}));
  return true;
}

/// What is known of a program's variables: the elements of small arrays of literals.
struct known_arrays {
  static constexpr i64 most = 64;
  vec<tensor> of; // of each variable; none: not known
  constexpr explicit known_arrays(u32 variables) : of(variables) {}
  constexpr bool has(u32 v) const { return !of[v].words.empty(); }

  constexpr void learn(jaxpr const& j, eqn const& e) {
    if (!e.prim->evaluate || e.prim->kind == kind::size || e.n_out != 1) return;
    shape const& s = j.type(e.out).shape;
    if (!s.is_static() || s.size() > most || s.size() == 0) return;
    vec<tensor> xs, ys;
    for (atom a : j.operands(e)) {
      if (!a.is_literal() && !has(a.var())) return;
      if (!a.is_literal()) xs.push(of[a.var()]);
      else {
        tensor t(j.type(a));
        t.words[0] = word_of_literal(j.lits[a.lit()]);
        xs.push(t);
      }
    }
    e.prim->evaluate(xs, j.params(e), bindings{}, ys);
    if (ys.size() == 1 && ys[0].type == j.type(e.out)) of[e.out] = ys[0];
  }
};

/// x known, y = broadcast_in_dim x with loop axes in front: y is put together from its elements.
constexpr void spell_out(rewriter& r, jaxpr const& j, eqn const& e, tensor const& x, rewriter::draft& d) {
  shape const to = j.type(e.out).shape;
  int const front = to.rank - x.type.rank();
  axes const dims = decode<broadcast_in_dim_t::params>(j.params(e)).dims;
  for (int k = 0; k < dims.size(); ++k)
    if (dims[k] != front + k || !(to[front + k] == x.type.shape[k])) return;
  bool same = true;
  for (u64 w : x.words) same &= w == x.words[0];
  dtype const t = x.type.type;
  u32 const type = d.type;
  if (same) {
    r.becomes_constant(d, literal_of_word(t, x.words[0]));
    return;
  }
  constexpr u32 most_pieces = 16;
  if (x.size() > most_pieces) return;
  shape one, line;
  for (int k = 0; k < front; ++k) one.push(to[k]), line.push(to[k]);
  one.push(extent(1)), line.push(extent(static_cast<i64>(x.size())));
  vec<atom> pieces;
  for (u64 w : x.words) {
    d = {}, d.type = r.to.intern(aval{t, one});
    r.becomes_constant(d, literal_of_word(t, w));
    pieces.push(r.write(d));
  }
  d = {}, d.type = r.to.intern(aval{t, line});
  vec<i64> const along = encode(concatenate_t::params{front});
  d.prim = &descriptor<concatenate_t>, d.in = r.to.atoms.size(), d.n_in = pieces.size(), d.param = r.to.ints.size(),
  d.n_param = along.size();
  r.to.atoms.append(pieces), r.to.ints.append(along);
  if (x.type.rank() == 1) return;
  atom const all = r.write(d);
  d = {}, d.type = type;
  r.becomes(d, descriptor<reshape_t>, {all}, encode(reshape_t::params{to}));
}

/// Rows of a few elements along one loop axis, the first?
constexpr bool in_rows(shape const& s) {
  if (s.rank < 2 || loop_axes(s) != 1) return false;
  u32 const n = unrolled_count(s, 1);
  return n > 1 && n <= 64;
}
constexpr bool changes_nothing(jaxpr const& j, eqn const& e) {
  if (!is<transpose_t>(e)) return false;
  axes const p = decode<transpose_t::params>(j.params(e)).permutation;
  for (int d = 0; d < p.size(); ++d)
    if (p[d] != d) return false;
  return true;
}
constexpr atom packed(rewriter& r, atom a) {
  rewriter::draft d;
  d.type = r.to.vars[a.var()];
  axes same;
  for (int k = 0; k < r.type(a).rank(); ++k) same.push(k);
  r.becomes(d, descriptor<transpose_t>, {a}, encode(transpose_t::params{same}));
  return r.write(d);
}

/// Where several equations read an array of one number, each scatter into it gets one of its own.
constexpr jaxpr with_own_arrays(jaxpr j) {
  vec<u32> readers(j.vars.size()), maker(j.vars.size(), ~0u);
  for (u32 k = 0; k < j.eqns.size(); ++k) {
    maker[j.eqns[k].out] = k;
    for (atom a : j.operands(j.eqns[k]))
      if (!a.is_literal()) ++readers[a.var()];
  }
  for (atom a : j.outs)
    if (!a.is_literal()) ++readers[a.var()];
  vec<eqn> eqns;
  for (eqn const& e : j.eqns) {
    if (e.prim->updates && !j.operands(e)[0].is_literal()) {
      u32 const x = j.operands(e)[0].var();
      if (readers[x] > 1 && maker[x] != ~0u && loop_axes(j.type(x).shape)) {
        eqn fill = j.eqns[maker[x]];
        if (is<broadcast_in_dim_t>(fill) && j.operands(fill)[0].is_literal()) {
          fill.out = j.vars.size(), j.vars.push(u32{j.vars[x]});
          j.atoms[e.in] = {static_cast<i32>(fill.out)}, --readers[x];
          eqns.push(fill);
        }
      }
    }
    eqns.push(e);
  }
  j.eqns = static_cast<vec<eqn>&&>(eqns);
  return j;
}

} // namespace detail

/// The program without those packs for which `useless` is set.
constexpr jaxpr without_packs(jaxpr j, vec<bool> const& useless) {
  vec<atom> is(j.vars.size());
  for (u32 v = 0; v < is.size(); ++v) is[v] = {static_cast<i32>(v)};
  u32 kept = 0;
  for (u32 k = 0; k < j.eqns.size(); ++k) {
    eqn const e = j.eqns[k];
    for (u32 i = e.in; i < e.in + e.n_in; ++i)
      if (!j.atoms[i].is_literal()) j.atoms[i] = is[j.atoms[i].var()];
    if (useless[k]) is[e.out] = j.atoms[e.in];
    else j.eqns[kept++] = e;
  }
  while (j.eqns.size() > kept) j.eqns.pop();
  for (atom& a : j.outs)
    if (!a.is_literal()) a = is[a.var()];
  return j;
}

constexpr jaxpr prepare(jaxpr const& given) {
  if (given.fault || !has_loops(given)) return given;
  jaxpr const j = windows(nest(strip_mine(given)));
  rewriter r(j);
  r.take_literals(j);
  for (vec<u32> const* inputs : {&j.consts, &j.ins})
    for (u32 v : *inputs)
      if (detail::in_rows(j.type(v).shape)) r.env[v] = detail::packed(r, r.env[v]);
  detail::known_arrays known(j.vars.size());
  for (eqn const& e : j.eqns) {
    rewriter::draft d = r.start(j, e);
    known.learn(j, e);
    if (e.prim->kind == kind::contraction) detail::spread(r, j, e, d) || detail::widen(r, j, e, d);
    if (is<broadcast_in_dim_t>(e) && !j.operands(e)[0].is_literal() && known.has(j.operands(e)[0].var()) && loop_axes(j.type(e.out).shape))
      detail::spell_out(r, j, e, known.of[j.operands(e)[0].var()], d);
    if (is<reshape_t>(e) && split_t::splits(j.type(j.operands(e)[0]).shape, j.type(e.out).shape))
      r.becomes(d, descriptor<split_t>, {r.x(d, 0)}, encode(split_t::params{j.type(e.out).shape}));
    r.write_as(j, e, d);
  }
  jaxpr made = detail::with_own_arrays(dce(r.finish(j)));
  // Results in rows, each once: one that is another, or an argument, is copied as it is.
  vec<u32> maker(made.vars.size(), ~0u);
  for (u32 k = 0; k < made.eqns.size(); ++k) maker[made.eqns[k].out] = k;
  for (u32 k = 0; k < made.outs.size(); ++k) {
    atom const a = made.outs[k];
    bool as_it_is = a.is_literal() || maker[a.var()] == ~0u || !detail::in_rows(made.type(a).shape) ||
                    detail::changes_nothing(made, made.eqns[maker[a.var()]]);
    for (u32 i = 0; i < made.outs.size(); ++i) as_it_is |= i != k && made.outs[i] == a;
    if (as_it_is) continue;
    axes same;
    for (int d = 0; d < made.type(a).rank(); ++d) same.push(d);
    aval const type = made.type(a);
    atom const operand[] = {a};
    made.outs[k] = {static_cast<i32>(made.add(&descriptor<transpose_t>, {operand, 1}, encode(transpose_t::params{same}), {&type, 1}))};
    maker.push(made.eqns.size() - 1);
  }
  return made;
}

} // namespace constax::inline CONSTAX_TAG
