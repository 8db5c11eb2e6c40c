// SPDX-License-Identifier: BSL-1.0
#pragma once
// nodes : a node of a grid_plan -> lines for each level that it takes part in
//
//   loop     grid.each(index(n), [&](index i_0) { ...; c[i_0] = c_3; });
#include <constax/codegen/lines.hpp>
#include <constax/codegen/slices.hpp>
#include <constax/codegen/sums.hpp>

namespace constax::inline CONSTAX_TAG::codegen {

/// The loop on registers of lanes; empty where it has no such form.
inline std::string text_of_wide_loop(node_writer t, grid_plan::node const& n) {
  dtype const type = t.j.type(t.at(n.eqns[0]).out).type;
  if (!t.packs || t.row_axes > 0 || (type != dtype::f64 && type != dtype::f32) || n.space.size() < 2) return {};
  int const counted = t.counter;
  wide_loop wide{type};
  writer w = t.lines_of();
  std::string const i = w.fresh("i");
  wide.offsets[i] = 0;
  w.open("wide_each<" + type_text(type) + ">(" + t.grid + ", [&]([[maybe_unused]] auto " + i + ") CONSTAX_INLINED");
  w.line("using wide [[maybe_unused]] = wide_t<decltype(" + i + "), " + type_text(type) + ">;");
  elements x = t.elements_of(w, n.level, &wide);
  for (u32 e : n.eqns) t.store(x, e, t.place(x, n.space, i));
  std::string numbers;
  wide.cuts.insert(0), wide.cuts.insert(n.space.size());
  for (i64 c : wide.cuts)
    if (c >= 0 && c <= n.space.size()) numbers += ", index(" + t.number(c) + ")";
  w.close(numbers + ");");
  if (wide.failed) return t.counter = counted, std::string();
  t.size.count(n.space.size(), n.space.size());
  return w.take();
}
inline std::string text_of_loop(node_writer t, grid_plan::node const& n) {
  if (std::string const wide = text_of_wide_loop(t, n); !wide.empty()) return wide;
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
