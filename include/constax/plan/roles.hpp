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

inline constexpr int absent = -1, whole = -2;

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

/// A movement of which nothing else is known (reshape, pad): does the result's axis d run along the operand's axis q? Asked of its
/// definition at the corners of the result.
constexpr bool moves_along(jaxpr const& j, eqn const& e, u32 operand, int d, int q) {
  range<atom> const xs = j.operands(e);
  shape const& out = j.type(e.out).shape;
  bindings unknown; // every symbol stands for a length of its own
  auto const bind_all = [&](shape const& s) {
    for (int k = 0; k < s.rank; ++k)
      for (int t = 0; t < 2; ++t)
        if (s[k].times[t] && !unknown.find(s[k].name[t]) && unknown.count < bindings::capacity)
          unknown.name[unknown.count] = s[k].name[t], unknown.value[unknown.count] = 1009 + 8 * unknown.count, ++unknown.count;
  };
  bind_all(out);
  vec<lengths> in(xs.size());
  for (u32 k = 0; k < xs.size(); ++k) bind_all(j.type(xs[k]).shape), in[k] = lengths(j.type(xs[k]).shape, unknown);
  lengths const result(out, unknown);
  for (int corner = 0; corner < 2; ++corner)
    for (i64 probe : {i64{0}, i64{5}}) {
      i64 at[max_rank] = {};
      for (int k = 0; k < out.rank; ++k) at[k] = k == d ? probe : corner ? result[k] - 1 : 0;
      element_source const s = e.prim->source(j.params(e), unknown, in, result, at);
      if (s.operand == static_cast<int>(operand) && s.at[q] != probe) return false;
    }
  return true;
}

/// The axis of operand k that runs along with axis d of the result; or absent, or whole.
constexpr int runs_along(jaxpr const& j, eqn const& e, u32 k, int d) {
  atom const a = j.operands(e)[k];
  if (a.is_literal()) return absent;
  shape const &s = j.type(a).shape, &out = j.type(e.out).shape;
  if (s.rank == 0) return absent;
  switch (e.prim->kind) {
  case kind::elementwise: return d;
  case kind::cumulative: return d == j.params(e)[0] ? whole : d;
  case kind::reduction:
  case kind::locate: return d < j.params(e)[1] ? d : d + 1;
  case kind::contraction: {
    result_axes const c(e.prim->contraction(j.params(e)), j.type(j.operands(e)[0]).rank(), j.type(j.operands(e)[1]).rank());
    for (int q = 0; q < s.rank; ++q)
      if (c.of[k][q] == d) return q;
    return absent;
  }
  case kind::movement: {
    if (e.prim->affine) {
      affine_map const m = e.prim->affine(j.params(e), s);
      if (m.axis[d] < 0) return absent;
      int const q = static_cast<int>(m.axis[d]);
      return m.step[d] == 1 && m.start[q] == extent(0) && s[q] == out[d] ? q : whole;
    }
    if (e.prim->aligned) return e.prim->aligned(j.params(e), d) ? d : whole;
    for (int q = 0; q < s.rank; ++q)
      if (s[q] == out[d] && moves_along(j, e, k, d, q)) return q;
    return whole;
  }
  default: return whole;
  }
}

} // namespace constax::inline CONSTAX_TAG::detail
