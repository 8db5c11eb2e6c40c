// SPDX-License-Identifier: BSL-1.0
#pragma once
// cond : i32, a... -> b...        one of several functions of the same operands, chosen by number; the number is clamped
//
//   cond[branches=({ lambda ; a. let ... in ... }, { lambda ; a. let ... in ... })] index a...
//
// index : i32[] chooses for all; index : i32[n...] chooses for each row of operands and results, whose first axes those are (vmap makes
// such). A branch that was not chosen contributes exactly nothing, to results and to cotangents: both are selected. Branches of little work
// are lowered to selection; others are run only where a strip of rows has one that chooses them.
#include <constax/transform/control/branches.hpp>
#include <constax/transform/control/by_row.hpp>
#include <constax/transform/control/loops.hpp>
#include <constax/transform/inline.hpp>

namespace constax::inline CONSTAX_TAG {

/// What cond_t says of itself: a template, made where a program holds one (docs/decisions/0018).
template <class Self>
struct rules_of_cond : branches<Self> {
  using family = branches<Self>;
  using family::own_of, family::rest_of, family::reduced, family::prune, family::links;
  static constexpr u32 own = 1;

  static constexpr typed type(operand_types xs, range<i64> ps, jaxpr const* module) {
    if (xs.size() == 0 || xs[0]->type != dtype::i32)
      return fault{fault_code::dtype_not_accepted, {}, "the first operand is the branch's number, i32", xs.size() ? *xs[0] : aval{}};
    typed t = family::type(xs, ps, module);
    for (u32 i = 0; i < t.results.size() && !t.fault; ++i)
      if (!detail::begins_with(t.results[i], *xs[0]))
        return fault{fault_code::shapes_differ, {}, "each row has its branch", *xs[0], t.results[i], i};
    return t;
  }
  /// The branch of so many that a number stands for: the nearest there is.
  static constexpr u32 chosen(i64 index, u32 branches) {
    return index < 0 ? 0 : index >= static_cast<i64>(branches) ? branches - 1 : static_cast<u32>(index);
  }
  static constexpr vec<value> record(context& c, value index, range<value> ops, vec<jaxpr> branches) {
    vec<value> xs{index};
    xs.append(ops);
    return detail::bind_call(c, descriptor<Self>, xs, static_cast<vec<jaxpr>&&>(branches));
  }

  static constexpr vec<value> again(context& c, jaxpr const&, eqn const&, range<value> own, range<value> ops, vec<jaxpr> branches) {
    return record(c, own[0], ops, static_cast<vec<jaxpr>&&>(branches));
  }

  static constexpr vec<value> unzip(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<bool> unknown,
                                    vec<bool>& unknown_results) {
    vec<jaxpr> apart;
    vec<bool> outs;
    unknown_results = vec<bool>(e.n_out);
    for (u32 b = 0; b < e.n_param; ++b) {
      apart.push(constax::unzip(detail::function_of(module, e, b), {unknown.first + own, unknown.size() - own}, outs));
      c.fail(apart.back().fault);
      for (u32 i = 0; i < e.n_out && !c.fault; ++i) unknown_results[i] = unknown_results[i] || outs[i];
    }
    vec<value> results(e.n_out);
    for (bool which : {false, true}) {
      vec<u32> chosen;
      for (u32 i = 0; i < e.n_out; ++i)
        if (unknown_results[i] == which) chosen.push(i);
      if (chosen.empty() || c.fault) continue;
      if (which)
        for (jaxpr& f : apart) f = detail::drawing_again(static_cast<jaxpr&&>(f));
      vec<value> const ys = reduced(c, module, e, own_of(xs), rest_of(xs), apart, chosen);
      for (u32 i = 0; i < chosen.size() && !c.fault; ++i) results[chosen[i]] = ys[i];
    }
    return results;
  }

  static constexpr vec<value> batch(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<bool> mapped, extent n,
                                    vec<bool>& result_rows) {
    vec<jaxpr> branches;
    vec<value> ops;
    bool const by_row = mapped[0] || type_of(xs[0]).rank() > 0;
    vec<bool> rows, wanted(e.n_out, by_row), in;
    // Each row its branch: all operands have rows, so that what branches give back can be selected before it is summed over rows.
    for (u32 i = 1; i < xs.size(); ++i)
      in.push(by_row || mapped[i]), ops.push(by_row && !mapped[i] ? detail::repeated_rows(c, xs[i], n) : xs[i]);
    value const index = by_row && !mapped[0] ? detail::repeated_rows(c, xs[0], n) : xs[0];
    for (u32 b = 0; b < e.n_param && !by_row; ++b) {
      c.fail(detail::vmap_some(detail::function_of(module, e, b), in, n, rows).fault);
      for (u32 i = 0; i < e.n_out && !c.fault; ++i) wanted[i] = wanted[i] || rows[i];
    }
    for (u32 b = 0; b < e.n_param && !c.fault; ++b)
      branches.push(detail::vmap_some(detail::function_of(module, e, b), in, n, rows, wanted));
    if (c.fault) return {};
    result_rows = wanted;
    return record(c, index, ops, static_cast<vec<jaxpr>&&>(branches));
  }

