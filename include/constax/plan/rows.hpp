// SPDX-License-Identifier: BSL-1.0
#pragma once
// rows_of : jaxpr -> for each variable the axis along which it lies in whole registers        straight-line code on small arrays
//
// A small array needs no loop. It has a register for each element, or, where its last axis fills registers, it lies in rows: lanes run
// along the last axis, all of it at once, and f64[2,4,14] is sixteen registers of eight instead of 112. A sum over a row is then a step
// like any other, between equations that share one kernel.
//
// What meets element by element, or moves rows as wholes, agrees: such variables form classes. A class lies in rows unless one of its
// equations takes rows to pieces: moves elements along the row (x[1:]), or runs along it (cumsum). A product is a row for each row of its
// left operand, a sum of its right operand's rows, each times one number. Short rows must save more instructions than it takes to get
// single elements out of them. Classes are found by one pass over the equations.
#include <constax/plan/roles.hpp>

namespace constax::inline CONSTAX_TAG {

/// Rows of less than so many elements are short: they lie in rows where that saves instructions, and are of arrays that need no loop.
inline constexpr i64 short_row = 8;
/// The length of the rows that an array of this shape may lie in, 0: none.
constexpr i64 row_length(shape const& s) {
  constexpr i64 shortest = 4, longest = 64, most = 256; // elements: of all rows, 32 registers of doubles
  if (s.rank == 0 || !s.is_static()) return 0;
  i64 const n = s[s.rank - 1].number;
  return n >= shortest && n <= longest && s.size() <= most && (n >= short_row || !loop_axes(s)) ? n : 0;
}

namespace detail {

struct row_finder {
  jaxpr const& j;
  vec<u32> parent;     // of each variable: one of its class
  vec<bool> in_pieces; // of each class: may it not lie in rows?
  vec<i64> saved;      // of each class: instructions that rows save, less those that they cost

  constexpr explicit row_finder(jaxpr const& program) : j(program) {}
  constexpr i64 row(atom a) const { return a.is_literal() ? 0 : row_length(j.type(a).shape); }
  constexpr u32 class_of(atom a) {
    u32 v = a.var();
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  }
  constexpr void join(atom a, atom b) {
    u32 const x = class_of(a), y = class_of(b);
    if (x == y) return;
    parent[x] = y, in_pieces[y] = in_pieces[y] || in_pieces[x], saved[y] += saved[x];
  }
  constexpr void save(atom a, i64 instructions) {
    if (row(a)) saved[class_of(a)] += instructions;
  }
  /// Single elements are taken out of rows: a shuffle and a move for each.
  constexpr void take_elements(atom a, i64 n) { save(a, -2 * n); }
  /// Products take all elements of an operand, one by one. Of long rows that costs more than rows save.
  constexpr void take_all_elements(atom a) {
    if (row(a) >= short_row) take_to_pieces(a);
    else if (row(a)) take_elements(a, j.type(a).shape.size());
  }
  constexpr void take_to_pieces(atom a) {
    if (row(a)) in_pieces[class_of(a)] = true;
  }

  /// Rows of the result that are rows of an operand, one number, or padding.
  constexpr void movement(eqn const& e) {
    atom const out{static_cast<i32>(e.out)};
    range<atom> const xs = j.operands(e);
    i64 const n = row(out);
    bool any = n != 0;
    for (atom a : xs) any = any || row(a) != 0;
    if (!any) return;
    if (!n) {
      for (atom a : xs) take_elements(a, j.type(out).shape.size());
      return;
    }
    vec<lengths> in;
    for (atom a : xs) in.push(lengths(j.type(a).shape, {}));
    lengths const result(j.type(out).shape, {});
    place at(0, result);
    bool whole = true;
    for (i64 r = 0, rows = result.size() / n; r < rows && whole; ++r) {
      element_source first;
      bool same = true, along = true;
      for (i64 l = 0; l < n && whole; ++l, next(at.at, result)) {
        element_source const s = e.prim->source(j.params(e), {}, in, result, at.at);
        if (l == 0) first = s;
        whole = s.operand == first.operand;
        if (s.operand < 0 || !whole) continue;
        atom const a = xs[static_cast<u32>(s.operand)];
        int const rank = j.type(a).rank();
        along = along && rank > 0 && row(a) == n && s.at[rank - 1] == l;
        for (int d = 0; d < rank; ++d) {
          same = same && s.at[d] == first.at[d];
          if (d < rank - 1) along = along && s.at[d] == first.at[d];
        }
        whole = same || along;
      }
      if (!whole || first.operand < 0) continue;
      atom const a = xs[static_cast<u32>(first.operand)];
      if (along) join(a, out);
      else take_to_pieces(a); // one element for all lanes
    }
    if (whole) return;
    take_to_pieces(out);
    for (atom a : xs) take_to_pieces(a);
  }
  static constexpr void next(i64* at, lengths const& n) {
    for (int d = n.rank; d-- > 0;) {
      if (++at[d] < n[d]) return;
      at[d] = 0;
    }
  }

