// SPDX-License-Identifier: BSL-1.0
#pragma once
// function : lowered jaxpr -> C++ function templates of a grid        levels with barriers between them; control flow is that of C++
//
//   template <class Grid> void f(Grid& grid, double const* a, double* c, unsigned char* memory) {
//     grid.each(index(1000), [&](index i_0) { ... });
//     grid.sync();
//   }
//
// Every thread of a grid walks through the same text: conditions are read from memory behind a barrier, so all of them take the same way.
#include <constax/codegen/grid_schedule.hpp>
#include <constax/codegen/nodes.hpp>
#include <constax/codegen/sorts.hpp>

namespace constax::inline CONSTAX_TAG::codegen {

class functions_text {
 public:
  struct made {
    std::string name;
    i64 bytes = 0; // of memory that it needs, with that of what it calls
  };

 private:
  grid_target target;
  std::string text_;
  int count = 0;
  loop_sizes size_;
  u32 barriers_ = 0;
  std::vector<std::string> routines_;

  static constexpr i64 alignment = 256;
  static std::string number(i64 n) { return std::to_string(n); }

 public:
  explicit functions_text(grid_target const& of) : target(of) {}
  std::string const& text() const { return text_; }
  loop_sizes const& size() const { return size_; }
  /// In how many places threads wait for each other.
  u32 barriers() const { return barriers_; }
  /// The code of the routines that are called (primitives/routine.hpp), each once.
  std::vector<std::string> const& routines() const { return routines_; }

  /// The parameters of a function: inputs, then results.
  static std::vector<std::string> parameters(jaxpr const& j) {
    std::vector<std::string> const names = variable_names(j);
    std::vector<std::string> ps;
    for (auto const* in : {&j.consts, &j.ins})
      for (u32 v : *in) ps.push_back(type_text(j.type(v).type) + " const* " + names[v]);
    for (u32 k = 0; k < j.outs.size(); ++k) ps.push_back(type_text(j.type(j.outs[k]).type) + "* " + output_name(j, names, k));
    return ps;
  }
  /// The program itself: nobody waits behind its last level.
  made entry(jaxpr const& j, std::string const& name) { return function{*this, j, name, false}(); }

 private:
  std::map<jaxpr const*, made> held_; // each function of a module is written once
  made add(jaxpr const& j, std::string const& name) {
    if (auto const known = held_.find(&j); known != held_.end()) return known->second;
    made const m = function{*this, j, name, true}();
    return held_.emplace(&j, m).first->second;
  }

  /// A variable that is first given back here has its result's memory as its own; what is given back again, or came in, is copied.
  static bool owns_output(jaxpr const& j, u32 k) {
    atom const a = j.outs[k];
    if (a.is_literal()) return false;
    for (u32 i = 0; i < k; ++i)
      if (j.outs[i] == a) return false;
    for (auto const* in : {&j.consts, &j.ins})
      for (u32 v : *in)
        if (v == a.var()) return false;
    return true;
  }
  static std::string output_name(jaxpr const& j, std::vector<std::string> const& names, u32 k) {
    return owns_output(j, k) ? names[j.outs[k].var()] : "out" + number(k);
  }

  struct function {
    functions_text& all;
    jaxpr const& j;
    std::string name;
    bool waits_at_end;
    grid_plan const plan = grid_plan_of(j, all.target);
    std::vector<grid_unit> const units = grid_scheduler(j, plan, all.target)();
    std::vector<std::string> names = variable_names(j);
    std::vector<buffer> scratch = {};
    std::vector<std::vector<std::string>> levels = {}; // what runs in each
    std::vector<std::string> prologue = {};
    int counter = 0;
    i64 callees = 0; // bytes
    static constexpr int depth = 1;

    made operator()() {
      u32 last = 0;
      for (grid_unit const& u : units)
        if (u.level + u.span > last) last = u.level + u.span;
      levels.resize(last + 1);
      std::vector<bool> has_memory(j.vars.size());
      for (u32 k = 0; k < j.outs.size(); ++k)
        if (owns_output(j, k)) has_memory[j.outs[k].var()] = true;
      for (u32 v = 0; v < j.vars.size(); ++v)
        if (plan.values[v].stored && !plan.is_input(v) && !has_memory[v])
          scratch.push_back({names[v], j.type(v).type, j.type(v).shape.size()});
      for (grid_unit const& u : units) {
        grid_plan::node const& n = plan.nodes[u.nodes[0]];
        std::vector<std::string> parts;
        if (u.row_axes > 0) parts.push_back(rows_of(u));
        else if (n.kind == grid_plan::node_kind::control) {
          levels[u.level].push_back(control(n.eqns[0])); // last in its level: it waits inside
          continue;
        } else parts = text_of({j, plan, names, scratch, counter, all.size_, depth}, n);
        for (std::size_t i = 0; i < parts.size(); ++i)
          if (!parts[i].empty()) levels[u.level + i].insert(levels[u.level + i].begin(), parts[i]);
      }
      copy_results();
      return write();
    }

