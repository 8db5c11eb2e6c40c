// SPDX-License-Identifier: BSL-1.0
#pragma once
// by_row: what branches and loops share whose rows choose for themselves. A mask has one bool a row; rows are the first axes of what has
// any.
//
// A row that does not choose a function must not run loops of it: they might never end. So where functions hold loops, rows that stand
// aside are given the arguments of a row that takes part, and do what it does.
#include <constax/transform/control/transposed.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// `mask`, one bool a row, for all elements of a.
constexpr value spread_mask(value mask, aval const& a) {
  axes leading;
  aval const m = type_of(mask);
  for (int d = 0; d < m.rank(); ++d) leading.push(d);
  return m.rank() == a.rank() ? mask : broadcast_in_dim(mask, a.shape, leading);
}
/// mask ? x : y, by rows.
constexpr value select_rows(value mask, value x, value y) {
  aval const a = type_of(x);
  return bind<select_n_t>({}, spread_mask(mask, a), y, x);
}
/// Are the first axes of a those of m?
constexpr bool begins_with(aval const& a, aval const& m) {
  for (int d = 0; d < m.rank(); ++d)
    if (d >= a.rank() || !(a.shape[d] == m.shape[d])) return false;
  return true;
}

/// Does f branch or loop?
constexpr bool holds_control(jaxpr const& f) {
  for (eqn const& e : f.eqns)
    if (e.prim->kind == kind::control) return true;
  return false;
}

/// The first row that takes part, ~0u: none does.
template <class Live>
constexpr u32 first_row(u32 rows, Live&& live) {
  for (u32 r = 0; r < rows; ++r)
    if (live(r)) return r;
  return ~0u;
}
/// xs, where rows that stand aside are as row `like`. mask: a type with the axes of the rows.
template <class Live>
constexpr vec<tensor> as_row(range<tensor> xs, aval const& mask, u32 rows, u32 like, Live&& live) {
  vec<tensor> all(xs);
  for (tensor& x : all) {
    u32 const per_row = rows ? x.size() / rows : 0;
    if (!begins_with(x.type, mask)) continue;
    for (u32 w = 0; w < x.size(); ++w)
      if (!live(w / per_row)) x.words[w] = x.words[like * per_row + w % per_row];
  }
  return all;
}

} // namespace constax::inline CONSTAX_TAG::detail