  /// Rows of the result are sums of rows of one operand, each times a number of the other one. Of an operand whose rows are summed over,
  /// rows are put together from single elements.
  constexpr void contraction(eqn const& e) {
    atom const out{static_cast<i32>(e.out)};
    range<atom> const xs = j.operands(e);
    i64 const n = row(out), products = products_of(j, e);
    if (!n || products > most_unrolled_products) {
      take_to_pieces(out);
      for (atom a : xs)
        if (products > most_unrolled_products) take_to_pieces(a);
        else take_all_elements(a);
      return;
    }
    int const last = j.type(out).rank() - 1;
    result_axes const to(e.prim->contraction(j.params(e)), j.type(xs[0]).rank(), j.type(xs[1]).rank());
    i64 instructions = 2 * (products - products / n) - products / n; // of rows a broadcast more
    for (int side = 0; side < 2; ++side) {
      atom const a = xs[static_cast<u32>(side)];
      if (a.is_literal()) continue;
      int const rank = j.type(a).rank();
      bool along = false, across = false;
      for (int d = 0; d < rank; ++d) (d == rank - 1 ? along : across) |= to.of[side][d] == last;
      if (along && !in_pieces[class_of(a)]) join(a, out);
      else {
        take_all_elements(a);
        if (along || across) instructions -= 2 * j.type(a).shape.size(); // loaded, put into a row
      }
    }
    save(out, instructions);
    if (instructions <= 0) take_to_pieces(out);
  }

  constexpr void visit(eqn const& e) {
    atom const out{static_cast<i32>(e.out)};
    switch (e.prim->kind) {
    case kind::elementwise:
      for (atom a : j.operands(e))
        if (row(a) && j.type(a).shape == j.type(out).shape) join(a, out);
      if (i64 const n = row(out)) save(out, j.type(out).shape.size() - j.type(out).shape.size() / n);
      break;
    case kind::movement: movement(e); break;
    case kind::reduction: {
      atom const x = j.operands(e)[0];
      if (x.is_literal() || j.params(e)[1] == j.type(x).rank() - 1) {
        take_to_pieces(out);
        if (!x.is_literal()) take_elements(x, j.type(x).shape.size());
      }
      else if (row(x)) join(x, out);
      else take_to_pieces(out);
      break;
    }
    case kind::contraction: contraction(e); break;
    case kind::cumulative:
      for (atom a : j.operands(e)) take_to_pieces(a);
      for (u32 v = e.out; v < e.out + e.n_out; ++v) take_to_pieces({static_cast<i32>(v)});
      break;
    case kind::source:
    case kind::size:
    case kind::locate:  // nodes of their own,
    case kind::sort:
    case kind::indexed:
    case kind::routine:
    case kind::control: // which read and write memory
    case kind::annotation:
    case kind::call: break;
    }
  }

  constexpr vec<u32> operator()() {
    vec<u32> axis(j.vars.size());
    bool any = false;
    for (aval const& a : j.avals) any = any || row_length(a.shape) != 0;
    if (!any) return axis; // the longest straight-line programs are of numbers only, and clang counts every step of theirs
    parent.resize(j.vars.size()), in_pieces.resize(j.vars.size()), saved.resize(j.vars.size());
    for (u32 v = 0; v < parent.size(); ++v) parent[v] = v;
    for (eqn const& e : j.eqns) visit(e);
    for (u32 v = 0; v < axis.size(); ++v)
      if (atom const a{static_cast<i32>(v)}; row(a) && !in_pieces[class_of(a)] && (row(a) >= short_row || saved[class_of(a)] > 0))
        axis[v] = 1u << (j.type(a).rank() - 1);
    return axis;
  }
};

} // namespace detail

/// Of each variable of straight-line code: the bit of the axis along which lanes run, 0 if it has a register for each element.
constexpr vec<u32> rows_of(jaxpr const& j) { return detail::row_finder(j)(); }

/// Does any value of the program need a loop? An array too large for a register for each element needs none if it lies in rows.
constexpr bool has_loops(jaxpr const& j) {
  bool large = false;
  for (aval const& a : j.avals) {
    if (!loop_axes(a.shape)) continue;
    if (!row_length(a.shape)) return true;
    large = true;
  }
  if (!large) return false;
  vec<u32> const rows = rows_of(j);
  for (u32 v = 0; v < rows.size(); ++v)
    if (!rows[v] && loop_axes(j.type(v).shape)) return true;
  return false;
}

} // namespace constax::inline CONSTAX_TAG
