// SPDX-License-Identifier: BSL-1.0
#pragma once
// elements : value, place -> name of its element there        lines that compute it, from what is in memory at a level of the plan
//
//   double const a_1 = a[i_0];
//   double const b_2 = math::sin(a_1);
//
// Movements are no code of their own: they change the place at which their operand is asked for.
#include <constax/codegen/grid_plan.hpp>
#include <constax/codegen/spelling.hpp>
#include <constax/codegen/writer.hpp>
#include <constax/jaxpr/print.hpp>

namespace constax::inline CONSTAX_TAG::codegen {

inline std::string shape_text(shape const& s) {
  text t;
  t << s;
  return std::string(t.view());
}
/// A place in an array: its number in row-major order, or a number for each axis; as text.
struct spot {
  constax::shape shape;
  std::vector<std::string> at; // empty: `linear` says it
  std::string linear;
  std::string key() const {
    std::string k = shape_text(shape) + linear;
    for (std::string const& a : at) k += "," + a;
    return k;
  }
};

/// The names of a jaxpr's variables, as it is printed: a, b, ...; those of more letters end in `_`, since some are words of C++.
inline std::vector<std::string> variable_names(jaxpr const& j) {
  std::vector<bool> used(j.vars.size());
  for (atom a : j.atoms)
    if (!a.is_literal()) used[a.var()] = true;
  for (atom a : j.outs)
    if (!a.is_literal()) used[a.var()] = true;
  std::vector<std::string> names(j.vars.size());
  u32 next = 0;
  auto const bind = [&](u32 v) {
    std::string name(detail::letters(next++).view());
    names[v] = name.size() > 1 ? name + "_" : name;
  };
  for (u32 v : j.consts) bind(v);
  for (u32 v : j.ins) bind(v);
  for (eqn const& e : j.eqns)
    for (u32 k = 0; k < e.n_out; ++k)
      if (used[e.out + k]) bind(e.out + k);
      else names[e.out + k] = "unused" + std::to_string(e.out + k);
  return names;
}

/// A loop on registers of lanes (wide.hpp): which text of a place is the loop's number and how much is added to it, and the numbers where
/// conditions change. What is of another type, or lies otherwise, makes it fail: the loop is written for one place at a time then.
struct wide_loop {
  dtype type;
  std::map<std::string, i64> offsets = {};
  std::set<i64> cuts = {};
  bool failed = false;
  /// The spelling of numbers, one for each place.
  static constexpr char const* number = "wide";
  bool spells(primitive const& p) const {
    return p.cpp.empty() || p.cpp == "$x" || p.cpp.starts_with("fma(") ||
           (p.cpp.starts_with("guard(math::") && p.cpp.find('?') == p.cpp.npos);
  }
  /// Notes that `name` is `text`: a place that is known, and a number.
  void note(std::string const& name, std::string const& text) {
    std::size_t const space = text.find(' ');
    auto const known = offsets.find(text.substr(0, space));
    bool const added = known != offsets.end() && space + 3 < text.size() && is_number(std::string_view(text).substr(space + 3)) &&
                       (text[space + 1] == '+' || text[space + 1] == '-');
    if (!added) return void(failed = true);
    i64 const by = std::stoll(text.substr(space + 3));
    offsets[name] = known->second + (text[space + 1] == '+' ? by : -by);
  }
  /// A condition on the place changes from its number n on.
  void cut(std::string const& place, i64 n) {
    auto const known = offsets.find(place);
    if (known == offsets.end()) failed = true;
    else cuts.insert(n - known->second);
  }
};

class elements {
 public:
  jaxpr const& j;
  grid_plan const& plan;
  std::vector<std::string> const& names;
  writer& w;
  u32 level; // of the loop that asks
  wide_loop* wide = nullptr;

