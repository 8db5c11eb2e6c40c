// SPDX-License-Identifier: BSL-1.0
#pragma once
// sorts : argsort -> lines        a lambda that compares two elements of a line, all threads sort (grid_sort.hpp), and a copy of those
// asked for
#include <constax/codegen/node_writer.hpp>

#include <array>

namespace constax::inline CONSTAX_TAG::codegen {

class sort_text : node_writer {
public:
  sort_text(node_writer const& w) : node_writer(w) {}

  /// index: the dtype of numbers of elements in the function at hand.
  std::string operator()(eqn const& e, dtype index) {
    auto const p = decode<argsort_params>(j.params(e));
    shape const& s = j.type(j.operands(e)[0]).shape;
    i64 const n = s[p.axis].number, count = p.count.number, lines = n ? s.size() / n : 0;
    if (lines * count == 0) return "";
    i64 apart = 1; // neighbours of a line
    for (int d = p.axis + 1; d < s.rank; ++d) apart *= s[d].number;
    writer w = lines_of();
    std::string const order = room("order", {index, s}), before = w.fresh("before");
    size.count(s.size(), s.size());
    std::string const line = w.fresh("line"), left = w.fresh("left"), right = w.fresh("right");
    w.block(
        "auto const " + before + " = [&](index " + line + ", index " + left + ", index " + right + ")",
        [&] { compare(w, e, p.descending, first_of_line(line, n, apart), {left, right}, apart); }, ";");
    w.line("sort_lines(grid, index(" + number(lines) + "), index(" + number(n) + "), " + order + ", " + before + ");");
    each(w, lines * count, [&](std::string const& i) {
      std::string const from = w.fresh("line"), k = w.fresh("k"), type = type_text(j.type(e.out).type);
      w.line("index const " + from + " = " + i + " / " + number(count) + ", " + k + " = " + i + " % " + number(count) + ";");
      std::string const to = plus(first_of_line(from, count, apart), times(k, number(apart)));
      w.line(names[e.out] + "[" + to + "] = static_cast<" + type + ">(" + order + "[" + plus(times(from, number(n)), k) + "]);");
    });
    return w.take();
  }

private:
  /// The first element of a line in an array whose lines have that length.
  static std::string first_of_line(std::string const& line, i64 length, i64 apart) {
    if (apart == 1) return times(line, number(length));
    return line + " / " + number(apart) + " * " + number(length * apart) + " + " + line + " % " + number(apart);
  }
  /// Key after key; of elements that are alike, the one that stands in front.
  void compare(writer& w, eqn const& e, bool descending, std::string const& first, std::array<std::string, 2> const& places,
               i64 apart) const {
    std::string const at = w.fresh("first");
    w.line("index const " + at + " = " + first + ";");
    for (atom key : j.operands(e)) {
      std::string const x = w.fresh("x"), y = w.fresh("y"), type = type_text(j.type(key).type);
      for (auto const& [name, place] : {std::pair(x, places[0]), std::pair(y, places[1])})
        w.line(type + " const " + name + " = " + names[key.var()] + "[" + plus(at, times(place, number(apart))) + "];");
      auto const before = [&](std::string const& p, std::string const& q) { return "detail::sorts_before(" + p + ", " + q + ")"; };
      w.line("if (" + (descending ? before(y, x) : before(x, y)) + ") return true;");
      w.line("if (" + (descending ? before(x, y) : before(y, x)) + ") return false;");
    }
    w.line("return " + places[0] + " < " + places[1] + ";");
  }
};

} // namespace constax::inline CONSTAX_TAG::codegen
