// SPDX-License-Identifier: BSL-1.0
#pragma once
// nodes : a node of a grid_plan -> lines for each level that it takes part in
//
//   loop     grid.each(n, [&](i64 i0) { ...; c[i0] = c3; });
//   sum      partial accumulators, then blocks, groups and results: the order of primitives/summation.hpp
//   lines    a thread a line, from one end to the other: cumulative operations
#include <constax/codegen/elements.hpp>

namespace constax::inline CONSTAX_TAG::codegen {

/// A run of memory that a function needs besides its arguments.
struct buffer {
  std::string name;
  dtype type = dtype::f64;
  i64 elements = 0;
};

/// What a reduction or contraction does: acc = step(acc, terms), join(acc, acc).
struct summation {
  jaxpr const& j;
  eqn const& e;
  dtype type;
  i64 terms, results;
  std::string step(std::string const& acc, std::string const& x, std::string const& y) const {
    std::string const t = type_text(type);
    if (e.prim->kind == kind::reduction) return join(acc, x);
    if (info(type).floating) return "fma(" + x + ", " + y + ", " + acc + ")";
    return "math::add(" + acc + ", math::mul(" + x + ", " + y + "))";
  }
  std::string join(std::string const& a, std::string const& b) const {
    if (e.prim->kind == kind::reduction) return spell(e.prim->cpp, {{a, b, {}}, type, type, {}});
    return "math::add(" + a + ", " + b + ")";
  }
  /// The value of no terms. Nobody lists it: the oracle tells.
  std::string identity() const {
    if (e.prim->kind == kind::contraction) return literal_text(info(type).floating ? literal::of(type, -0.0) : literal::of(type, i64{0}));
    tensor const none(aval{type, shape{extent(0)}});
    vec<tensor> ys;
    e.prim->evaluate({&none, 1}, encode(reduction_params{{0}}), {}, ys);
    return literal_text(detail::literal_of_word(type, ys[0].words[0]));
  }
};

class node_text {
 public:
  jaxpr const& j;
  grid_plan const& plan;
  std::vector<std::string> const& names;
  std::vector<buffer>& scratch;
  int& counter;
  i64& widest; // the most elements of a loop
  int const depth;

  node_text(jaxpr const& program, grid_plan const& of, std::vector<std::string> const& variables, std::vector<buffer>& to, int& n, i64& most, int indent)
      : j(program), plan(of), names(variables), scratch(to), counter(n), widest(most), depth(indent) {}

  /// Lines for the levels node.level, node.level + 1, ...
  std::vector<std::string> operator()(grid_plan::node const& n) {
    using enum grid_plan::node_kind;
    switch (n.kind) {
    case loop: return {of_loop(n)};
    case sum: return n.form == sum_form::result ? std::vector{of_results(n)} : of_chains(n);
    case lines: return {of_lines(n)};
    case locate: return {of_places(n)};
    case scatter: return of_slices(n);
    default: return {};
    }
  }

 private:
  eqn const& at(u32 i) const { return j.eqns[i]; }
  static std::string number(i64 n) { return std::to_string(n); }
  writer lines_of() { return writer(depth, counter); }
  elements elements_of(writer& w, u32 level) { return {j, plan, names, w, level}; }
  /// grid.each over n, if there is something to do. f gets the name of the number.
  template <class F> void each(writer& w, i64 n, F const& f) {
    if (n == 0) return;
    if (n > widest) widest = n;
    std::string const i = w.fresh("i");
    w.block("grid.each(" + number(n) + ", [&]([[maybe_unused]] i64 " + i + ")", [&] { f(i); }, ");");
  }
  void store(elements& x, u32 eqn_number, spot const& s) {
    u32 const v = at(eqn_number).out;
    std::string const value = x.of(atom{static_cast<i32>(v)}, s); // asked for first: it may name the place
    x.w.line(names[v] + "[" + x.linear(s) + "] = " + value + ";");
  }

  std::string of_loop(grid_plan::node const& n) {
    writer w = lines_of();
    each(w, n.space.size(), [&](std::string const& i) {
      elements x = elements_of(w, n.level);
      for (u32 e : n.eqns) store(x, e, elements::at_number(n.space, i));
    });
    return w.take();
  }

  // ---- sums -----------------------------------------------------------------------------------------------------------------------