  /// An element of `a`. A scalar stands beside any shape.
  std::string of(atom a, spot const& s) {
    if (a.is_literal()) return in_lanes(literal_text(j.lits[a.lit()]), j.lits[a.lit()].type);
    u32 const v = a.var();
    if (j.type(v).rank() == 0 && s.shape.rank != 0) return of(a, scalar());
    std::string const what = "v" + std::to_string(v) + "@" + s.key();
    if (std::string const* known = w.find(what)) return *known;
    if (plan.is_loaded(j, v, level)) return w.remember(what, constant(v, loaded(v, linear(s))));
    return w.remember(what, formula(plan.maker(j, v), s));
  }

  static spot scalar() { return {{}, {}, "0"}; }
  static spot at_number(shape const& s, std::string number) { return {s, {}, static_cast<std::string&&>(number)}; }
  /// The number of axis d.
  std::string axis(spot const& s, int d) {
    if (!s.at.empty()) return s.at[static_cast<std::size_t>(d)];
    i64 const n = s.shape[d].number;
    i64 behind = 1;
    bool first = true; // are all axes before it of length 1?
    for (int k = 0; k < d; ++k) first = first && s.shape[k].number == 1;
    for (int k = d + 1; k < s.shape.rank; ++k) behind *= s.shape[k].number;
    if (n <= 1 || behind == 0) return "0";
    std::string number = in_parentheses(s.linear);
    if (behind != 1) number += " / " + std::to_string(behind);
    if (!first) number += " % " + std::to_string(n);
    return index("axis" + std::to_string(d) + "@" + s.key(), number);
  }
  /// The number in row-major order.
  std::string linear(spot const& s) {
    if (s.shape.rank == 0) return "0";
    if (s.at.empty()) return s.linear;
    std::string number = "0";
    for (int d = 0; d < s.shape.rank; ++d)
      number = plus(times(number, std::to_string(s.shape[d].number)), s.at[static_cast<std::size_t>(d)]);
    return index("linear@" + s.key(), number);
  }
  /// A name for a number that is computed once.
  std::string index(std::string const& what, std::string const& number) {
    if (number.find_first_of("+-*/%? ") == number.npos) return number;
    if (std::string const* known = w.find(what)) return *known;
    std::string const name = w.fresh("i");
    if (wide) wide->note(name, number);
    w.constant(wide ? "auto" : "index", name, number);
    return w.remember(what, name);
  }
  /// A line that computes an element of v.
  std::string constant(u32 v, std::string const& value) {
    std::string const name = w.fresh(names[v]);
    w.constant(type_of(v), name, value);
    return name;
  }
  /// The line that stores an element of v.
  void store(u32 v, std::string const& place, std::string const& value) {
    if (wide && (!wide->offsets.contains(place) || j.type(v).type != wide->type)) wide->failed = true;
    w.line(wide ? "store_at(" + names[v] + ", " + place + ", " + value + ");" : names[v] + "[" + place + "] = " + value + ";");
  }

 private:
  std::string type_of(u32 v) {
    if (wide && j.type(v).type != wide->type) wide->failed = true;
    return wide ? wide_loop::number : type_text(j.type(v).type);
  }
  std::string in_lanes(std::string const& number, dtype type) {
    if (wide && type != wide->type) wide->failed = true;
    return wide ? std::string(wide_loop::number) + "(" + number + ")" : number;
  }
  std::string loaded(u32 v, std::string const& place) {
    if (!wide || is_number(place)) return in_lanes(names[v] + "[" + place + "]", j.type(v).type);
    if (!wide->offsets.contains(place)) wide->failed = true;
    return "load_at(" + names[v] + ", " + place + ")";
  }
  std::string formula(eqn const& e, spot const& s) {
    range<atom> const xs = j.operands(e);
    switch (e.prim->kind) {
      case kind::source: return counted(e, s);
      case kind::size: return literal_text(literal::of(j.type(e.out).type, decode<size_of_axis_t::params>(j.params(e)).extent.number));
      case kind::movement: return moved(e, xs, s);
      case kind::indexed: return gathered(e, xs, s);
      default: break;
    }
    if (e.n_in > 3) refuse(e, "has more than three operands");
    if (wide && !wide->spells(*e.prim)) wide->failed = true;
    std::string text[3];
    spelled with;
    for (u32 k = 0; k < e.n_in; ++k) text[k] = of(xs[k], s), with.x[k] = text[k];
    with.operand = j.type(xs[e.n_in - 1]).type, with.result = j.type(e.out).type, with.params = j.params(e);
    return constant(e.out, spell(*e.prim, e.n_in, with));
  }

