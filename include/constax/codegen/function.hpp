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
#include <constax/codegen/control.hpp>
#include <constax/codegen/grid_schedule.hpp>
#include <constax/codegen/nodes.hpp>

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
        } else parts = text_of(texts(), n);
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
      std::string const memory = texts().room("rows", aval{dtype::u8, {extent(bytes + 8)}});
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
    std::string control(u32 number_of_eqn) {
      auto const hold = [&](jaxpr const& f) {
        made const m = all.add(f, all.name_of_function(name));
        if (m.bytes > callees) callees = m.bytes;
        return m.name;
      };
      return control_text(texts(), {prologue, all.barriers_, all.routines_, index_dtype(), hold})(j.eqns[number_of_eqn]);
    }
    node_writer texts() { return {j, plan, names, scratch, counter, all.size_, depth, 1, 0, {}, "grid", all.target.packs}; }

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
  };

  std::string name_of_function(std::string const& caller) { return caller.substr(0, caller.find("_f")) + "_f" + number(count++); }
};

} // namespace constax::inline CONSTAX_TAG::codegen
