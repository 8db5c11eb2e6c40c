// SPDX-License-Identifier: BSL-1.0
#pragma once
// lines : a node along one axis -> lines        a thread goes from one end of a line to the other: cumulative operations, argmax and argmin
#include <constax/codegen/node_writer.hpp>

namespace constax::inline CONSTAX_TAG::codegen {

class line_text : node_writer {
 public:
  explicit line_text(node_writer const& w) : node_writer(w) {}
  std::string operator()(grid_plan::node const& n) { return n.kind == grid_plan::node_kind::lines ? of_lines(n) : of_places(n); }

 private:
  /// Element k of line i along an axis.
  spot line_spot(elements& x, shape const& s, int axis, std::string const& i, std::string const& k) {
    shape lines;
    for (int d = 0; d < s.rank; ++d)
      if (d != axis) lines.push(s[d]);
    spot const line = elements::at_number(lines, i);
    spot at{s, {}, {}};
    for (int d = 0, q = 0; d < s.rank; ++d) at.at.push_back(d == axis ? k : x.axis(line, q++));
    return s.rank == 1 ? elements::at_number(s, k) : at;
  }
  std::string of_lines(grid_plan::node const& n) {
    eqn const& e = at(n.eqns[0]);
    range<i64> const ps = j.params(e);
    int const axis = static_cast<int>(ps[0]);
    shape const& s = j.type(e.out).shape;
    i64 const length = s[axis].number;
    bool const others = is<product_of_others_t>(e);
    bool const reverse = !others && ps[1], exclusive = !others && ps[2], shifted = ps.size() > 3 && ps[3];
    std::string const type = type_text(j.type(e.out).type), y = names[e.out];
    writer w = lines_of();
    each(w, s.size() == 0 ? 0 : s.size() / length, [&](std::string const& i) {
      elements x = elements_of(w, n.level);
      auto const element = [&](u32 k, std::string const& place) { return x.of(j.operands(e)[k], line_spot(x, s, axis, i, place)); };
      auto const result = [&](std::string const& place) { return y + "[" + x.linear(line_spot(x, s, axis, i, place)) + "]"; };
      auto const step = [&](std::string const& acc, std::string const& a, std::string const& b) {
        spelled with{{acc, a, b}, j.type(e.out).type, j.type(e.out).type, {}};
        return spell(e.prim->cpp, with);
      };
      if (others) {
        std::string const k = w.fresh("k"), v = w.fresh("v");
        auto const of_place = [&](std::string const& name, std::string const& more, auto const& line) {
          w.open("auto const " + name + " = [&](i64 place" + more + ")");
          w.line("[[maybe_unused]] index const " + k + " = static_cast<index>(place);");
          w.line(line() + ";"), w.close(";");
        };
        of_place("term", "", [&] { return "return " + element(0, k); });
        of_place("get", "", [&] { return "return " + result(k); });
        of_place("put", ", " + type + " " + v, [&] { return result(k) + " = " + v; });
        w.line("auto const join = [](" + type + " p, " + type + " q) { return " + step("p", "q", "") + "; };");
        std::string const N = number(length), one = type + "(1)";
        w.line("others_in_order(" + N + ", 0, " + one + ", line_of_others(" + N + ", " + number(chains_of(j.type(e.out).type)) + ", " +
               one + ", term, get, put, join), join);");
        return;
      }
      u32 const last = e.n_in - 1; // what a line begins with
      std::string const acc = w.fresh("acc"), k = w.fresh("k"), begin = reverse ? number(length - 1) : "0";
      std::string const first = element(last, begin);
      w.line(type + " " + acc + " = " + first + ";");
      w.line(result(begin) + " = " + (exclusive ? identity_of(e) : acc) + ";");
      w.block(reverse ? "for (index " + k + " = " + begin + "; " + k + "-- > 0;)"
                      : "for (index " + k + " = 1; " + k + " < " + number(length) + "; ++" + k + ")",
              [&] {
                std::string const before = plus(k, reverse ? "1" : "-1");
                std::string const a = e.n_in == 1 ? "" : element(0, shifted ? x.index("before", before) : k), b = element(last, k);
                if (exclusive) w.line(result(k) + " = " + acc + ";");
                w.line(acc + " = " + (e.n_in == 1 ? step(acc, b, "") : step(acc, a, b)) + ";");
                if (!exclusive) w.line(result(k) + " = " + acc + ";");
              });
    });
    return w.take();
  }
  /// What an exclusive cumulative operation begins with: the oracle tells.
  std::string identity_of(eqn const& e) const {
    dtype const t = j.type(e.out).type;
    vec<tensor> xs(e.n_in, tensor(aval{t, shape{extent(1)}})), ys;
    vec<i64> ps(j.params(e));
    ps[0] = 0;
    e.prim->evaluate(xs, ps, {}, ys);
    return literal_text(detail::literal_of_word(t, ys[0].words[0]));
  }

  std::string of_places(grid_plan::node const& n) {
    eqn const& e = at(n.eqns[0]);
    auto const p = decode<locate_params>(j.params(e));
    atom const operand = j.operands(e)[0];
    shape const& s = j.type(operand).shape;
    int const axis = static_cast<int>(p.axes[0]);
    writer w = lines_of();
    each(w, n.space.size(), [&](std::string const& i) {
      elements x = elements_of(w, n.level);
      std::string const best = w.fresh("best"), where = w.fresh("where"), k = w.fresh("k"), type = type_text(j.type(operand).type);
      std::string const first = x.of(operand, line_spot(x, s, axis, i, "0"));
      w.line(type + " " + best + " = " + first + ";");
      w.line("index " + where + " = 0;");
      w.block("for (index " + k + " = 1; " + k + " < " + number(s[axis].number) + "; ++" + k + ")", [&] {
        std::string const now = x.of(operand, line_spot(x, s, axis, i, k));
        std::string better = spell(e.prim->cpp, {{now, best, {}}, j.type(operand).type, dtype::boolean, {}});
        if (j.type(operand).floating())
          better += " || (math::is_nan(" + now + ") && !math::is_nan(" + best + "))"; // the first nan is what is sought
        w.line("if (" + better + ") " + best + " = " + now + ", " + where + " = " + k + ";");
      });
      w.line(names[e.out] + "[" + i + "] = static_cast<" + type_text(j.type(e.out).type) + ">(" + where + ");");
    });
    return w.take();
  }
};

} // namespace constax::inline CONSTAX_TAG::codegen
