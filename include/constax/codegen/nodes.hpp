// SPDX-License-Identifier: BSL-1.0
#pragma once
// nodes : a node of a grid_plan -> lines for each level that it takes part in
//
//   loop     grid.each(index(n), [&](index i_0) { ...; c[i_0] = c_3; });
#include <constax/codegen/lines.hpp>
#include <constax/codegen/slices.hpp>
#include <constax/codegen/sums.hpp>

namespace constax::inline CONSTAX_TAG::codegen {

inline std::string text_of_loop(node_writer t, grid_plan::node const& n) {
  writer w = t.lines_of();
  t.each(w, n.space.size(), [&](std::string const& i) {
    elements x = t.elements_of(w, n.level);
    for (u32 e : n.eqns) t.store(x, e, t.place(x, n.space, i));
  });
  return w.take();
}

/// Lines for the levels node.level, node.level + 1, ...; control flow has its text in control.hpp.
inline std::vector<std::string> text_of(node_writer const& t, grid_plan::node const& n) {
  using enum grid_plan::node_kind;
  switch (n.kind) {
    case loop: return {text_of_loop(t, n)};
    case sum: return sum_text(t)(n);
    case lines:
    case locate: return {line_text(t)(n)};
    case scatter: return slice_text(t)(n);
    default: return {};
  }
}

} // namespace constax::inline CONSTAX_TAG::codegen