  /// Worth a look whether any row wants it: loops, or as much work a row as some elementary functions. (Looking, and going through memory
  /// instead of registers, costs about 2 ns a row.)
  static constexpr bool is_costly(jaxpr const& f) {
    constexpr i64 much = 150;
    i64 flops = 0;
    for (eqn const& e : f.eqns) flops += e.prim->kind == kind::elementwise ? e.prim->weight() : 1;
    return flops > much || detail::holds_control(f);
  }
  /// A branch for each row becomes all branches and a selection, where that costs little.
  static constexpr vec<value> expand(context& c, jaxpr const& module, eqn const& e, range<value> xs) {
    if (type_of(xs[0]).rank() == 0) return {};
    for (u32 b = 0; b < e.n_param; ++b)
      if (is_costly(detail::function_of(module, e, b))) return {};
    range<value> const ops{xs.first + 1, xs.size() - 1};
    vec<value> ys = detail::inline_walk(c, detail::function_of(module, e, 0), ops);
    for (u32 b = 1; b < e.n_param && !c.fault; ++b) {
      value const number = c.constant(literal::of(dtype::i32, static_cast<i64>(b)));
      value const chosen = b + 1 < e.n_param ? bind<eq_t>({}, xs[0], number) : bind<ge_t>({}, xs[0], number);
      vec<value> const zs = detail::inline_walk(c, detail::function_of(module, e, b), ops);
      for (u32 i = 0; i < ys.size() && !c.fault; ++i) ys[i] = detail::select_rows(chosen, zs[i], ys[i]);
    }
    return ys;
  }

  /// The chosen branch in its place.
  static constexpr vec<value> settle(context& c, jaxpr const& module, eqn const& e, range<value> xs) {
    if (!xs[0].is_constant()) return {};
    return replay(c, detail::function_of(module, e, chosen(xs[0].lit.integer(), e.n_param)), {xs.first + 1, xs.size() - 1});
  }
  static constexpr void evaluate(jaxpr const& module, eqn const& e, range<tensor> xs, bindings const& b, function_evaluator run,
                                 vec<tensor>& results) {
    range<tensor> const ops{xs.first + 1, xs.size() - 1};
    auto const of_row = [&](u32 row) { return chosen(xs[0].at<std::int32_t>(row), e.n_param); };
    if (xs[0].type.rank() == 0) {
      results = run(detail::function_of(module, e, of_row(0)), ops, b);
      return;
    }
    u32 const rows = xs[0].size();
    vec<tensor> ys;
    for (u32 i = 0; i < e.n_out; ++i) ys.push(tensor(detail::in_call(module.type(e.out + i), b)));
    for (u32 k = 0; k < e.n_param; ++k) {
      auto const live = [&](u32 row) { return of_row(row) == k; };
      u32 const like = detail::first_row(rows, live);
      if (like == ~0u) continue;
      vec<tensor> const out = run(detail::function_of(module, e, k), detail::as_row(ops, xs[0].type, rows, like, live), b);
      if (out.size() != e.n_out) return;
      for (u32 i = 0; i < e.n_out; ++i)
        for (u32 w = 0, per_row = ys[i].size() / rows; w < ys[i].size(); ++w)
          if (live(w / per_row)) ys[i].words[w] = out[i].words[w];
    }
    results = ys;
  }

  static constexpr void print(text& out, range<i64>, range<text> functions) {
    out << "[branches=(";
    for (u32 b = 0; b < functions.size(); ++b) out << (b ? ", " : "") << functions[b];
    out << ")]";
  }
  static constexpr call_rules call{.jvp = family::template of_others<&family::jvp>,
                                   .batch = family::template of_others<&rules_of_cond::batch>,
                                   .transpose = family::template of_others<&family::transpose>,
                                   .expand = expand,
                                   .unzip = family::template of_others<&rules_of_cond::unzip>,
                                   .prune = prune,
                                   .settle = settle,
                                   .evaluate = evaluate,
                                   .links = links,
                                   .print = print,
                                   .one_of = true,
                                   .row_operand = 0};
};

struct cond_t : rules_of_cond<cond_t> {
  static constexpr std::string_view name = "cond";
};

namespace detail {
/// f of args in live rows, `otherwise` in the others.
constexpr vec<value> where_live(context& c, is_value auto live, jaxpr const& f, range<value> args, range<value> otherwise) {
  vec<value> ys;
  if (!holds_control(f)) {
    ys = replay(c, f, args);
    for (u32 i = 0; i < otherwise.size() && !c.fault; ++i) ys[i] = select_rows(live, ys[i], otherwise[i]);
    return ys;
  }
  vec<value> ops(otherwise);
  vec<aval> types;
  vec<u32> from, all;
  vec<jaxpr> branches;
  for (u32 i = 0; i < f.outs.size(); ++i) all.push(i);
  selection reads{{}, all}; // what f does not read may be without rows
  vec<bool> const needed = needed_inputs(f, all);
  for (u32 i = 0; i < args.size(); ++i)
    if (needed[i]) reads.ins.push(i), from.push(ops.size()), ops.push(args[i]);
  for (value const& x : ops) types.push(type_of(x));
  branches.push(
      function("function", types, [&](context&, range<value> in) { return vec<value>(range<value>{in.begin(), otherwise.size()}); }));
  branches.push(rewired(selected(f, reads), types, from, all));
  return cond_t::record(c, bind<convert_element_type_t>({dtype::i32}, live), ops, static_cast<vec<jaxpr>&&>(branches));
}
} // namespace detail

} // namespace constax::inline CONSTAX_TAG
