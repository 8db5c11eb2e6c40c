// SPDX-License-Identifier: BSL-1.0
#pragma once
// sums : a node of reductions or contractions -> lines for each level that it takes part in        the order of primitives/summation.hpp
//
//   chains   a thread a partial accumulator; blocks, groups and results follow behind barriers
//   result   a thread a result, which adds all its terms in that order
#include <constax/codegen/node_writer.hpp>

namespace constax::inline CONSTAX_TAG::codegen {

/// What a reduction or contraction does: acc = step(acc, terms), join(acc, acc).
struct summation {
  jaxpr const& j;
  eqn const& e;
  dtype type;
  i64 terms, results;
  std::string step(std::string const& acc, std::string const& x, std::string const& y) const {
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

class sum_text : node_writer {
 public:
  explicit sum_text(node_writer const& w) : node_writer(w) {}
  std::vector<std::string> operator()(grid_plan::node const& n) {
    return n.form == sum_form::result ? std::vector{of_results(n)} : of_chains(n);
  }

 private:
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
    spot const result = place(x, j.type(e.out).shape, r);
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
  void take_term(grid_plan::node const& n, writer& w, std::vector<std::string> const& acc, std::string const& r, std::string const& k,
                 wide_loop* wide = nullptr) {
    elements x = elements_of(w, n.level, wide);
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
  std::string result_text(writer& w, grid_plan::node const& n, u32 e, std::string const& r) {
    elements x = elements_of(w, n.level);
    return names[at(e).out] + "[" + x.linear(place(x, j.type(at(e).out).shape, r)) + "]";
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
          w.line(blocks ? "blocks_in_order " + name + "(i64(" + number(s.terms) + "), i64(" + number(s.results * info(s.type).bytes) +
                              "), " + type + "(" + s.identity() + "), " + combine_name(e) + ");"
                        : type + " " + name + " = " + s.identity() + ";");
          acc.push_back(name);
        }
      };
      std::string const k = w.fresh("k");
      if (first.terms <= short_sum) {
        declare(false);
        if (first.terms > 0)
          w.block("for (index " + k + " = 0; " + k + " < " + number(first.terms) + "; ++" + k + ")", [&] { take_term(n, w, acc, r, k); });
        for (std::size_t i = 0; i < sums.size(); ++i) w.line(result_text(w, n, sums[i], r) + " = " + acc[i] + ";");
        return;
      }
      for (u32 e : sums) w.line("auto const " + combine_name(e) + " = " + combine_lambda(summation_of(at(e))) + ";");
      declare(true);
      std::string const b = w.fresh("b"), c = w.fresh("c");
      w.block("for (index " + b + " = 0; " + b + " < " + number(first.terms) + "; " + b + " += " + number(block_length) + ")", [&] {
        std::vector<std::string> chain;
        for (u32 e : sums) {
          summation const s = summation_of(at(e));
          std::string const name = w.fresh("chain");
          w.line(type_text(s.type) + " " + name + "[" + number(chains) + "];");
          w.line("for (index " + c + " = 0; " + c + " < " + number(chains) + "; ++" + c + ") " + name + "[" + c + "] = " + s.identity() +
                 ";");
          chain.push_back(name);
        }
        std::vector<std::string> here;
        for (std::string const& name : chain) here.push_back(name + "[" + c + "]");
        std::string const end = w.fresh("end");
        w.line("index const " + end + " = " + b + " + " + number(block_length) + " < " + number(first.terms) + " ? " + b + " + " +
               number(block_length) + " : " + number(first.terms) + ";");
        w.block("for (index " + k + " = " + b + "; " + k + " < " + end + "; ++" + k + ")", [&] {
          w.line("index const " + c + " = " + k + " % " + number(chains) + ";");
          take_term(n, w, here, r, k);
        });
        for (std::size_t i = 0; i < sums.size(); ++i) {
          w.line("fold_chains(" + chain[i] + ", " + number(chains) + ", " + combine_name(sums[i]) + ");");
          w.line(acc[i] + ".take(" + chain[i] + "[0]);");
        }
      });
      for (std::size_t i = 0; i < sums.size(); ++i) w.line(result_text(w, n, sums[i], r) + " = " + acc[i] + ".result();");
    });
    return w.take();
  }
  std::string combine_name(u32 e) const { return "join_" + names[at(e).out]; }
  static std::string combine_lambda(summation const& s) {
    std::string const type = type_text(s.type);
    return "[](" + type + " p, " + type + " q) { return static_cast<" + type + ">(" + s.join("p", "q") + "); }";
  }