  summation summation_of(eqn const& e) const {
    sum_size const s = grid_planner::size_of(j, e);
    return {j, e, j.type(e.out).type, s.terms, s.results};
  }
  /// The equations of a node that add.
  std::vector<u32> sums_of(grid_plan::node const& n) const {
    std::vector<u32> s;
    for (u32 e : n.eqns)
      if (!is_formula(at(e))) s.push_back(e);
    return s;
  }
  /// The place of term k of result r in operand `side` of a sum.
  spot term_spot(elements& x, eqn const& e, u32 side, std::string const& r, std::string const& k) {
    shape const& in = j.type(j.operands(e)[side]).shape;
    spot s{in, std::vector<std::string>(in.rank), {}};
    spot const result = elements::at_number(j.type(e.out).shape, r);
    if (e.prim->kind == kind::reduction) {
      axes const over = decode<reduction_params>(j.params(e)).axes;
      for (int a = 0, d = 0; a < in.rank; ++a) s.at[static_cast<std::size_t>(a)] = over.contains(a) ? k : x.axis(result, d++);
      if (in.rank == 1) return elements::at_number(in, k);
      return s;
    }
    detail::contraction_axes const c = e.prim->contraction(j.params(e));
    axes const &batch = side ? c.rhs_batch : c.lhs_batch, &over = side ? c.rhs_contracting : c.lhs_contracting;
    shape const& left = j.type(j.operands(e)[0]).shape;
    shape terms;
    for (i64 d : c.lhs_contracting) terms.push(left[static_cast<int>(d)]);
    spot const term = elements::at_number(terms, k);
    for (int i = 0; i < batch.size(); ++i) s.at[static_cast<std::size_t>(batch[i])] = x.axis(result, i);
    for (int i = 0; i < over.size(); ++i) s.at[static_cast<std::size_t>(over[i])] = x.axis(term, i);
    int d = batch.size();
    if (side) d += left.rank - c.lhs_batch.size() - c.lhs_contracting.size();
    for (int a = 0; a < in.rank; ++a)
      if (!batch.contains(a) && !over.contains(a)) s.at[static_cast<std::size_t>(a)] = x.axis(result, d++);
    return s;
  }
  /// One term into acc; stores what the node's loop stores at that place.
  void take_term(grid_plan::node const& n, writer& w, std::vector<std::string> const& acc, std::string const& r, std::string const& k) {
    elements x = elements_of(w, n.level);
    std::size_t s = 0;
    std::vector<u32> const sums = sums_of(n);
    for (u32 e : n.eqns)
      if (is_formula(at(e))) store(x, e, term_spot(x, at(sums[0]), 0, r, k));
    for (u32 e : sums) {
      range<atom> const xs = j.operands(at(e));
      std::string const a = x.of(xs[0], xs[0].is_literal() ? elements::scalar() : term_spot(x, at(e), 0, r, k));
      std::string const b = at(e).prim->kind == kind::contraction ? x.of(xs[1], term_spot(x, at(e), 1, r, k)) : "";
      w.line(acc[s] + " = " + summation_of(at(e)).step(acc[s], a, b) + ";");
      ++s;
    }
  }
  /// A thread a result.
  std::string of_results(grid_plan::node const& n) {
    writer w = lines_of();
    std::vector<u32> const sums = sums_of(n);
    summation const first = summation_of(at(sums[0]));
    int const chains = chains_of(first.type);
    each(w, first.results, [&](std::string const& r) {
      std::vector<std::string> acc;
      auto const declare = [&](bool blocks) {
        for (u32 e : sums) {
          summation const s = summation_of(at(e));
          std::string const name = w.fresh("sum"), type = type_text(s.type);
          w.line(blocks ? "blocks_in_order " + name + "(i64(" + number(s.terms) + "), i64(" + number(s.results * info(s.type).bytes) + "), " + type + "(" +
                              s.identity() + "), " + combine_name(e) + ");"
                        : type + " " + name + " = " + s.identity() + ";");
          acc.push_back(name);
        }
      };
      std::string const k = w.fresh("k");
      if (first.terms <= short_sum) {
        declare(false);
        if (first.terms > 0)
          w.block("for (i64 " + k + " = 0; " + k + " < " + number(first.terms) + "; ++" + k + ")", [&] { take_term(n, w, acc, r, k); });
        for (std::size_t i = 0; i < sums.size(); ++i) w.line(names[at(sums[i]).out] + "[" + r + "] = " + acc[i] + ";");
        return;
      }
      for (u32 e : sums) w.line("auto const " + combine_name(e) + " = " + combine_lambda(summation_of(at(e))) + ";");
      declare(true);
      std::string const b = w.fresh("b"), c = w.fresh("c");
      w.block("for (i64 " + b + " = 0; " + b + " < " + number(first.terms) + "; " + b + " += " + number(block_length) + ")", [&] {
        std::vector<std::string> chain;
        for (u32 e : sums) {
          summation const s = summation_of(at(e));
          std::string const name = w.fresh("chain");
          w.line(type_text(s.type) + " " + name + "[" + number(chains) + "];");
          w.line("for (i64 " + c + " = 0; " + c + " < " + number(chains) + "; ++" + c + ") " + name + "[" + c + "] = " + s.identity() + ";");
          chain.push_back(name);
        }
        std::vector<std::string> here;
        for (std::string const& name : chain) here.push_back(name + "[" + c + "]");
        std::string const end = w.fresh("end");
        w.line("i64 const " + end + " = " + b + " + " + number(block_length) + " < " + number(first.terms) + " ? " + b + " + " +
               number(block_length) + " : " + number(first.terms) + ";");
        w.block("for (i64 " + k + " = " + b + "; " + k + " < " + end + "; ++" + k + ")", [&] {
          w.line("i64 const " + c + " = " + k + " % " + number(chains) + ";");
          take_term(n, w, here, r, k);
        });
        for (std::size_t i = 0; i < sums.size(); ++i) {
          w.line("fold_chains(" + chain[i] + ", " + number(chains) + ", " + combine_name(sums[i]) + ");");
          w.line(acc[i] + ".take(" + chain[i] + "[0]);");
        }
      });
      for (std::size_t i = 0; i < sums.size(); ++i) w.line(names[at(sums[i]).out] + "[" + r + "] = " + acc[i] + ".result();");
    });
    return w.take();
  }
  std::string combine_name(u32 e) const { return "join_" + names[at(e).out]; }
  static std::string combine_lambda(summation const& s) {
    std::string const type = type_text(s.type);
    return "[](" + type + " p, " + type + " q) { return static_cast<" + type + ">(" + s.join("p", "q") + "); }";
  }