  std::string counted(eqn const& e, spot const& s) {
    if (!is<iota_t>(e)) refuse(e, "is a source that no text is known for");
    if (wide) wide->failed = true;
    std::string const type = type_text(j.type(e.out).type);
    return constant(e.out, "static_cast<" + type + ">(" + axis(s, decode<iota_t::params>(j.params(e)).dimension) + ")");
  }

  // ---- movements ------------------------------------------------------------------------------------------------------------------

  std::string moved(eqn const& e, range<atom> xs, spot const& s) {
    shape const& in = j.type(xs[0]).shape;
    if (e.prim->affine) return of(xs[0], mapped(e.prim->affine(j.params(e), in), in, s));
    if (is<reshape_t>(e)) return of(xs[0], in.rank ? at_number(in, linear(s)) : scalar());
    if (is<pad_t>(e)) return padded(e, xs, s);
    if (is<concatenate_t>(e)) return joined(e, xs, s);
    refuse(e, "is a movement without a formula for its map; give its struct `affine`");
  }
  spot mapped(affine_map const& m, shape const& in, spot const& s) {
    spot to{in, std::vector<std::string>(in.rank), {}};
    for (int a = 0; a < in.rank; ++a) to.at[static_cast<std::size_t>(a)] = std::to_string(m.start[a].number);
    for (int d = 0; d < s.shape.rank; ++d)
      if (m.axis[d] >= 0) {
        std::string& number = to.at[static_cast<std::size_t>(m.axis[d])];
        std::string const step = times(axis(s, d), std::to_string(m.step[d]));
        number = number == "0" ? step : plus(step, number);
      }
    return in.rank ? named(to) : scalar();
  }
  std::string padded(eqn const& e, range<atom> xs, spot const& s) {
    auto const p = decode<pad_t::params>(j.params(e));
    shape const& in = j.type(xs[0]).shape;
    std::string const name = w.fresh(names[e.out]);
    w.line(type_of(e.out) + " " + name + " = " + of(xs[1], s) + ";");
    std::string inside;
    std::vector<std::string> from;
    for (int d = 0; d < in.rank; ++d) {
      i64 const lo = p.lo[d].number, step = p.interior[d] + 1, n = in[d].number, last = (n - 1) * step;
      if (n == 0) return name; // nothing but padding
      std::string const i = plus(axis(s, d), std::to_string(-lo)), at = index("number@" + i, i);
      auto const must = [&](std::string const& c) { inside += (inside.empty() ? "" : " && ") + c; };
      if (lo > 0) {
        must(at + " >= 0");
        if (wide) wide->cut(at, 0);
      }
      if (s.shape[d].number - 1 - lo > last) {
        must(at + " <= " + std::to_string(last));
        if (wide) wide->cut(at, last + 1);
      }
      if (step > 1 && wide) wide->failed = true;
      if (step > 1) must(at + " % " + std::to_string(step) + " == 0");
      from.push_back(step > 1 ? at + " / " + std::to_string(step) : at);
    }
    w.block(inside.empty() ? "" : "if (" + inside + ")", [&] {
      spot to{in, {}, {}};
      for (std::string const& f : from) to.at.push_back(index("number@" + f, f));
      w.line(name + " = " + of(xs[0], in.rank ? to : scalar()) + ";");
    });
    return name;
  }