    /// A team takes each row through the levels of the unit's nodes.
    std::string rows_of(grid_unit const& u) {
      writer w(depth, counter);
      std::string const row = w.fresh("r");
      std::vector<buffer> local;
      std::map<u32, std::vector<std::string>> inside;
      for (std::size_t i : u.nodes) {
        std::vector<std::string> const parts =
            text_of({j, plan, names, local, counter, all.size_, depth + 1, u.rows, u.row_axes, row, "team"}, plan.nodes[i]);
        for (std::size_t k = 0; k < parts.size(); ++k) inside[plan.nodes[i].level + static_cast<u32>(k)].push_back(parts[k]);
      }
      std::string body;
      i64 const bytes = declare(local, "local", 8, 4, body);
      for (auto const& [level, parts] : inside) {
        for (std::string const& part : parts) body += part;
        body += "    team.sync();\n";
      }
      std::string const memory = room("rows", aval{dtype::u8, {extent(bytes + 8)}});
      all.size_.count(u.rows * all.target.team, u.rows * all.target.team);
      return "  grid.template rows<" + number(bytes) + ">(index(" + number(u.rows) + "), " + memory + ", [&](auto const& team, index " +
             row + ", [[maybe_unused]] unsigned char* local) {\n" + body + "  });\n";
    }
    /// Buffers one after the other in `memory` -> bytes
    static i64 declare(std::vector<buffer> const& buffers, std::string const& memory, i64 align, int indent, std::string& to) {
      i64 bytes = 0;
      for (buffer const& b : buffers) {
        std::string const type = type_text(b.type);
        to += std::string(static_cast<std::size_t>(indent), ' ') + "[[maybe_unused]] " + type + "* const " + b.name +
              " = reinterpret_cast<" + type + "*>(" + memory + " + " + number(bytes) + ");\n";
        bytes += (b.elements * info(stored(b.type)).bytes + align - 1) / align * align;
      }
      return bytes;
    }

    void copy_results() {
      for (u32 k = 0; k < j.outs.size(); ++k) {
        if (owns_output(j, k)) continue;
        atom const a = j.outs[k];
        shape const s = j.type(a).shape;
        writer w(depth, counter);
        elements x{j, plan, names, w, plan.levels};
        std::string const i = w.fresh("i");
        w.block(
            "grid.each(index(" + number(s.size()) + "), [&](index " + i + ")",
            [&] {
              std::string const value = x.of(a, s.rank ? elements::at_number(s, i) : elements::scalar());
              w.line("out" + number(k) + "[" + i + "] = " + value + ";");
            },
            ");");
        levels.back().push_back(w.take());
      }
    }

    made write() {
      std::string body;
      i64 const bytes = declare(scratch, "memory", alignment, 2, body);
      std::vector<std::vector<std::string> const*> all_levels{&prologue};
      for (auto const& level : levels) all_levels.push_back(&level);
      std::erase_if(all_levels, [](auto const* level) { return level->empty(); });
      for (auto const* level : all_levels) {
        for (std::string const& part : *level) body += part;
        if (level == all_levels.back() && !waits_at_end) continue;
        body += "  grid.sync();\n";
        ++all.barriers_;
      }
      std::size_t at;
      while ((at = body.find("@callee")) != body.npos) body.replace(at, 7, "memory + " + number(bytes));
      all.text_ += "template <class Grid> CONSTAX_INLINE void " + name + "([[maybe_unused]] Grid& grid";
      for (std::string const& p : parameters(j)) all.text_ += ", [[maybe_unused]] " + p;
      all.text_ += ", [[maybe_unused]] unsigned char* memory) {\n  using index [[maybe_unused]] = " + type_text(index_dtype()) + ";\n" +
                   body + "}\n\n";
      return {name, bytes + callees};
    }
    /// Of numbers of elements, of partial sums too, and a few steps of all threads more.
    dtype index_dtype() const {
      i64 most = 1;
      for (aval const& a : j.avals)
        if (i64 const n = a.shape.size(); n > most) most = n;
      for (eqn const& e : j.eqns)
        if (e.prim->kind == kind::reduction || e.prim->kind == kind::contraction) {
          sum_size const s = grid_planner::size_of(j, e);
          if (i64 const n = s.results * block_count(s.terms) * 16; n > most) most = n;
        }
      return most < i64{1} << 30 ? dtype::i32 : dtype::i64;
    }

    // ---- control flow ---------------------------------------------------------------------------------------------------------------

