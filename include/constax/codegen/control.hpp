// SPDX-License-Identifier: BSL-1.0
#pragma once
// control : an equation that all threads go through together -> lines        loops and branches, functions, sorts, routines
//
// Conditions are read from memory behind a barrier, so all threads take the same way.
#include <constax/codegen/sorts.hpp>

#include <algorithm>
#include <functional>

namespace constax::inline CONSTAX_TAG::codegen {

/// What the function that holds the equation lends.
struct around_control {
  std::vector<std::string>& prologue; // what runs before everything else
  u32& barriers;                      // places where threads wait for each other
  std::vector<std::string>& routines; // code that is called (primitives/routine.hpp), each once
  dtype index;                        // of numbers of elements
  std::function<std::string(jaxpr const&)> hold; // the name of a function of the module, which is written if it has not been
};

class control_text : node_writer {
public:
  control_text(node_writer const& w, around_control const& of) : node_writer(w), around(of) {}

  std::string operator()(eqn const& e) {
    if (is<while_t>(e)) return loop_while(e);
    if (is<scan_t>(e)) return scanned(e);
    if (is<cond_t>(e)) return chosen(e);
    if (is<call_t>(e)) return called(e);
    if (e.prim->kind == kind::routine) return routine(e);
    if (e.prim->kind == kind::sort) return ++around.barriers, sort_text(*this)(e, around.index);
    refuse(e, "has no form as source yet: a loop of an unknown number of trips cannot be run backwards on a grid");
  }

private:
  around_control around;

  /// An operand's pointer. A literal gets memory, and its value before everything else.
  std::string pointer(atom a) {
    if (!a.is_literal()) return names[a.var()];
    std::string const what = "literal" + number(a.lit());
    for (buffer const& b : scratch)
      if (b.name == what) return what;
    scratch.push_back({what, j.type(a).type, 1});
    around.prologue.push_back("  grid.each(index(1), [&](index) { " + what + "[0] = " + literal_text(j.lits[a.lit()]) + "; });\n");
    return what;
  }
  static std::string call(std::string const& f, std::vector<std::string> const& args) {
    std::string t = f + "(grid";
    for (std::string const& a : args) t += ", " + a;
    return t + ", @callee);";
  }
  std::string result(eqn const& e, u32 k) const { return names[e.out + k]; }
  /// y[i] = from[i], and all wait.
  void copy(writer& w, std::string const& y, std::string const& from, i64 n) {
    size.count(n, n);
    std::string const i = w.fresh("i");
    w.line("grid.each(index(" + number(n) + "), [&](index " + i + ") { " + y + "[" + i + "] = " + from + "[" + i + "]; });");
  }

  /// A carry: where it lies, where the next one goes, and memory for the one after that.
  struct carried {
    std::string now, next, spare;
  };
  std::vector<carried> carries(writer& w, eqn const& e, range<atom> first) {
    std::vector<carried> cs;
    for (u32 i = 0; i < first.size(); ++i) {
      aval const& a = j.type(e.out + i);
      std::string const t = type_text(a.type);
      carried const c{w.fresh("now"), w.fresh("next"), w.fresh("spare")};
      w.line(t + " const* " + c.now + " = " + pointer(first[i]) + ";");
      w.line(t + "* " + c.next + " = " + room("carry", a) + ";");
      w.line(t + "* " + c.spare + " = " + room("carry", a) + ";");
      cs.push_back(c);
    }
    return cs;
  }
  static void turn(writer& w, std::vector<carried> const& cs) {
    for (carried const& c : cs)
      w.line(c.now + " = " + c.next + ", " + c.next + " = " + c.spare + ", " + c.spare + " = const_cast<decltype(" + c.spare + ")>(" +
             c.now + ");");
  }