  std::string joined(eqn const& e, range<atom> xs, spot const& s) {
    int const along = decode<concatenate_t::params>(j.params(e)).dimension;
    std::string const name = w.fresh(names[e.out]), i = axis(s, along);
    w.line(type_of(e.out) + " " + name + ";");
    std::vector<u32> parts; // those that have elements
    for (u32 k = 0; k < xs.size(); ++k)
      if (j.type(xs[k]).shape[along].number > 0) parts.push_back(k);
    i64 begin = 0;
    for (u32 n = 0; n < parts.size(); ++n) {
      atom const x = xs[parts[n]];
      shape const& in = j.type(x).shape;
      i64 const end = begin + in[along].number;
      if (wide && n + 1 < parts.size()) wide->cut(i, end);
      std::string const head = n + 1 < parts.size() ? "if (" + i + " < " + std::to_string(end) + ")" : "";
      w.block(n ? "else " + head : head, [&] {
        spot to{in, {}, {}};
        for (int d = 0; d < in.rank; ++d) {
          std::string number = axis(s, d);
          if (d == along) number = plus(number, std::to_string(-begin));
          to.at.push_back(index("number@" + number, number));
        }
        w.line(name + " = " + of(x, to) + ";");
      });
      begin = end;
    }
    return name;
  }

  // ---- indexed by data --------------------------------------------------------------------------------------------------------------

  std::string gathered(eqn const& e, range<atom> xs, spot const& s) {
    if (wide) wide->failed = true;
    auto const p = decode<indexed_params>(j.params(e));
    shape const& in = j.type(xs[0]).shape;
    std::vector<std::string> const begin = begins({xs.begin() + 1, xs.size() - 1}, p, in, s);
    spot from{in, {}, {}};
    for (int a = 0; a < in.rank; ++a) {
      int const q = p.index_of(a);
      std::string number = q < 0 ? "0" : begin[static_cast<std::size_t>(q)];
      if (p.along[a] >= 0) number = plus(number, axis(s, static_cast<int>(p.along[a])));
      from.at.push_back(number);
    }
    if (p.mode != index_mode::fill_or_drop) return of(xs[0], named(from));
    std::string const name = w.fresh(names[e.out]);
    w.line(type_text(j.type(e.out).type) + " " + name + " = 0;");
    w.block("if (" + none_dropped(begin) + ")", [&] { w.line(name + " = " + of(xs[0], named(from)) + ";"); });
    return name;
  }

 public:
  spot named(spot s) {
    for (std::string& a : s.at) a = index("number@" + a, a);
    return s;
  }
  /// Where the slice at place `s` of the slices' array begins, along each indexed axis of x.
  std::vector<std::string> begins(range<atom> indices, indexed_params const& p, shape const& x, spot const& s) {
    std::vector<std::string> begin;
    shape const places = detail::places_of(indices, [&](atom a) -> shape const& { return j.type(a).shape; });
    spot at{places, {}, {}};
    for (int k = 0; k < p.at.size(); ++k) at.at.push_back(axis(s, static_cast<int>(p.at[k])));
    if (places.rank == 0) at = scalar();
    char const* const modes[] = {"clip", "fill_or_drop", "promise_in_bounds"};
    for (int q = 0; q < p.indexed.size(); ++q) {
      std::string const i = of(indices[static_cast<u32>(q)], at);
      std::string const number = "static_cast<index>(detail::slice_begin_at(" + i + ", " +
                                 std::to_string(x[static_cast<int>(p.indexed[q])].number) + ", " + std::to_string(p.slice_sizes[q].number) +
                                 ", index_mode::" + modes[static_cast<int>(p.mode)] + ", " + (p.from_end ? "true" : "false") + "))";
      begin.push_back(index("number@" + number, number));
    }
    return begin;
  }
  static std::string none_dropped(std::vector<std::string> const& begin) {
    std::string all;
    for (std::string const& b : begin) all += (all.empty() ? "" : " && ") + b + " >= 0";
    return all;
  }
};

} // namespace constax::inline CONSTAX_TAG::codegen
