// SPDX-License-Identifier: BSL-1.0
#pragma once
// provenance : values -> text        what they are the results of, in which lines: the end of a message
//
//   [constax] add: shapes f64[3] and f64[2] do not broadcast; reshape one of them, or name equal symbols
//     recorded in jit, at model.cpp:12
//     operand 0, f64[3]: input 0 of jit
//     operand 1, f64[2]: result of sub, at model.cpp:11
//
// Operators (runtime/located.hpp), functions of elements (primitives/elementwise.hpp) and those whose last parameters say it know their
// line, other functions do not: of those the last line before is told. Lines are kept beside a trace, and no pass sees them; only messages
// read them.
#include <constax/base/source_line.hpp>
#include <constax/trace/context.hpp>

#include <algorithm>

namespace constax::inline CONSTAX_TAG {

namespace detail {

struct lines_of_values final : known_lines {
  struct entry {
    source_line at;
    primitive const* made_by;
    u32 builder, var;
  };
  vec<entry> all;

  entry const* find(value const& v) const {
    for (u32 i = all.size(); i-- > 0;)
      if (all[i].var == v.var && all[i].builder == v.builder) return &all[i];
    return nullptr;
  }
};
/// The line in which a function of the library was called, while it runs: that of all equations that it records.
inline thread_local source_line called_at;
class in_line {
  source_line before = called_at;

public:
  in_line(char const* file, u32 line) {
    if (!called_at.file) called_at = {file, line};
  }
  in_line(in_line const&) = delete;
  ~in_line() { called_at = before; }
};
inline source_line line_of(source_line at) { return called_at.file ? called_at : at; }

inline void note_line(context& c, primitive const& p, value const& v, source_line of_operator) {
  source_line const at = line_of(of_operator);
  if (!at.file || !v.is_variable()) return;
  if (!c.lines) c.lines = new lines_of_values;
  static_cast<lines_of_values&>(*c.lines).all.push({at, &p, v.builder, v.var});
}

/// Is that the library's own line? Functions of the library are written with operators too.
inline bool is_own(source_line at) {
  constexpr std::string_view here = __FILE__, folder = here.substr(0, here.size() - std::string_view("runtime/provenance.hpp").size());
  return std::string_view(at.file).substr(0, folder.size()) == folder;
}
inline bool is_told(source_line at) { return at.file && !is_own(at); }
inline void tell(text& t, source_line at) { t << at.file << ':' << i64{at.line}; }
/// `jit`, or `the call` where nothing is kept.
inline void tell_function(text& t, std::string_view name) { t << (name == "call" ? std::string_view("the call") : name); }

/// v where its trace is: of another context's it is what that one's variables have become. Absent, if it has gone.
inline value value_at_home(value v) {
  while (v.is_variable() && v.ctx->into) v = v.ctx->moved[v.var];
  return v;
}
/// The outer value that v stands for in an inner function, as far out as there is one.
inline value outermost_value(value v) {
  for (;;) {
    v = value_at_home(v);
    i32 const level = v.is_variable() ? v.ctx->level_of(v) : -1;
    if (level < 0) return v;
    builder const& b = v.ctx->open[static_cast<u32>(level)];
    value outer{};
    for (builder::capture const& from : b.captures)
      if (from.var == v.var) outer = from.outer;
    for (stand_in const& s : b.stand_ins)
      if (s.var == v.var) outer = s.outer;
    if (!outer.is_variable()) return v;
    v = outer;
  }
}
/// The equation that makes a variable: makers stand in the order of their results.
inline eqn const* maker_of(jaxpr const& j, u32 var) {
  eqn const* const e = std::upper_bound(j.eqns.begin(), j.eqns.end(), var, [](u32 v, eqn const& x) { return v < x.out; });
  return e != j.eqns.begin() && var - e[-1].out < e[-1].n_out ? e - 1 : nullptr;
}
inline bool tell_input(text& t, builder const& b, u32 var) {
  for (u32 i = 0; i < b.jaxpr.ins.size(); ++i)
    if (b.jaxpr.ins[i] == var) {
      tell_function(t << "input " << i64{i} << " of ", b.name);
      return true;
    }
  return false;
}
inline void tell_maker(text& t, value const& given) {
  value const v = outermost_value(given);
  if (v.is_constant()) t << "a number of the program";
  else if (v.is_zero()) t << "a zero of a derivative";
  else if (v.is_made()) t << "result of " << v.from->prim->name;
  else if (v.is_variable()) {
    auto const* const lines = static_cast<lines_of_values const*>(v.ctx->lines);
    lines_of_values::entry const* const made = lines ? lines->find(v) : nullptr;
    i32 const level = v.ctx->level_of(v);
    builder const* const b = level < 0 ? nullptr : &v.ctx->open[static_cast<u32>(level)];
    if (made) t << "result of " << made->made_by->name;
    else if (!b) t << "of a trace that has ended";
    else if (eqn const* const e = maker_of(b->jaxpr, v.var)) t << "result of " << e->prim->name;
    else if (!tell_input(t, *b, v.var)) tell_function(t << "from outside of ", b->name);
    if (made && is_told(made->at)) tell(t << ", at ", made->at);
  } else t << "of no trace";
}

/// The functions that are being recorded, and the line of the question.
inline void tell_place(text& t, context const& c, source_line asked) {
  source_line const at = line_of(asked);
  bool first = true;
  for (u32 i = c.open.size(); i-- > 0; first = false) tell_function(t << (first ? "\n  recorded in " : ", in "), c.open[i].name);
  auto const* const lines = static_cast<lines_of_values const*>(c.lines);
  if (is_told(at)) tell(t << (first ? "\n  at " : ", at "), at);
  else if (lines && !first)
    for (u32 i = lines->all.size(); i-- > 0;)
      if (is_told(lines->all[i].at)) return tell(t << ", after ", lines->all[i].at);
}
/// c may be no trace any more.
inline text provenance_here(context* c, range<value> operands, source_line at) {
  text t;
  if (c) tell_place(t, c->root(), at);
  for (u32 i = 0; i < operands.size(); ++i) {
    value const& v = operands.first[i];
    if (v.is_absent()) continue;
    t << "\n  operand";
    if (operands.size() > 1) t << ' ' << i64{i};
    value const home = value_at_home(v);
    if (!home.is_variable() || home.ctx->level_of(home) >= 0) t << ", " << type_of(home);
    tell_maker(t << ": ", v);
  }
  return t;
}

inline text provenance(context* c, range<value> operands, source_line at) { return at_run_time<&provenance_here>::call(c, operands, at); }

/// Which inputs a value's number depends on.
inline text inputs_behind(value const& v) {
  vec<value> todo;
  vec<vec<u8>> seen(v.ctx->root().open.size());
  text t;
  todo.push(v);
  while (!todo.empty()) {
    value const x = outermost_value(todo.pop());
    i32 const level = x.is_variable() && x.ctx == &v.ctx->root() ? x.ctx->level_of(x) : -1;
    if (level < 0) continue;
    u32 const k = static_cast<u32>(level);
    builder const& b = x.ctx->open[k];
    seen[k].resize(b.jaxpr.vars.size());
    if (seen[k][x.var]++) continue;
    if (eqn const* const e = maker_of(b.jaxpr, x.var)) {
      for (atom a : b.jaxpr.operands(*e))
        if (!a.is_literal()) todo.push({x.ctx, b.serial, a.var(), {}, value::state::variable, nullptr});
    } else {
      text input;
      if (tell_input(input, b, x.var)) t << (t.size() ? ", " : "") << input.view();
    }
  }
  return t;
}

} // namespace detail
} // namespace constax::inline CONSTAX_TAG
