// SPDX-License-Identifier: BSL-1.0
#pragma once
// repeats: what a broadcast repeats is computed, or moved, before it is repeated
//
//   b:f64[n,k] = broadcast_in_dim a; c:f64[n,k] = sin b   ->   b:f64[k] = sin a; c:f64[n,k] = broadcast_in_dim b
//
// Fewer numbers are computed, the same bits. Of a linear program the transpose gains most: a cotangent is summed along n before anything
// else is done with it (linearize.hpp).
#include <constax/transform/simplify/rewriter.hpp>

namespace constax::inline CONSTAX_TAG::detail {

using draft = rewriter::draft;

constexpr atom simplified(rewriter& r, draft d);

/// The broadcast that made a.
constexpr eqn const* broadcast_of(rewriter const& r, atom a) { return r.made_by<broadcast_in_dim_t>(a); }
template <class P>
constexpr params_of<P> params_in(rewriter const& r, eqn const& e) {
  return decode<params_of<P>>(r.to.params(e));
}
template <class P>
constexpr params_of<P> params_in(rewriter const& r, draft const& d) {
  return decode<params_of<P>>(r.to.ints.slice(d.param, d.n_param));
}

/// An equation of its own, before the draft at hand.
constexpr atom written_before(rewriter& r, primitive const& p, range<atom> operands, vec<i64> const& params, aval const& type) {
  draft d{&p, r.to.atoms.size(), operands.size(), r.to.ints.size(), params.size(), r.to.intern(type)};
  for (atom a : operands) r.to.atoms.push(a);
  r.to.ints.append(params);
  return simplified(r, d);
}

/// Elementwise, all operands repeat along some axes -> the broadcast of the operation without these.
constexpr bool before_broadcast(rewriter& r, draft& d) {
  shape const all = r.type(d).shape;
  bool carried[max_rank] = {};
  for (u32 i = 0; i < d.n_in; ++i) {
    atom const a = r.x(d, i);
    if (a.is_literal()) continue;
    eqn const* const e = broadcast_of(r, a);
    if (!e) return false;
    for (i64 k : params_in<broadcast_in_dim_t>(r, *e).dims) carried[k] = true;
  }
  axes kept;
  aval inner{r.type(d).type, {}};
  i64 place[max_rank] = {}; // of an axis among those that are kept
  for (int k = 0; k < all.rank; ++k)
    if (carried[k]) place[k] = inner.rank(), kept.push(k), inner.shape.push(all[k]);
  if (kept.size() == all.rank) return false;
  vec<atom> operands;
  for (u32 i = 0; i < d.n_in; ++i) {
    atom const a = r.x(d, i);
    eqn const* const e = broadcast_of(r, a);
    if (!e) {
      operands.push(a);
      continue;
    }
    atom const x = r.operand(e);
    axes dims;
    for (i64 k : params_in<broadcast_in_dim_t>(r, *e).dims) dims.push(place[k]);
    aval const t{r.type(x).type, inner.shape};
    operands.push(r.type(x) == t
                      ? x
                      : written_before(r, descriptor<broadcast_in_dim_t>, {&x, 1}, encode(broadcast_in_dim_t::params{t.shape, dims}), t));
  }
  vec<i64> const params(r.to.ints.slice(d.param, d.n_param));
  atom const y = written_before(r, *d.prim, operands, params, inner);
  return r.becomes(d, descriptor<broadcast_in_dim_t>, {y}, encode(broadcast_in_dim_t::params{all, kept}));
}

/// Movement of a broadcast along its axes, in their order -> the broadcast of a part of what it repeats.
constexpr bool moved_before_broadcast(rewriter& r, draft& d) {
  eqn const* const e = broadcast_of(r, r.x(d, 0));
  if (!e || !d.prim->affine) return false;
  atom x = r.operand(e);
  aval const t = r.type(x);
  auto const p = params_in<broadcast_in_dim_t>(r, *e);
  shape const out = r.type(d).shape;
  affine_map const repeat = e->prim->affine(r.to.params(*e), t.shape), move = d.prim->affine(r.to.ints.slice(d.param, d.n_param), p.to);
  slice_t::params part;
  aval cut{t.type, {}}, left{t.type, {}};
  axes dims, gone;
  for (int a = 0; a < t.rank(); ++a) {
    int const k = static_cast<int>(p.dims[a]); // of the broadcast's result
    bool const walks = repeat.axis[k] == a;
    int to = -1; // of the movement's result
    for (int q = 0; walks && q < out.rank; ++q)
      if (move.axis[q] == k) to = q;
    i64 const step = to < 0 ? 1 : move.step[to];
    if (step < 1 || (to >= 0 && dims.size() && dims[dims.size() - 1] > to)) return false;
    extent const start = walks ? move.start[k] : extent(0), length = to < 0 ? extent(1) : out[to];
    part.start_indices.push(start), part.strides.push(step);
    part.limit_indices.push(length == extent(0) ? start : start + (length - extent(1)) * step + extent(1));
    cut.shape.push(length);
    if (to < 0) gone.push(a);
    else dims.push(to), left.shape.push(length);
  }
  if (!(cut == t)) x = written_before(r, descriptor<slice_t>, {&x, 1}, encode(part), cut);
  if (gone.size()) x = written_before(r, descriptor<squeeze_t>, {&x, 1}, encode(squeeze_t::params{gone}), left);
  return r.becomes(d, descriptor<broadcast_in_dim_t>, {x}, encode(broadcast_in_dim_t::params{out, dims}));
}

} // namespace constax::inline CONSTAX_TAG::detail
