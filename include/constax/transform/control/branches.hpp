// SPDX-License-Identifier: BSL-1.0
#pragma once
// branches: the rules that cond and call share: functions of the same operands, of which one runs.
//
// Self says `own`, how many operands come first that are not the functions', and
//   again(context, module, equation, own operands, other operands, functions) -> results        the same with other functions
#include <constax/transform/control/transposed.hpp>

namespace constax::inline CONSTAX_TAG {

template <class Self>
struct branches {
  static constexpr constax::kind kind = constax::kind::control;

  static constexpr range<value> own_of(range<value> xs) { return {xs.begin(), Self::own}; }
  static constexpr range<value> rest_of(range<value> xs) { return {xs.first + Self::own, xs.size() - Self::own}; }
  static constexpr u32 count(jaxpr const& module, eqn const& e) { return e.prim->functions(module.params(e)).count; }

  static constexpr typed type(operand_types xs, range<i64> ps, jaxpr const* module) {
    typed t;
    function_places const held = descriptor<Self>.functions(ps);
    for (u32 b = 0; b < held.count; ++b) {
      jaxpr const& f = detail::function_at(*module, ps[held.first + b]);
      if (fault const no = detail::fits(f, 0, {xs.first + Self::own, xs.size() - Self::own})) return no;
      if (b == 0) detail::outs_of(f, 0, f.outs.size(), t);
      if (f.outs.size() != t.results.size())
        return fault{fault_code::wrong_count, {}, "all branches have as many results", {}, {}, f.outs.size()};
      for (u32 i = 0; i < f.outs.size(); ++i) {
        aval const &a = t.results[i], &y = detail::out_type(f, i);
        if (!(y == a))
          return fault{y.type == a.type ? fault_code::shapes_differ : fault_code::dtypes_differ,
                       {},
                       "all branches have results of the same types",
                       a,
                       y,
                       i};
      }
    }
    return t;
  }

  static constexpr vec<value> jvp(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<value> dxs) {
    vec<bool> active, has, wanted(e.n_out, false);
    vec<value> ops;
    for (u32 i = Self::own; i < xs.size(); ++i) ops.push(xs[i]), active.push(!dxs[i].is_zero());
    for (u32 i = Self::own; i < xs.size(); ++i)
      if (!dxs[i].is_zero()) ops.push(dxs[i]);
    for (u32 b = 0; b < count(module, e); ++b) {
      c.fail(detail::jvp_some(detail::function_of(module, e, b), active, has).fault);
      for (u32 i = 0; i < e.n_out && !c.fault; ++i) wanted[i] = wanted[i] || has[i];
    }
    vec<jaxpr> functions;
    for (u32 b = 0; b < count(module, e) && !c.fault; ++b)
      functions.push(detail::jvp_some(detail::function_of(module, e, b), active, has, wanted));
    if (c.fault) return {};
    vec<value> ys = Self::again(c, module, e, own_of(xs), ops, static_cast<vec<jaxpr>&&>(functions)), out;
    for (u32 i = 0; i < e.n_out && !c.fault; ++i) out.push(ys[i]);
    for (u32 i = 0, k = e.n_out; i < e.n_out && !c.fault; ++i) out.push(wanted[i] ? ys[k++] : value{});
    return out;
  }

  static constexpr vec<value> transpose(context& c, jaxpr const& module, eqn const& e, range<value> cts, range<value> xs) {
    vec<bool> linear, present;
    vec<value> ops, out(xs.size());
    for (value const& x : rest_of(xs)) {
      linear.push(x.is_zero());
      if (!x.is_zero()) ops.push(x);
    }
    for (value const& ct : cts) {
      present.push(!ct.is_absent() && !ct.is_zero());
      if (present.back()) ops.push(ct);
    }
    vec<jaxpr> functions;
    for (u32 b = 0; b < count(module, e); ++b) functions.push(detail::transposed(detail::function_of(module, e, b), linear, present));
    vec<value> const bars = Self::again(c, module, e, own_of(xs), ops, static_cast<vec<jaxpr>&&>(functions));
    for (u32 i = Self::own, k = 0; i < xs.size() && !c.fault; ++i)
      if (linear[i - Self::own]) out[i] = bars[k++];
    return out;
  }

  /// The functions `fs` with only the outputs `outs`, and only the inputs, of which `ops` are the operands, that these need -> those
  /// results.
  static constexpr vec<value> reduced(context& c, jaxpr const& module, eqn const& e, range<value> own, range<value> ops, range<jaxpr> fs,
                                      vec<u32> const& outs) {
    detail::selection s{{}, outs};
    vec<bool> needed(ops.size(), false);
    for (jaxpr const& f : fs) {
      vec<bool> const here = detail::needed_inputs(f, outs);
      for (u32 i = 0; i < needed.size(); ++i) needed[i] = needed[i] || here[i];
    }
    vec<value> taken;
    for (u32 i = 0; i < needed.size(); ++i)
      if (needed[i]) s.ins.push(i), taken.push(ops[i]);
    vec<jaxpr> functions;
    for (jaxpr const& f : fs) functions.push(detail::selected(f, s));
    return Self::again(c, module, e, own, taken, static_cast<vec<jaxpr>&&>(functions));
  }
  static constexpr vec<value> prune(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<bool> wanted) {
    vec<u32> outs;
    vec<jaxpr> fs;
    bool recursive = false;
    for (u32 i = 0; i < e.n_out; ++i)
      if (wanted[i]) outs.push(i);
    for (u32 b = 0; b < count(module, e); ++b)
      fs.push(detail::function_of(module, e, b)), recursive = recursive || detail::calls_itself(fs.back());
    if (recursive || detail::names_itself(module, e)) { // its calls of itself want all results
      value const first = constax::record(c, module, e, xs);
      vec<value> ys;
      for (u32 i : outs) ys.push(c.result(first.var + i));
      return ys;
    }
    return reduced(c, module, e, own_of(xs), rest_of(xs), fs, outs);
  }

  /// Rule, but where the function in which the equation stands is one of the branches.
  template <auto Rule, class... A>
  static constexpr vec<value> of_others(context& c, jaxpr const& module, eqn const& e, A... rest) {
    if (!detail::names_itself(module, e)) return Rule(c, module, e, rest...);
    c.fail({fault_code::not_evaluable, e.prim->name, detail::no_rule_for_recursion});
    return {};
  }

  static constexpr vec<function_link> links(jaxpr const& module, eqn const& e) {
    vec<function_link> all;
    for (u32 b = 0; b < count(module, e); ++b) {
      for (u32 i = Self::own; i < e.n_in; ++i) all.push({b, false, i - Self::own, static_cast<i32>(i), false, -1});
      for (u32 i = 0; i < detail::function_of(module, e, b).outs.size(); ++i) all.push({b, true, i, static_cast<i32>(i), false, -1});
    }
    return all;
  }
};

} // namespace constax::inline CONSTAX_TAG