  /// A thread a partial accumulator; what they give is folded in further levels.
  std::vector<std::string> of_chains(grid_plan::node const& n) {
    std::vector<u32> const sums = sums_of(n);
    summation const first = summation_of(at(sums[0]));
    i64 const chains = chains_of(first.type), blocks = block_count(first.terms), results = first.results;
    auto const room = [&](char const* of, u32 e, i64 elements) {
      scratch.push_back({std::string(of) + "_" + names[at(e).out], j.type(at(e).out).type, elements});
      return scratch.back().name;
    };
    std::vector<std::string> levels, partial, of_block;
    {
      writer w = lines_of();
      for (u32 e : sums) partial.push_back(room("chains", e, results * blocks * chains));
      each(w, results * blocks * chains, [&](std::string const& i) {
        std::vector<std::string> acc;
        elements x = elements_of(w, n.level);
        spot const s = elements::at_number({results, blocks, chains}, i);
        std::string const r = x.axis(s, 0), b = x.axis(s, 1), c = x.axis(s, 2);
        for (u32 e : sums) {
          std::string const name = w.fresh("sum");
          w.line(type_text(summation_of(at(e)).type) + " " + name + " = " + summation_of(at(e)).identity() + ";");
          acc.push_back(name);
        }
        std::string const k = w.fresh("k"), begin = x.index("begin", plus(times(b, number(block_length)), c));
        std::string const last = blocks == 1 ? number(first.terms) : x.index("end", "(" + b + " + 1) * " + number(block_length));
        std::string const in_time = blocks == 1 ? "" : " && " + k + " < " + number(first.terms);
        w.block("for (i64 " + k + " = " + begin + "; " + k + " < " + last + in_time + "; " + k + " += " + number(chains) + ")",
                [&] { take_term(n, w, acc, r, k); });
        for (std::size_t q = 0; q < sums.size(); ++q) w.line(partial[q] + "[" + i + "] = " + acc[q] + ";");
      });
      levels.push_back(w.take());
    }
    {
      writer w = lines_of();
      for (u32 e : sums) of_block.push_back(blocks == 1 ? names[at(e).out] : room("blocks", e, results * blocks));
      each(w, results * blocks, [&](std::string const& i) {
        for (std::size_t q = 0; q < sums.size(); ++q) {
          summation const s = summation_of(at(sums[q]));
          std::string const join = w.fresh("join"), chain = w.fresh("chain"), type = type_text(s.type), c = w.fresh("c");
          w.line("auto const " + join + " = " + combine_lambda(s) + ";");
          w.line(type + " " + chain + "[" + number(chains) + "];");
          w.line("for (i64 " + c + " = 0; " + c + " < " + number(chains) + "; ++" + c + ") " + chain + "[" + c + "] = " + partial[q] + "[" +
                 in_parentheses(i) + " * " + number(chains) + " + " + c + "];");
          w.line("fold_chains(" + chain + ", " + number(chains) + ", " + join + ");");
          w.line(of_block[q] + "[" + i + "] = " + (blocks == 1 ? s.join(s.identity(), chain + "[0]") : chain + "[0]") + ";");
        }
      });
      levels.push_back(w.take());
    }
    if (blocks == 1) return levels;
    std::vector<std::string> of_group;
    std::vector<i64> groups;
    {
      writer w = lines_of();
      for (u32 e : sums) {
        summation const s = summation_of(at(e));
        groups.push_back(group_count(s.terms, results * info(s.type).bytes));
        of_group.push_back(room("groups", e, results * groups.back()));
      }
      each(w, results * groups[0], [&](std::string const& i) {
        elements x = elements_of(w, n.level);
        spot const place = elements::at_number({results, groups[0]}, i);
        std::string const r = x.axis(place, 0), g = x.axis(place, 1);
        for (std::size_t q = 0; q < sums.size(); ++q) {
          summation const s = summation_of(at(sums[q]));
          std::string const acc = w.fresh("sum"), b = w.fresh("b"), end = w.fresh("end"), G = number(groups[q]), B = number(blocks);
          w.line(type_text(s.type) + " " + acc + " = " + s.identity() + ";");
          w.line("i64 const " + end + " = group_begin(" + g + " + 1, " + G + ", " + B + ");");
          w.line("for (i64 " + b + " = group_begin(" + g + ", " + G + ", " + B + "); " + b + " < " + end + "; ++" + b + ") " + acc + " = " +
                 s.join(acc, of_block[q] + "[" + plus(times(r, B), b) + "]") + ";");
          w.line(of_group[q] + "[" + i + "] = " + acc + ";");
        }
      });
      levels.push_back(w.take());
    }
    writer w = lines_of();
    each(w, results, [&](std::string const& r) {
      for (std::size_t q = 0; q < sums.size(); ++q) {
        summation const s = summation_of(at(sums[q]));
        std::string const from = w.fresh("group"), c = w.fresh("c"), G = number(groups[q]);
        w.line(type_text(s.type) + " " + from + "[" + G + "];");
        w.line("for (i64 " + c + " = 0; " + c + " < " + G + "; ++" + c + ") " + from + "[" + c + "] = " + of_group[q] + "[" + plus(times(r, G), c) + "];");
        w.line("combine_groups(" + from + ", " + G + ", " + combine_lambda(s) + ");");
        w.line(names[at(sums[q]).out] + "[" + r + "] = " + from + "[0];");
      }
    });
    levels.push_back(w.take());
    return levels;
  }

