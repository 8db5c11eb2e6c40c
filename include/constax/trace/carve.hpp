// SPDX-License-Identifier: BSL-1.0
#pragma once
// carve : context, name, (a...), (b...) -> jaxpr, (captured...)        the function from inputs to outputs, cut out of what was recorded
//
// How an inner function is traced while nobody knows what surrounds it: `grad([&](auto y) { return x * y * y; })(3.0)` sees x, and its
// context, only when x meets y. A builder opened before that could not be put in its place among others. So the inner function's
// equations go where all others go, and are cut out afterwards: those that depend on its inputs, in whichever builder they are.
#include <constax/trace/context.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// What carve knows of the variables of one builder.
struct carved_level {
  vec<u8> depends, needed; // on an input; for an output
  vec<value> there;        // in the program that is cut out
};

constexpr void find_dependent(context& c, vec<carved_level>& levels, range<atom> outs) {
  for (u32 k = 0; k < levels.size(); ++k) {
    builder const& b = c.open[k];
    for (builder::capture const& from : b.captures)
      if (k) levels[k].depends[from.var] = levels[k - 1].depends[from.outer.var];
    for (eqn const& e : b.jaxpr.eqns) {
      bool any = false;
      for (atom a : b.jaxpr.operands(e)) any |= !a.is_literal() && levels[k].depends[a.var()];
      for (u32 v = e.out; v < e.out + e.n_out; ++v) levels[k].depends[v] = any;
    }
  }
  for (atom a : outs)
    if (!a.is_literal()) levels.back().needed[a.var()] = true;
  for (u32 k = levels.size(); k-- > 0;) {
    builder const& b = c.open[k];
    carved_level& l = levels[k];
    for (u32 i = b.jaxpr.eqns.size(); i-- > 0;) {
      eqn const& e = b.jaxpr.eqns[i];
      bool any = false;
      for (u32 v = e.out; v < e.out + e.n_out; ++v) any |= l.needed[v] && l.depends[v];
      if (!any) continue;
      l.needed[e.out] = true;
      for (atom a : b.jaxpr.operands(e))
        if (!a.is_literal()) l.needed[a.var()] = true;
    }
    for (builder::capture const& from : b.captures)
      if (k && l.needed[from.var]) levels[k - 1].needed[from.outer.var] = true;
  }
}

/// The inputs are out of scope from now on, and all that depends on them.
constexpr void end_carved(context& c, range<carved_level> levels, u32 serial) {
  for (u32 k = 0; k < levels.size(); ++k) {
    builder& b = c.open[k];
    vec<u8> const& depends = levels[k].depends;
    vec<eqn> eqns;
    for (eqn const& e : b.jaxpr.eqns)
      if (!depends[e.out]) eqns.push(e);
    b.jaxpr.eqns = eqns;
    vec<builder::capture> captures;
    for (builder::capture const& from : b.captures)
      if (!depends[from.var]) captures.push(from);
    b.captures = captures;
    if (c.pending) {
      vec<u32> ins;
      for (u32 v : b.jaxpr.ins)
        if (!depends[v]) ins.push(v);
      b.jaxpr.ins = ins;
    }
    if (b.ended.size() < depends.size()) b.ended.resize(depends.size());
    for (u32 v = 0; v < depends.size(); ++v)
      if (depends[v]) b.ended[v] = serial;
  }
}

constexpr jaxpr carve_here(context& c, std::string_view name, range<value> inputs, range<value> outs, vec<value>& captured) {
  vec<atom> ins, results;
  for (value const& v : outs) results.push(c.enter(v));
  for (value v : inputs) { // variables of the outermost builder
    while (v.ctx != &c) v = v.ctx->moved[v.var];
    ins.push({static_cast<i32>(v.var)});
  }
  vec<detail::carved_level> levels(c.open.size());
  for (u32 k = 0; k < levels.size(); ++k) {
    u32 const n = c.open[k].jaxpr.vars.size();
    levels[k].depends.resize(n), levels[k].needed.resize(n), levels[k].there.resize(n);
  }
  for (atom a : ins) levels[0].depends[a.var()] = true;
  detail::find_dependent(c, levels, results);

  context cut("carve"); // its outer builder holds what the function captures
  vec<value> outside;   // by variable of that builder: the value in c
  cut.start(name);
  for (atom a : ins) levels[0].there[a.var()] = cut.input(c.open[0].jaxpr.type(a));
  auto const read = [&](u32 k, atom a) {
    constax::jaxpr const& j = c.open[k].jaxpr;
    if (a.is_literal()) return cut.constant(j.lits[a.lit()]);
    value& v = levels[k].there[a.var()];
    if (v.is_absent()) {
      builder& outer = cut.open[0];
      v = {&cut, outer.serial, outer.jaxpr.fresh(j.type(a)), {}, value::state::variable, nullptr};
      outside.push({&c, c.open[k].serial, a.var(), {}, value::state::variable, nullptr});
    }
    return v;
  };
  for (u32 k = 0; k < levels.size(); ++k) {
    detail::carved_level& l = levels[k];
    for (builder::capture const& from : c.open[k].captures)
      if (k && l.depends[from.var] && l.needed[from.var]) l.there[from.var] = levels[k - 1].there[from.outer.var];
    constax::jaxpr const& j = c.open[k].jaxpr;
    for (eqn const& e : j.eqns) {
      if (!l.depends[e.out] || !l.needed[e.out]) continue;
      vec<value> xs;
      for (atom a : j.operands(e)) xs.push(read(k, a));
      u32 const first = cut.record_like(j, e, xs);
      for (u32 i = 0; i < e.n_out; ++i) l.there[e.out + i] = cut.result(first + i);
    }
  }
  vec<value> ys, of_cut;
  for (atom a : results) ys.push(read(levels.size() - 1, a));
  jaxpr program = cut.finish(ys, &of_cut);
  for (value const& v : of_cut) captured.push(outside[v.var]);
  program.fail(c.fault);
  c.names.push(name);
  detail::end_carved(c, levels, c.names.size());
  return program;
}
} // namespace detail
constexpr jaxpr carve(context& c, std::string_view name, range<value> inputs, range<value> outs, vec<value>& captured) {
  if (!__builtin_is_constant_evaluated()) return at_run_time<&detail::carve_here>::call(c, name, inputs, outs, captured);
  return detail::carve_here(c, name, inputs, outs, captured);
}

} // namespace constax::inline CONSTAX_TAG