  std::string loop_while(eqn const& e) {
    while_t::parts const s(j, j.params(e), e.n_in);
    range<atom> const xs = j.operands(e);
    std::string const cond = around.hold(s.cond), body = around.hold(s.body);
    aval const go_type = detail::out_type(s.cond, 0);
    if (go_type.rank() > 0) refuse(e, "whose rows go on each for itself is none of a lowered program");
    writer w = lines_of();
    w.open("");
    std::vector<carried> const cs = carries(w, e, {xs.begin() + s.cond_consts + s.body_consts, s.carry});
    std::string const go = room("go", go_type);
    std::vector<std::string> of_cond, of_body;
    for (u32 i = 0; i < s.cond_consts; ++i) of_cond.push_back(pointer(xs[i]));
    for (u32 i = 0; i < s.body_consts; ++i) of_body.push_back(pointer(xs[s.cond_consts + i]));
    for (carried const& c : cs) of_cond.push_back(c.now), of_body.push_back(c.now);
    of_cond.push_back(go);
    for (carried const& c : cs) of_body.push_back(c.next);
    w.open("for (;;)");
    w.line(call(cond, of_cond));
    w.line("if (!" + go + "[0]) break;");
    w.line(call(body, of_body));
    turn(w, cs);
    w.close();
    for (u32 i = 0; i < s.carry; ++i) copy(w, result(e, i), cs[i].now, j.type(e.out + i).shape.size());
    w.close();
    return w.take();
  }

  std::string scanned(eqn const& e) {
    scan_t::parts const s(j, j.params(e), e.n_in);
    range<atom> const xs = j.operands(e);
    i64 const trips = s.p.length.number;
    std::string const body = around.hold(s.body);
    writer w = lines_of();
    w.open("");
    std::vector<carried> const cs = carries(w, e, {xs.begin() + s.consts, s.carry});
    std::string const k = w.fresh("k"), slice = w.fresh("at");
    auto const at_slice = [&](std::string const& p, aval const& a) {
      i64 const n = trips ? a.shape.size() / trips : 0;
      return p + " + " + times(slice, number(n));
    };
    std::vector<std::string> args;
    for (u32 i = 0; i < s.consts; ++i) args.push_back(pointer(xs[i]));
    for (carried const& c : cs) args.push_back(c.now);
    for (u32 i = s.consts + s.carry; i < e.n_in; ++i) args.push_back(at_slice(pointer(xs[i]), j.type(xs[i])));
    for (carried const& c : cs) args.push_back(c.next);
    for (u32 i = s.carry; i < e.n_out; ++i) args.push_back(at_slice(result(e, i), j.type(e.out + i)));
    w.block("for (index " + k + " = 0; " + k + " < " + number(trips) + "; ++" + k + ")", [&] {
      w.line("[[maybe_unused]] index const " + slice + " = " + (s.p.reverse ? number(trips - 1) + " - " + k : k) + ";");
      w.line(call(body, args));
      turn(w, cs);
    });
    for (u32 i = 0; i < s.carry; ++i) copy(w, result(e, i), cs[i].now, j.type(e.out + i).shape.size());
    w.close();
    return w.take();
  }

  std::string called(eqn const& e) {
    if (detail::names_itself(j, e)) refuse(e, "of a function that calls itself has no form as source");
    std::vector<std::string> args;
    for (atom a : j.operands(e)) args.push_back(pointer(a));
    for (u32 i = 0; i < e.n_out; ++i) args.push_back(result(e, i));
    writer w = lines_of();
    w.line(call(around.hold(detail::function_of(j, e, 0)), args));
    return w.take();
  }

  /// All threads call it together, and it may let them wait for each other.
  std::string routine(eqn const& e) {
    if (e.prim->text.empty()) refuse(e, "has no form as source: the struct gives no `text` (CONSTAX_ROUTINE)");
    std::string const text(e.prim->text);
    if (std::find(around.routines.begin(), around.routines.end(), text) == around.routines.end()) around.routines.push_back(text);
    auto const array = [](aval const& a, std::string const& data, bool constant) {
      std::string lengths;
      for (int d = 0; d < a.rank(); ++d) lengths += (d ? ", " : "") + number(a.shape[d].number);
      return ", routine_array<" + type_text(a.type) + (constant ? " const" : "") + ">{" + data + ", {" + lengths + "}, " +
             number(a.rank()) + "}";
    };
    std::string line = std::string(e.prim->function) + "(grid";
    for (u32 i = 0; i < e.n_out; ++i) {
      line += array(j.type(e.out + i), result(e, i), false);
      size.count(j.type(e.out + i).shape.size(), j.type(e.out + i).shape.size());
    }
    for (atom a : j.operands(e)) {
      line += array(j.type(a), pointer(a), true);
      size.count(j.type(a).shape.size(), j.type(a).shape.size());
    }
    ++around.barriers;
    writer w = lines_of();
    w.line(line + ");");
    return w.take();
  }