  // ---- lines: cumulative operations, places -------------------------------------------------------------------------------------------

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
          w.open("auto const " + name + " = [&](i64 " + k + more + ")"), w.line(line() + ";"), w.close(";");
        };
        of_place("term", "", [&] { return "return " + element(0, k); });
        of_place("get", "", [&] { return "return " + result(k); });
        of_place("put", ", " + type + " " + v, [&] { return result(k) + " = " + v; });
        w.line("auto const join = [](" + type + " p, " + type + " q) { return " + step("p", "q", "") + "; };");
        std::string const N = number(length), one = type + "(1)";
        w.line("others_in_order(" + N + ", 0, " + one + ", line_of_others(" + N + ", " + number(chains_of(j.type(e.out).type)) + ", " + one +
               ", term, get, put, join), join);");
        return;
      }
      u32 const last = e.n_in - 1; // what a line begins with
      std::string const acc = w.fresh("acc"), k = w.fresh("k"), begin = reverse ? number(length - 1) : "0";
      std::string const first = element(last, begin);
      w.line(type + " " + acc + " = " + first + ";");
      w.line(result(begin) + " = " + (exclusive ? identity_of(e) : acc) + ";");
      w.block(reverse ? "for (i64 " + k + " = " + begin + "; " + k + "-- > 0;)" : "for (i64 " + k + " = 1; " + k + " < " + number(length) + "; ++" + k + ")", [&] {
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
      w.line("i64 " + where + " = 0;");
      w.block("for (i64 " + k + " = 1; " + k + " < " + number(s[axis].number) + "; ++" + k + ")", [&] {
        std::string const now = x.of(operand, line_spot(x, s, axis, i, k));
        std::string better = spell(e.prim->cpp, {{now, best, {}}, j.type(operand).type, dtype::boolean, {}});
        if (j.type(operand).floating()) better += " || (math::is_nan(" + now + ") && !math::is_nan(" + best + "))"; // the first nan is what is sought
        w.line("if (" + better + ") " + best + " = " + now + ", " + where + " = " + k + ";");
      });
      w.line(names[e.out] + "[" + i + "] = static_cast<" + type_text(j.type(e.out).type) + ">(" + where + ");");
    });
    return w.take();
  }

  // ---- scatter --------------------------------------------------------------------------------------------------------------------------

  /// A copy of the array; then slices in the order of their indices. Threads divide the axes along which slices never meet.
  std::vector<std::string> of_slices(grid_plan::node const& n) {
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
      w.block("for (i64 " + k + " = 0; " + k + " < " + number(in_order.size()) + "; ++" + k + ")", [&] {
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
          std::string const slice = x.of(xs[1], slices.rank ? s : elements::scalar()), place = names[e.out] + "[" + x.linear(x.named(to)) + "]";
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
