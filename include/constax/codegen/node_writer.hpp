// SPDX-License-Identifier: BSL-1.0
#pragma once
// node_writer: what the texts of all nodes need: the program, its plan and names, memory to ask for, and the loop over a space or a row of
// it.
#include <constax/codegen/elements.hpp>

namespace constax::inline CONSTAX_TAG::codegen {

/// A run of memory that a function needs besides its arguments.
struct buffer {
  std::string name;
  dtype type = dtype::f64;
  i64 elements = 0;
};

/// What decides how many threads there should be.
struct loop_sizes {
  i64 widest = 1; // the most iterations of a loop
  i64 work = 1;   // the most elements that one goes through
  void count(i64 iterations, i64 elements) {
    if (iterations > widest) widest = iterations;
    if (elements > work) work = elements;
  }
};

struct node_writer {
  jaxpr const& j;
  grid_plan const& plan;
  std::vector<std::string> const& names;
  std::vector<buffer>& scratch;
  int& counter;
  loop_sizes& size;
  int const depth;
  // Of a unit of rows: how many there are, the row at hand, and who takes it.
  i64 rows = 1;
  int row_axes = 0;
  std::string row = {}, grid = "grid";
  bool packs = false; // may loops be wide?

  eqn const& at(u32 i) const { return j.eqns[i]; }
  static std::string number(i64 n) { return std::to_string(n); }
  /// Memory for an array -> its name.
  std::string room(std::string const& what, aval const& a) {
    scratch.push_back({what + number(counter++), a.type, a.shape.size()});
    return scratch.back().name;
  }
  writer lines_of() { return writer(depth, counter); }
  elements elements_of(writer& w, u32 level, wide_loop* wide = nullptr) { return {j, plan, names, w, level, wide}; }
  /// grid.each over n, of a row over its part of them, if there is something to do. f gets the name of the number.
  template <class F> void each(writer& w, i64 n, F const& f) {
    if (n == 0) return;
    size.count(n, n);
    std::string const i = w.fresh("i");
    w.block(
        grid + ".each(index(" + number(n / rows) + "), [&]([[maybe_unused]] index " + i + ")", [&] { f(i); }, ");");
  }
  /// The place of number i of a loop over s; of a row: of its part of s.
  spot place(elements& x, shape const& s, std::string const& i) {
    if (row_axes == 0) return elements::at_number(s, i);
    if (s.rank == 1) return elements::at_number(s, row);
    shape first, rest;
    for (int d = 0; d < s.rank; ++d) (d < row_axes ? first : rest).push(s[d]);
    spot const of_row = elements::at_number(first, row), inside = elements::at_number(rest, i);
    spot all{s, {}, {}};
    for (int d = 0; d < s.rank; ++d) all.at.push_back(d < row_axes ? x.axis(of_row, d) : x.axis(inside, d - row_axes));
    return all;
  }
  void store(elements& x, u32 eqn_number, spot const& s) {
    u32 const v = at(eqn_number).out;
    std::string const value = x.of(atom{static_cast<i32>(v)}, s); // asked for first: it may name the place
    x.store(v, x.linear(s), value);
  }
};

} // namespace constax::inline CONSTAX_TAG::codegen