  /// How the partial sums of results lie: [results, blocks, chains] if the terms of a result do so side by side, else [blocks, chains,
  /// results].
  struct partial_sums {
    bool by_result;
    i64 results;
    spot at(std::string const& i, i64 parts, i64 more = 1) const {
      return elements::at_number(by_result ? shape{results, parts, more} : shape{parts, more, results}, i);
    }
    std::string result(elements& x, spot const& s) const { return x.axis(s, by_result ? 0 : 2); }
    std::string part(elements& x, spot const& s) const { return x.axis(s, by_result ? 1 : 0); }
    std::string rest(elements& x, spot const& s) const { return x.axis(s, by_result ? 2 : 1); }
    std::string number(std::string const& r, std::string const& part, i64 parts, std::string const& rest = "0", i64 more = 1) const {
      std::string const n = std::to_string(more);
      if (by_result) return plus(times(plus(times(r, std::to_string(parts)), part), n), rest);
      return plus(times(plus(times(part, n), rest), std::to_string(results)), r);
    }
  };

  /// The blocks of one sum's terms on registers of lanes; empty where they have no such form.
  template <class Put> std::string wide_blocks(grid_plan::node const& n, Put const& put_block) {
    std::vector<u32> const sums = sums_of(n);
    summation const first = summation_of(at(sums[0]));
    if (!packs || first.results != 1 || first.terms <= short_sum || row_axes > 0 || (first.type != dtype::f64 && first.type != dtype::f32))
      return {};
    int const counted = counter;
    wide_loop wide{first.type};
    std::string const T = type_text(first.type), S = number(static_cast<i64>(sums.size()));
    writer w = lines_of();
    w.open("");
    std::string none, join;
    for (std::size_t q = 0; q < sums.size(); ++q) {
      summation const s = summation_of(at(sums[q]));
      std::string const of_sum = q + 1 < sums.size() ? "if (s == " + number(static_cast<i64>(q)) + ") " : "";
      none += of_sum + "return " + s.identity() + "; ", join += of_sum + "return static_cast<" + T + ">(" + s.join("p", "q") + "); ";
    }
    std::string const k = w.fresh("k"), v = w.fresh("v"), b = w.fresh("b");
    wide.offsets[k] = 0;
    w.line("auto const none = []([[maybe_unused]] int s) -> " + T + " { " + none + "};");
    w.line("auto const join = []([[maybe_unused]] int s, " + T + " p, " + T + " q) { " + join + "};");
    w.open("wide_fold<" + number(chains_of(first.type)) + ", " + S + ", " + T + ">(" + grid + ", index(" + number(first.terms) +
           "), none, [&](auto " + k + ", auto* " + v + ") CONSTAX_INLINED");
    w.line("using wide [[maybe_unused]] = wide_t<decltype(" + k + "), " + T + ">;");
    std::vector<std::string> acc;
    for (std::size_t q = 0; q < sums.size(); ++q) acc.push_back(v + "[" + number(static_cast<i64>(q)) + "]");
    take_term(n, w, acc, "0", k, &wide);
    w.close(", join, [&]([[maybe_unused]] index " + b + ", " + T + " const* " + v + ") {");
    w.indent();
    for (std::size_t q = 0; q < sums.size(); ++q) put_block(w, q, b, v + "[" + number(static_cast<i64>(q)) + "]");
    w.close(");"), w.close();
    bool const of_numbers = first.e.prim->kind == kind::contraction || first.e.prim->cpp.find("math::") != std::string_view::npos;
    if (wide.failed || !wide.cuts.empty() || !of_numbers) return counter = counted, std::string();
    return w.take();
  }

