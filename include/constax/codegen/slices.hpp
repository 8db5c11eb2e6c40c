// SPDX-License-Identifier: BSL-1.0
#pragma once
// slices : a node of scatter -> lines for its two levels        a copy of the array, then slices into it
#include <constax/codegen/node_writer.hpp>

namespace constax::inline CONSTAX_TAG::codegen {

class slice_text : node_writer {
 public:
  explicit slice_text(node_writer const& w) : node_writer(w) {}
  /// A copy of the array; then slices in the order of their indices. Threads divide the axes along which slices never meet.
  std::vector<std::string> operator()(grid_plan::node const& n) {
    eqn const& e = at(n.eqns[0]);
    range<atom> const xs = j.operands(e);
    auto const p = decode<indexed_params>(j.params(e));
    shape const &y = j.type(e.out).shape, &slices = j.type(xs[1]).shape;
    writer copy = lines_of();
    each(copy, y.size(), [&](std::string const& i) {
      elements x = elements_of(copy, n.level);
      std::string const value = x.of(xs[0], elements::at_number(y, i));
      copy.line(names[e.out] + "[" + i + "] = " + value + ";");
    });
    shape apart, in_order;
    std::vector<int> order; // axes of the slices: those of the indices first, as they are counted
    auto const is_apart = [&](int d) { return p.operand_axis(d) >= 0 && p.index_of(p.operand_axis(d)) < 0; };
    for (int d = 0; d < slices.rank; ++d)
      if (is_apart(d)) apart.push(slices[d]);
    for (bool of_indices : {true, false})
      for (int d = 0; d < slices.rank; ++d)
        if (!is_apart(d) && (p.place_of(d) >= 0) == of_indices) order.push_back(d), in_order.push(slices[d]);
    writer w = lines_of();
    each(w, slices.size() == 0 ? 0 : apart.size(), [&](std::string const& i) {
      elements x = elements_of(w, n.level + 1);
      spot const one = elements::at_number(apart, i);
      spot s{slices, std::vector<std::string>(slices.rank), {}};
      for (int d = 0, q = 0; d < slices.rank; ++d)
        if (is_apart(d)) s.at[static_cast<std::size_t>(d)] = x.axis(one, q++);
      std::string const k = w.fresh("k");
      w.block("for (index " + k + " = 0; " + k + " < " + number(in_order.size()) + "; ++" + k + ")", [&] {
        spot const turn = elements::at_number(in_order, k);
        for (std::size_t q = 0; q < order.size(); ++q) s.at[static_cast<std::size_t>(order[q])] = x.axis(turn, static_cast<int>(q));
        std::vector<std::string> const begin = x.begins({xs.begin() + 2, xs.size() - 2}, p, y, s);
        spot to{y, {}, {}};
        for (int a = 0; a < y.rank; ++a) {
          int const q = p.index_of(a);
          std::string at = q < 0 ? "0" : begin[static_cast<std::size_t>(q)];
          if (p.along[a] >= 0) at = plus(at, x.axis(s, static_cast<int>(p.along[a])));
          to.at.push_back(at);
        }
        auto const put = [&] {
          std::string const slice = x.of(xs[1], slices.rank ? s : elements::scalar()),
                            place = names[e.out] + "[" + x.linear(x.named(to)) + "]";
          w.line(place + " = " + spell(e.prim->cpp, {{place, slice, {}}, j.type(e.out).type, j.type(e.out).type, {}}) + ";");
        };
        if (p.mode == index_mode::fill_or_drop) w.block("if (" + elements::none_dropped(begin) + ")", put);
        else put();
      });
    });
    return {copy.take(), w.take()};
  }
};

} // namespace constax::inline CONSTAX_TAG::codegen
