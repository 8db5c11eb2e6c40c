// SPDX-License-Identifier: BSL-1.0
#pragma once
// nest : jaxpr -> jaxpr        arrays of matrices that have to be gone through more than once become strips of few matrices, often of one
//
//   c:f64[b,s,d] = softmax over d of a:f64[b,s,d]     ->     c:f64[b,s,d] = strips[{ lambda ; a:f64[#nest,s,d]. ... }] a
//
// A region takes strips of one axis through all equations, so that what they make for each other stays in the cache. Where already one row
// of that axis is larger than the cache, it takes another region in each of its strips: the rows' equations become a function
// (strip_mine.hpp), which is planned by itself, with regions of its own. How many rows a strip has is found in the call: as many as fit,
// for s and d may be small.
//
// Worth it is what waits for a line's end and is read again beside the line: softmax, a layer norm, a product with what is done to its
// result. (Layer norms of [64,512,768], one of another: 1.88 -> 0.91 ns an element on a Zen 5, and workspace 50 MB -> 0.1 MB: decision 33.)
#include <constax/plan/strip_mine.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// Is it, row by row, an array of matrices or more?
constexpr bool has_matrices(shape const& s) {
  u32 const loops = loop_axes(s);
  return loops & 1 && nest_of(s, loops).rank > 2;
}

/// Does an equation read, beside a matrix for each row, what waited for the end of lines of one?
class for_nests {
  vec<bool> waits_; // of each variable: it comes from sums over lines of matrices

  static constexpr bool matrices(jaxpr const& j, atom a, row_axes const& of) {
    return !a.is_literal() && of[a.var()] >= 0 && has_matrices(j.type(a).shape);
  }
  /// A row that no cache holds sixteen of, with 100 for each symbol. (Rows that are smaller have regions of their own.)
  static constexpr bool large(jaxpr const& j, atom a, row_axes const& of) {
    double bytes = info(j.type(a).type).bytes;
    for (int d = 0; d < j.type(a).rank(); ++d)
      if (d != of[a.var()]) bytes *= j.type(a).shape[d].is_number() ? static_cast<double>(j.type(a).shape[d].number) : 100;
    return bytes > 16384;
  }

public:
  constexpr explicit for_nests(jaxpr const& j) : waits_(j.vars.size(), false) {}
  constexpr bool operator()(jaxpr const& j, eqn const& e, row_axes const& of) {
    kind const k = e.prim->kind;
    bool const sums = k == kind::reduction || k == kind::contraction || k == kind::cumulative;
    bool of_matrices = false, waits = false;
    for (atom a : j.operands(e)) of_matrices |= matrices(j, a, of), waits |= !a.is_literal() && waits_[a.var()];
    for (u32 v = e.out; v < e.out + e.n_out; ++v) waits_[v] = waits || (sums && of_matrices);
    atom const made{static_cast<i32>(e.out)};
    return waits && k != kind::reduction && matrices(j, made, of) && large(j, made, of);
  }
};

} // namespace detail

constexpr jaxpr nest(jaxpr const& j) {
  if (j.fault || !detail::can_count_rows(j)) return j;
  for (aval const& a : j.avals)
    if (strips_t::has_rows(a)) return j; // is a function of strips
  vec<bool> tried(j.vars.size(), false); // what follows from one variable's rows follows from those of any other of them
  for (u32 v = 0; v < j.vars.size(); ++v) {
    if (tried[v] || !detail::has_matrices(j.type(v).shape)) continue;
    detail::row_axes of(j.vars.size(), i8{-1});
    of[v] = 0;
    jaxpr r = detail::mined(j, of, detail::row_miner{j.type(v).shape[0], strips_t::in_nest}, detail::for_nests(j));
    if (!r.eqns.empty()) return r;
    for (u32 u = 0; u < of.size(); ++u) tried[u] = tried[u] || of[u] == 0;
  }
  return j;
}

} // namespace constax::inline CONSTAX_TAG