  /// A thread a partial accumulator; what they give is folded in further levels.
  std::vector<std::string> of_chains(grid_plan::node const& n) {
    std::vector<u32> const sums = sums_of(n);
    summation const first = summation_of(at(sums[0]));
    i64 const chains = chains_of(first.type), blocks = block_count(first.terms), results = first.results;
    i64 const groups = grid_planner::groups_of(j, at(sums[0]));
    partial_sums const lie{grid_planner::side_by_side(j, at(sums[0])), results / rows};
    auto const room = [&](char const* of, u32 e, i64 elements) {
      scratch.push_back({std::string(of) + "_" + names[at(e).out], j.type(at(e).out).type, elements / rows});
      return scratch.back().name;
    };
    std::string const C = number(chains), B = number(blocks), G = number(groups), S = number(static_cast<i64>(sums.size())),
                      T = type_text(first.type);
    std::vector<std::string> levels, partial, of_block, of_group;
    size.count(results * blocks * chains, first.terms * results);
    // join(s, p, q) joins two of sum s
    auto const join_line = [&](writer& w) {
      std::string const name = w.fresh("join");
      std::string body;
      for (std::size_t q = 0; q < sums.size(); ++q)
        body += (q + 1 < sums.size() ? "if (s == " + number(static_cast<i64>(q)) + ") " : "") + "return static_cast<" + T + ">(" +
                summation_of(at(sums[q])).join("p", "q") + "); ";
      w.line("auto const " + name + " = []([[maybe_unused]] int s, " + T + " p, " + T + " q) { " + body + "};");
      return name;
    };
    auto const declare_sums = [&](writer& w) {
      std::vector<std::string> acc;
      for (u32 e : sums) {
        acc.push_back(w.fresh("sum"));
        w.line(T + " " + acc.back() + " = " + summation_of(at(e)).identity() + ";");
      }
      return acc;
    };
    // the terms of partial accumulator c in block b of result r, into acc
    auto const add_terms = [&](writer& w, elements& x, std::vector<std::string> const& acc, std::string const& r, std::string const& b,
                               std::string const& c) {
      std::string const k = w.fresh("k"), begin = x.index("begin", plus(times(b, number(block_length)), c));
      std::string const end = blocks == 1 ? number(first.terms) : x.index("end", "(" + b + " + 1) * " + number(block_length));
      std::string const in_time = blocks == 1 || first.terms % block_length == 0 ? "" : " && " + k + " < " + number(first.terms);
      w.block("CONSTAX_UNROLL_8 for (index " + k + " = " + begin + "; " + k + " < " + end + in_time + "; " + k + " += " + C + ")",
              [&] { take_term(n, w, acc, r, k); });
    };
    // what becomes of a block's sum: it is the result, or waits
    auto const put_block = [&](writer& w, std::size_t q, std::string const& i, std::string const& value) {
      summation const s = summation_of(at(sums[q]));
      if (blocks == 1) w.line(result_text(w, n, sums[q], i) + " = " + s.join(s.identity(), value) + ";");
      else w.line(of_block[q] + "[" + i + "] = " + value + ";");
    };
    for (u32 e : sums) of_block.push_back(blocks == 1 ? "" : room("blocks", e, results * blocks));
    if (std::string const wide = wide_blocks(n, put_block); !wide.empty()) levels.push_back(wide);
    else if (lie.by_result) {
      writer w = lines_of();
      if (results > 0) {
        w.open("");
        std::string const join = join_line(w), i = w.fresh("i"), v = w.fresh("v"), b = w.fresh("b");
        w.open(grid + ".template fold<" + C + ", " + S + ", " + T + ">(index(" + number(results / rows * blocks * chains) +
               "), [&](index " + i + ", " + T + "* " + v + ")");
        elements x = elements_of(w, n.level);
        spot const s = lie.at(i, blocks, chains);
        std::string const r = lie.result(x, s), block = lie.part(x, s), c = lie.rest(x, s);
        std::vector<std::string> const acc = declare_sums(w);
        add_terms(w, x, acc, r, block, c);
        for (std::size_t q = 0; q < sums.size(); ++q) w.line(v + "[" + number(static_cast<i64>(q)) + "] = " + acc[q] + ";");
        w.close(", " + join + ", [&]([[maybe_unused]] index " + b + ", " + T + " const* " + v + ") {");
        w.indent();
        for (std::size_t q = 0; q < sums.size(); ++q) put_block(w, q, b, v + "[" + number(static_cast<i64>(q)) + "]");
        w.close(");"), w.close();
      }
      levels.push_back(w.take());
    } else {
      for (u32 e : sums) partial.push_back(room("chains", e, results * blocks * chains));
      writer w = lines_of();
      each(w, results * blocks * chains, [&](std::string const& i) {
        elements x = elements_of(w, n.level);
        spot const s = lie.at(i, blocks, chains);
        std::string const r = lie.result(x, s), b = lie.part(x, s), c = lie.rest(x, s);
        std::vector<std::string> const acc = declare_sums(w);
        add_terms(w, x, acc, r, b, c);
        for (std::size_t q = 0; q < sums.size(); ++q) w.line(partial[q] + "[" + i + "] = " + acc[q] + ";");
      });
      levels.push_back(w.take());
      writer f = lines_of();
      each(f, results * blocks, [&](std::string const& i) {
        elements x = elements_of(f, n.level);
        spot const s = lie.at(i, blocks);
        std::string const r = lie.result(x, s), b = lie.part(x, s), join = join_line(f);
        for (std::size_t q = 0; q < sums.size(); ++q) {
          std::string const chain = f.fresh("chain"), c = f.fresh("c");
          f.line(T + " " + chain + "[" + C + "];");
          f.line("for (index " + c + " = 0; " + c + " < " + C + "; ++" + c + ") " + chain + "[" + c + "] = " + partial[q] + "[" +
                 lie.number(r, b, blocks, c, chains) + "];");
          f.line("fold_chains(" + chain + ", " + C + ", [&](" + T + " p, " + T + " q) { return " + join + "(" +
                 number(static_cast<i64>(q)) + ", p, q); });");
          put_block(f, q, i, chain + "[0]");
        }
      });
      levels.push_back(f.take());
    }
    if (blocks == 1) return levels;
    if (groups != blocks) {
      for (u32 e : sums) of_group.push_back(room("groups", e, results * groups));
      writer w = lines_of();
      std::string const range_of = "{static_cast<index>(group_begin(", G_B = ", " + G + ", " + B + "))";
      if (lie.by_result && results > 0) {
        w.open("");
        std::string const join = join_line(w), i = w.fresh("i"), v = w.fresh("v"), b = w.fresh("b"), range = w.fresh("range"),
                          load = w.fresh("load");
        elements x = elements_of(w, n.level);
        w.open("auto const " + range + " = [&](index " + i + ", " + T + "* " + v + ")");
        for (std::size_t q = 0; q < sums.size(); ++q)
          w.line(v + "[" + number(static_cast<i64>(q)) + "] = " + summation_of(at(sums[q])).identity() + ";");
        std::string const g = lie.part(x, lie.at(i, groups));
        w.line("return places<index>" + range_of + g + G_B + ", static_cast<index>(group_begin(" + g + " + 1" + G_B + "};");
        w.close(";");
        w.open("auto const " + load + " = [&]([[maybe_unused]] index " + i + ", index " + b + ", " + T + "* " + v + ")");
        std::string const r = lie.result(x, lie.at(i, groups));
        for (std::size_t q = 0; q < sums.size(); ++q)
          w.line(v + "[" + number(static_cast<i64>(q)) + "] = " + of_block[q] + "[" + lie.number(r, b, blocks) + "];");
        w.close(";");
        w.open(grid + ".template in_order<" + S + ", " + T + ">(index(" + number(results / rows * groups) + "), ordered_loads{" + range +
               ", " + load + "}, " + join + ", [&](index " + i + ", " + T + " const* " + v + ")");
        for (std::size_t q = 0; q < sums.size(); ++q) w.line(of_group[q] + "[" + i + "] = " + v + "[" + number(static_cast<i64>(q)) + "];");
        w.close(");"), w.close();
      } else
        each(w, results * groups, [&](std::string const& i) {
          elements x = elements_of(w, n.level);
          spot const s = lie.at(i, groups);
          std::string const r = lie.result(x, s), g = lie.part(x, s), b = w.fresh("b"), end = w.fresh("end");
          w.line("index const " + end + " = static_cast<index>(group_begin(" + g + " + 1" + G_B + ";");
          for (std::size_t q = 0; q < sums.size(); ++q) {
            std::string const acc = w.fresh("sum");
            w.line(T + " " + acc + " = " + summation_of(at(sums[q])).identity() + ";");
            w.line("for (index " + b + " = static_cast<index>(group_begin(" + g + G_B + "; " + b + " < " + end + "; ++" + b + ") " + acc +
                   " = " + summation_of(at(sums[q])).join(acc, of_block[q] + "[" + lie.number(r, b, blocks) + "]") + ";");
            w.line(of_group[q] + "[" + i + "] = " + acc + ";");
          }
        });
      levels.push_back(w.take());
    }
    writer w = lines_of();
    each(w, results, [&](std::string const& r) {
      std::string const join = join_line(w);
      for (std::size_t q = 0; q < sums.size(); ++q) {
        summation const s = summation_of(at(sums[q]));
        std::string const from = w.fresh("group"), c = w.fresh("c");
        std::string const value = groups == blocks
                                      ? s.join(s.identity(), of_block[q] + "[" + lie.number(r, c, blocks) + "]") // a group of one block
                                      : of_group[q] + "[" + lie.number(r, c, groups) + "]";
        w.line(T + " " + from + "[" + G + "];");
        w.line("for (index " + c + " = 0; " + c + " < " + G + "; ++" + c + ") " + from + "[" + c + "] = " + value + ";");
        w.line("combine_groups(" + from + ", " + G + ", [&](" + T + " p, " + T + " q) { return " + join + "(" +
               number(static_cast<i64>(q)) + ", p, q); });");
        w.line(result_text(w, n, sums[q], r) + " = " + from + "[0];");
      }
    });
    levels.push_back(w.take());
    return levels;
  }
};

} // namespace constax::inline CONSTAX_TAG::codegen