    /// An operand's pointer. A literal gets memory, and its value before everything else.
    std::string pointer(atom a) {
      if (!a.is_literal()) return names[a.var()];
      std::string const what = "literal" + number(a.lit());
      for (buffer const& b : scratch)
        if (b.name == what) return what;
      scratch.push_back({what, j.type(a).type, 1});
      prologue.push_back("  grid.each(index(1), [&](index) { " + what + "[0] = " + literal_text(j.lits[a.lit()]) + "; });\n");
      return what;
    }
    std::string room(std::string const& what, aval const& a) {
      scratch.push_back({what + number(counter++), a.type, a.shape.size()});
      return scratch.back().name;
    }
    made held(jaxpr const& f) {
      std::string const called = all.name_of_function(name);
      made const m = all.add(f, called);
      if (m.bytes > callees) callees = m.bytes;
      return m;
    }
    static std::string call(made const& f, std::vector<std::string> const& args) {
      std::string t = f.name + "(grid";
      for (std::string const& a : args) t += ", " + a;
      return t + ", @callee);";
    }
    std::string result(eqn const& e, u32 k) const { return names[e.out + k]; }
    /// y[i] = from[i], and all wait.
    void copy(writer& w, std::string const& y, std::string const& from, i64 n) {
      all.size_.count(n, n);
      std::string const i = w.fresh("i");
      w.line("grid.each(index(" + number(n) + "), [&](index " + i + ") { " + y + "[" + i + "] = " + from + "[" + i + "]; });");
    }

    std::string control(u32 number_of_eqn) {
      eqn const& e = j.eqns[number_of_eqn];
      if (is<while_t>(e)) return loop_while(e);
      if (is<scan_t>(e)) return scanned(e);
      if (is<cond_t>(e)) return chosen(e);
      if (is<call_t>(e)) return called(e);
      if (e.prim->kind == kind::routine) return routine(e);
      if (e.prim->kind == kind::sort) {
        ++all.barriers_;
        return sort_text({j, plan, names, scratch, counter, all.size_, depth})(e, index_dtype());
      }
      refuse(e, "has no form as source yet: a loop of an unknown number of trips cannot be run backwards on a grid");
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
      made const cond = held(s.cond), body = held(s.body);
      aval const go_type = detail::out_type(s.cond, 0);
      if (go_type.rank() > 0) refuse(e, "whose rows go on each for itself is none of a lowered program");
      writer w(depth, counter);
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
      made const body = held(s.body);
      writer w(depth, counter);
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
      writer w(depth, counter);
      w.line(call(held(detail::function_of(j, e, 0)), args));
      return w.take();
    }

    /// All threads call it together, and it may let them wait for each other.
    std::string routine(eqn const& e) {
      if (e.prim->text.empty()) refuse(e, "has no form as source: the struct gives no `text` (CONSTAX_ROUTINE)");
      std::string const text(e.prim->text);
      if (std::find(all.routines_.begin(), all.routines_.end(), text) == all.routines_.end()) all.routines_.push_back(text);
      auto const array = [](aval const& a, std::string const& data, bool constant) {
        std::string lengths;
        for (int d = 0; d < a.rank(); ++d) lengths += (d ? ", " : "") + number(a.shape[d].number);
        return ", routine_array<" + type_text(a.type) + (constant ? " const" : "") + ">{" + data + ", {" + lengths + "}, " +
               number(a.rank()) + "}";
      };
      std::string line = std::string(e.prim->function) + "(grid" + array(j.type(e.out), result(e, 0), false);
      all.size_.count(j.type(e.out).shape.size(), j.type(e.out).shape.size());
      for (atom a : j.operands(e)) {
        line += array(j.type(a), pointer(a), true);
        all.size_.count(j.type(a).shape.size(), j.type(a).shape.size());
      }
      ++all.barriers_;
      writer w(depth, counter);
      w.line(line + ");");
      return w.take();
    }

    std::string chosen(eqn const& e) {
      range<atom> const xs = j.operands(e);
      if (j.type(xs[0]).rank() > 0) return chosen_by_row(e);
      writer w(depth, counter);
      std::vector<std::string> args;
      for (u32 i = 1; i < e.n_in; ++i) args.push_back(pointer(xs[i]));
      for (u32 i = 0; i < e.n_out; ++i) args.push_back(result(e, i));
      std::string const which = pointer(xs[0]) + "[0]";
      for (u32 b = 0; b < e.n_param; ++b) {
        std::string const head = b + 1 < e.n_param ? "if (" + which + " <= " + number(b) + ")" : "";
        made const f = held(detail::function_of(j, e, b));
        w.block(b ? "else " + head : head, [&] { w.line(call(f, args)); });
      }
      return w.take();
    }
    /// y = x in rows that choose the branch; the others stay as they are, or are as row `like` of x. And all wait.
    void blend(writer& w, std::string const& y, std::string const& x, i64 n, i64 rows, bool others_as_like) {
      if (n == 0) return;
      all.size_.count(n, n);
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
      writer w(depth, counter);
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
        made const f = held(detail::function_of(j, e, b));
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

  std::string name_of_function(std::string const& caller) { return caller.substr(0, caller.find("_f")) + "_f" + number(count++); }
};

} // namespace constax::inline CONSTAX_TAG::codegen
