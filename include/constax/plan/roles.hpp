// SPDX-License-Identifier: BSL-1.0
#pragma once
// roles : equation, operand, axis of the result -> how a loop over that axis meets the operand
//
//   carried(d)  element i of the result needs element i of the operand's axis d, and no other
//   absent      the operand is the same for all i: read once
//   whole       anything else: all of the operand has to be there first
//
// A reduction's or contraction's operand may also leave: `exit_axis`. These follow from each family's kind and parameters alone.
#include <constax/plan/plan.hpp>

namespace constax::inline CONSTAX_TAG::detail {

inline constexpr int absent = relation::invariant, whole = relation::whole;

/// For each axis of the two operands of a contraction, the axis of the result that it becomes; -1: summed.
struct result_axes {
  int of[2][max_rank] = {};
  constexpr result_axes(contraction_axes const& c, int lhs_rank, int rhs_rank) {
    int next = c.lhs_batch.size();
    auto const fill = [&](int side, int rank, axes const& batch, axes const& summed) {
      for (int d = 0; d < rank; ++d) {
        int b = -1;
        for (int k = 0; k < batch.size(); ++k)
          if (batch[k] == d) b = k;
        of[side][d] = b >= 0 ? b : summed.contains(d) ? -1 : next++;
      }
    };
    fill(0, lhs_rank, c.lhs_batch, c.lhs_contracting);
    fill(1, rhs_rank, c.rhs_batch, c.rhs_contracting);
  }
};

/// The terms of each sum of a contraction whose contracted axes are numbers, and the products of all its sums, of a static shape.
constexpr i64 terms_of(jaxpr const& j, eqn const& e) {
  shape const& lhs = j.type(j.operands(e)[0]).shape;
  i64 n = 1;
  for (i64 d : e.prim->contraction(j.params(e)).lhs_contracting) n *= lhs[static_cast<int>(d)].number;
  return n;
}
constexpr i64 products_of(jaxpr const& j, eqn const& e) { return terms_of(j, e) * j.type(e.out).shape.size(); }

/// The axis that a reduction or an aligned contraction sums over, -1 for all others. (Reductions have one axis after `associate`.)
/// Aligned: both operands have the same axes in the same order, the result has them without the summed one.
constexpr int exit_axis_of(jaxpr const& j, eqn const& e) {
  range<i64> const ps = j.params(e);
  if (e.prim->kind == kind::reduction) return static_cast<int>(ps[1]);
  if (e.prim->kind != kind::contraction) return -1;
  contraction_axes const c = e.prim->contraction(ps);
  if (c.lhs_contracting.size() != 1 || !(c.lhs_contracting[0] == c.rhs_contracting[0])) return -1;
  int const n = c.lhs_batch.size();
  if (n + 1 != j.type(j.operands(e)[0]).rank() || n + 1 != j.type(j.operands(e)[1]).rank()) return -1;
  for (int k = 0; k < n; ++k)
    if (c.lhs_batch[k] != c.rhs_batch[k] || (k && c.lhs_batch[k] <= c.lhs_batch[k - 1])) return -1;
  return static_cast<int>(c.lhs_contracting[0]);
}

/// The axis of operand k that runs along with axis d of the result; or absent, or whole.
constexpr int runs_along(jaxpr const& j, eqn const& e, u32 k, int d) {
  atom const a = j.operands(e)[k];
  if (a.is_literal()) return absent;
  shape const &s = j.type(a).shape, &out = j.type(e.out).shape;
  if (s.rank == 0) return absent;
  switch (e.prim->kind) {
  case kind::elementwise: return d;
  case kind::cumulative:
  case kind::sort: return d == j.params(e)[0] ? whole : d;
  case kind::reduction:
  case kind::locate: return d < j.params(e)[1] ? d : d + 1;
  case kind::contraction: {
    result_axes const c(e.prim->contraction(j.params(e)), j.type(j.operands(e)[0]).rank(), j.type(j.operands(e)[1]).rank());
    for (int q = 0; q < s.rank; ++q)
      if (c.of[k][q] == d) return q;
    return absent;
  }
  case kind::movement: {
    if (!e.prim->relate) return whole;
    relation const r = e.prim->relate(j.params(e), s, out, d);
    if (r.axis == relation::invariant) return absent;
    if (r.is_identity() && s[r.axis] == out[d]) return r.axis;
    return whole;
  }
  case kind::indexed: return e.prim->aligned(j.params(e), k, d);
  default: return whole;
  }
}

/// May the slices that a scatter combines into its array come in strips of their axis d? The array does not run along it, and it is the
/// first axis of the indices: slices that meet do so in the order of these, row-major.
constexpr bool scatters_along(jaxpr const& j, eqn const& e, int d) {
  if (!e.prim->updates || d < 0) return false;
  indexed_params const p = decode<indexed_params>(j.params(e));
  return p.operand_axis(d) < 0 && p.place_of(d) == 0;
}

/// What runs_along says of all equations of a program, asked once.
struct role_table {
  vec<u32> first; // of each equation: where its operands' axes begin
  vec<i8> axis;   // of each equation, operand, axis of the result: runs_along
  vec<u8> rank;   // of each equation: of its result

  constexpr explicit role_table(jaxpr const& j) : first(j.eqns.size()), rank(j.eqns.size()) {
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      eqn const& e = j.eqns[k];
      int const n = j.type(e.out).rank();
      first[k] = axis.size(), rank[k] = static_cast<u8>(n);
      for (u32 i = 0; i < e.n_in; ++i)
        for (int d = 0; d < n; ++d) axis.push(static_cast<i8>(runs_along(j, e, i, d)));
    }
  }
  constexpr int along(u32 k, u32 i, int d) const { return axis.first[first.first[k] + i * rank.first[k] + static_cast<u32>(d)]; }
};

} // namespace constax::inline CONSTAX_TAG::detail