  std::string chosen(eqn const& e) {
    range<atom> const xs = j.operands(e);
    if (j.type(xs[0]).rank() > 0) return chosen_by_row(e);
    writer w = lines_of();
    std::vector<std::string> args;
    for (u32 i = 1; i < e.n_in; ++i) args.push_back(pointer(xs[i]));
    for (u32 i = 0; i < e.n_out; ++i) args.push_back(result(e, i));
    std::string const which = pointer(xs[0]) + "[0]";
    for (u32 b = 0; b < e.n_param; ++b) {
      std::string const head = b + 1 < e.n_param ? "if (" + which + " <= " + number(b) + ")" : "";
      std::string const f = around.hold(detail::function_of(j, e, b));
      w.block(b ? "else " + head : head, [&] { w.line(call(f, args)); });
    }
    return w.take();
  }
  /// y = x in rows that choose the branch; the others stay as they are, or are as row `like` of x. And all wait.
  void blend(writer& w, std::string const& y, std::string const& x, i64 n, i64 rows, bool others_as_like) {
    if (n == 0) return;
    size.count(n, n);
    std::string const i = w.fresh("i"), width = number(n / rows), chosen = y + "[" + i + "] = " + x + "[";
    w.block(
        "grid.each(index(" + number(n) + "), [&](index " + i + ")",
        [&] {
          w.line("if (chooses(" + i + " / " + width + ")) " + chosen + i + "];");
          if (others_as_like) w.line("else " + chosen + "like * " + width + " + " + i + " % " + width + "];");
        },
        ");");
    w.line("grid.sync();");
  }
  /// A branch that some row chooses runs on all rows; those that choose another one are given the operands of a row that takes part, as
  /// transform/control/by_row.hpp says.
  std::string chosen_by_row(eqn const& e) {
    range<atom> const xs = j.operands(e);
    aval const mask = j.type(xs[0]);
    i64 const rows = mask.shape.size();
    writer w = lines_of();
    std::string const which = pointer(xs[0]);
    std::vector<std::string> args, from, to;
    std::vector<i64> sizes;
    for (u32 i = 1; i < e.n_in; ++i) {
      bool const has_rows = detail::begins_with(j.type(xs[i]), mask);
      from.push_back(pointer(xs[i])), args.push_back(has_rows ? room("rows", j.type(xs[i])) : from.back());
      sizes.push_back(has_rows ? j.type(xs[i]).shape.size() : 0);
    }
    for (u32 i = 0; i < e.n_out; ++i) to.push_back(room("made", j.type(e.out + i))), args.push_back(to.back());
    for (u32 b = 0; rows > 0 && b < e.n_param; ++b) {
      std::string const f = around.hold(detail::function_of(j, e, b));
      w.open("");
      std::string const as = b == 0 ? " <= " : b + 1 < e.n_param ? " == " : " >= ";
      w.line("auto const chooses = [&](index row) { return " + (e.n_param == 1 ? "true" : which + "[row]" + as + number(b)) + "; };");
      w.line("index like = 0;");
      w.line("while (like < " + number(rows) + " && !chooses(like)) ++like;");
      w.open("if (like < " + number(rows) + ")");
      for (std::size_t i = 0; i < sizes.size(); ++i) blend(w, args[i], from[i], sizes[i], rows, true);
      w.line(call(f, args));
      for (u32 i = 0; i < e.n_out; ++i) blend(w, result(e, i), to[i], j.type(e.out + i).shape.size(), rows, false);
      w.close();
      w.close();
    }
    return w.take();
  }
};

} // namespace constax::inline CONSTAX_TAG::codegen
