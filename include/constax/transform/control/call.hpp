// SPDX-License-Identifier: BSL-1.0
#pragma once
// call : a... -> b...        a function of the module, which is not copied to where it is used
//
//   call[name=step jaxpr={ lambda ; a. let ... in ... }] a...
//
// Equal functions stand in the module once, so that one piece of code serves all calls. `saves` says what reverse mode may keep of what the
// function computes for its derivative; the rest is computed anew: everything (cx::jit), nothing but the arguments (cx::checkpoint),
// results of matrix products, or what has a name (cx::checkpoint_name).
#include <constax/transform/control/branches.hpp>
#include <constax/transform/control/loops.hpp>
#include <constax/transform/inline.hpp>

namespace constax::inline CONSTAX_TAG {

/// What reverse mode may keep.
struct saving {
  enum class what : u8 { everything, nothing, dots, names };
  what which = what::everything;
  vec<label> names = {};

  /// For each variable of j: may it be kept?
  constexpr vec<bool> in(jaxpr const& j) const {
    vec<bool> may(j.vars.size(), which == what::everything);
    for (eqn const& e : j.eqns) {
      if (which == what::dots && e.prim->kind == kind::contraction) may[e.out] = true;
      if (which != what::names || !is<name_t>(e) || j.operands(e)[0].is_literal()) continue;
      for (label const& n : names) // under whatever name a value is read, it is the one before it got the name
        if (n == decode<name_t::params>(j.params(e)).name) may[j.operands(e)[0].var()] = true;
    }
    return may;
  }
};

/// What call_t says of itself: a template, made where a program holds one (docs/decisions/0018).
template <class Self>
struct rules_of_call : branches<Self> {
  using family = branches<Self>;
  using family::reduced, family::prune, family::links;
  static constexpr u32 own = 0;


  /// [place of the function][name][saving][names...]
  static constexpr function_places functions(range<i64>) { return {0, 1}; }
  static constexpr u32 first_name = 2 + label::words;
  static constexpr label name_of(range<i64> ps) {
    label l;
    detail::decoder{ps, 1}(l);
    return l;
  }
  static constexpr saving saving_of(range<i64> ps) {
    saving s{static_cast<saving::what>(ps[1 + label::words])};
    detail::decoder d{ps, first_name};
    while (d.at < ps.size()) d(s.names.push(label{}));
    return s;
  }
  static constexpr vec<i64> params_of_call(label const& name, saving const& s) {
    vec<i64> ps;
    detail::encoder put{ps};
    put(name), put(s.which);
    for (label const& n : s.names) put(n);
    return ps;
  }

  static constexpr vec<value> record(context& c, label const& name, saving const& s, range<value> ops, jaxpr f) {
    vec<jaxpr> fs;
    fs.push(static_cast<jaxpr&&>(f));
    return detail::bind_call(c, descriptor<Self>, ops, static_cast<vec<jaxpr>&&>(fs), {}, params_of_call(name, s));
  }
  static constexpr vec<value> again(context& c, jaxpr const& module, eqn const& e, range<value>, range<value> ops, vec<jaxpr> fs) {
    range<i64> const ps = module.params(e);
    return detail::bind_call(c, descriptor<Self>, ops, static_cast<vec<jaxpr>&&>(fs), {},
                             vec<i64>(range<i64>{ps.first + 1, ps.size() - 1}));
  }

  static constexpr vec<value> batch(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<bool> mapped, extent n,
                                    vec<bool>& result_rows) {
    vec<jaxpr> fs;
    fs.push(detail::vmap_some(detail::function_of(module, e, 0), mapped, n, result_rows));
    return again(c, module, e, {}, xs, static_cast<vec<jaxpr>&&>(fs));
  }

  /// What the linear half reads of the other one are its residuals, as far as they may be saved.
  static constexpr vec<value> unzip(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<bool> unknown,
                                    vec<bool>& unknown_results) {
    jaxpr const f = constax::unzip(detail::function_of(module, e, 0), unknown, unknown_results);
    c.fail(f.fault);
    vec<value> results(e.n_out), ops(xs);
    if (c.fault) return results;
    vec<u32> known, linear;
    for (u32 i = 0; i < e.n_out; ++i) (unknown_results[i] ? linear : known).push(i);
    vec<bool> const may_keep = saving_of(module.params(e)).in(f);
    vec<u32> const residuals = detail::values_to_keep(f, unknown, linear, [&](eqn const& made) { return may_keep[made.out]; });
    vec<jaxpr> halves;
    halves.push(f);
    vec<u32> outs = known;
    for (u32 v : residuals) outs.push(halves[0].outs.size()), halves[0].outs.push({static_cast<i32>(v)});
    if (!outs.empty()) {
      vec<value> const ys = reduced(c, module, e, {}, xs, halves, outs);
      for (u32 i = 0; i < outs.size() && !c.fault; ++i)
        if (i < known.size()) results[known[i]] = ys[i];
        else ops.push(ys[i]);
    }
    if (linear.empty() || c.fault) return results;
    halves[0] = detail::drawing_again(detail::with_inputs(f, residuals));
    vec<value> const ys = reduced(c, module, e, {}, ops, halves, linear);
    for (u32 i = 0; i < linear.size() && !c.fault; ++i) results[linear[i]] = ys[i];
    return results;
  }

  /// A function that is called once is better where it is, for the loops around it run through it; so is one that is shorter than a call.
  /// What shall be computed anew stays apart from what it was computed as.
  static constexpr vec<value> expand(context& c, jaxpr const& module, eqn const& e, range<value> xs) {
    constexpr u32 short_function = 12;
    jaxpr const& f = detail::function_of(module, e, 0);
    if (saving_of(module.params(e)).which != saving::what::everything) return {};
    u32 calls = 0;
    for (eqn const& g : module.eqns) calls += g.prim == e.prim && module.params(g)[0] == module.params(e)[0];
    if (calls > 1 && (f.eqns.size() > short_function || !f.subs.empty())) return {};
    return detail::inline_walk(c, f, xs);
  }

  static constexpr void evaluate(jaxpr const& module, eqn const& e, range<tensor> xs, bindings const& b, function_evaluator run,
                                 vec<tensor>& results) {
    results = run(detail::function_of(module, e, 0), xs, b);
  }
  static constexpr void print(text& out, range<i64> ps, range<text> functions) {
    constexpr char const* words[] = {"everything", "nothing", "dots"};
    saving const s = saving_of(ps);
    out << "[name=" << name_of(ps) << " jaxpr=" << functions[0];
    if (s.which == saving::what::names) {
      out << " saves=(";
      for (u32 i = 0; i < s.names.size(); ++i) out << (i ? ", " : "") << s.names[i];
      out << (s.names.size() == 1 ? ",)" : ")");
    } else if (s.which != saving::what::everything) out << " saves=" << words[static_cast<u8>(s.which)];
    out << ']';
  }

  static constexpr call_rules call{.jvp = family::template of_others<&family::jvp>,
                                   .batch = family::template of_others<&rules_of_call::batch>,
                                   .transpose = family::template of_others<&family::transpose>,
                                   .expand = expand,
                                   .functions = functions,
                                   .unzip = family::template of_others<&rules_of_call::unzip>,
                                   .prune = prune,
                                   .evaluate = evaluate,
                                   .links = links,
                                   .print = print};
};

struct call_t : rules_of_call<call_t> {
  static constexpr std::string_view name = "call";
};

} // namespace constax::inline CONSTAX_TAG
