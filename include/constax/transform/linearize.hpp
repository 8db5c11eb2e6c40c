// SPDX-License-Identifier: BSL-1.0
#pragma once
// linearize : (a -> b) -> (a -> b, residuals) and (residuals, T a -o T b)
//
// jvp first, then a split: what depends on a tangent is the linear part, all else the primal part. What the linear part reads of the
// primal part are the residuals.
#include <constax/transform/join_pads.hpp>
#include <constax/transform/simplify.hpp>
#include <constax/transform/transpose.hpp>
#include <constax/transform/unzip.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// For each variable: does it depend on one of the inputs from `first` on?
constexpr vec<bool> depends_on_inputs(jaxpr const& j, u32 first) {
  vec<bool> result(j.vars.size());
  bool* const dep = result.first;
  for (u32 i = first; i < j.ins.size(); ++i) dep[j.ins[i]] = true;
  for (eqn const& e : j.eqns) {
    bool any = false;
    for (atom const *a = j.atoms.first + e.in, *end = a + e.n_in; a != end; ++a) any |= a->id >= 0 && dep[a->id];
    for (u32 v = e.out; v < e.out + e.n_out; ++v) dep[v] = any;
  }
  return result;
}
} // namespace detail

/// Does it broadcast anything but numbers that are known?
constexpr bool repeats_anything(jaxpr const& j) {
  for (eqn const& e : j.eqns)
    if (is<broadcast_in_dim_t>(e) && !j.operands(e)[0].is_literal()) return true;
  return false;
}
/// A jvp in which tangents are repeated (broadcast) as late as can be: transposed, their cotangents are summed first of all, and the rest
/// of the backward pass runs once, not for each repetition. A parameter that all points share costs each point one addition, not a product
/// with a matrix.
constexpr jaxpr repeating_late(jaxpr jvp) {
  if (repeats_anything(jvp)) return rewritten(jvp);
  return jvp;
}

struct linearized {
  jaxpr primal; // a -> b, residuals
  jaxpr linear; // residuals, T a -o T b      (T a: floating inputs only; T b: floating outputs only)
  u32 n_out = 0, n_residuals = 0;
};

namespace detail {

/// A jvp, whose first inputs are the n_in primals and whose first outputs the n_out values, cut in two.
struct cut_in_two {
  jaxpr const& both;
  u32 n_in, n_out;
  vec<bool> dep;
  vec<u32> residuals; // what the linear half reads of the primal one

  constexpr cut_in_two(jaxpr const& j, u32 in, u32 out) : both(j), n_in(in), n_out(out), dep(depends_on_inputs(j, in)) {
    vec<bool> taken(both.vars.size());
    auto const take = [&](atom a) {
      if (a.is_literal() || dep[a.var()] || taken[a.var()]) return;
      taken[a.var()] = true, residuals.push(a.var());
    };
    for (eqn const& e : both.eqns)
      if (dep[e.out])
        for (atom a : both.operands(e)) take(a);
    for (u32 i = n_out; i < both.outs.size(); ++i) take(both.outs[i]);
  }
  /// Records the equations of one half in the innermost builder of c.
  constexpr void run(context& c, bool linear_half, vec<value>& env) const {
    vec<value> xs;
    for (eqn const& e : both.eqns) {
      if (dep[e.out] != linear_half || c.fault) continue;
      xs.resize(0);
      for (atom a : both.operands(e)) xs.push(read(c, a, env));
      value const first = record(c, both, e, xs);
      for (u32 i = 0; i < e.n_out; ++i) env[e.out + i] = c.result(first.var + i);
    }
  }
  constexpr value read(context& c, atom a, vec<value> const& env) const {
    if (a.is_literal()) return c.constant(both.lits[a.lit()]);
    return env[a.var()];
  }
  /// a -> b, residuals
  constexpr jaxpr primal() const {
    context c("linearize");
    vec<value> env(both.vars.size()), outs;
    for (u32 i = 0; i < n_in; ++i) env[both.ins[i]] = c.input(both.type(both.ins[i]));
    run(c, false, env);
    for (u32 i = 0; i < n_out; ++i) outs.push(read(c, both.outs[i], env));
    for (u32 v : residuals) outs.push(env[v]);
    c.fail(both.fault);
    return c.finish(outs);
  }
  /// residuals, T a -o T b
  constexpr jaxpr linear() const {
    context c("linearize");
    vec<value> env(both.vars.size()), outs;
    for (u32 v : residuals) env[v] = c.input(both.type(v));
    for (u32 i = n_in; i < both.ins.size(); ++i) env[both.ins[i]] = c.input(both.type(both.ins[i]));
    run(c, true, env);
    for (u32 i = n_out; i < both.outs.size(); ++i) outs.push(read(c, both.outs[i], env));
    c.fail(both.fault);
    return c.finish(outs);
  }
};

constexpr linearized linearize_here(jaxpr const& j, range<bool> active) {
  u32 const n_in = j.consts.size() + j.ins.size();
  jaxpr const both = unzip(repeating_late(jvp(j, active)), n_in);
  detail::cut_in_two const halves(both, n_in, j.outs.size());
  linearized r;
  r.n_out = halves.n_out, r.n_residuals = halves.residuals.size();
  r.primal = halves.primal();
  r.linear = halves.linear();
  return r;
}
} // namespace detail
/// `active`: the inputs that have a tangent; empty: all floating ones.
constexpr linearized linearize(jaxpr const& j, range<bool> active = {}) {
  if (!__builtin_is_constant_evaluated()) return at_run_time<&detail::linearize_here>::call(j, active);
  return detail::linearize_here(j, active);
}

/// pullback : (residuals, T a -o T b) -> (residuals, T b -o T a)        the linear part, transposed, from those of its outputs that are
/// given
constexpr jaxpr pullback(linearized const& l, range<atom> b) {
  jaxpr const& j = l.linear;
  context c("vjp");
  vec<value> env(j.vars.size()), ct(j.vars.size()), cts, outs;
  vec<bool> linear = detail::depends_on_inputs(j, l.n_residuals);
  for (u32 i = 0; i < l.n_residuals; ++i) env[j.ins[i]] = c.input(j.type(j.ins[i]));
  for (atom a : b) cts.push(c.input(j.type(a)));
  for (u32 i = 0; i < b.size(); ++i) {
    atom const a = b[i];
    if (a.is_literal() || !linear[a.var()]) continue;
    value& sum = ct[a.var()];
    sum = sum.is_absent() ? cts[i] : sum + cts[i];
  }
  // Zero tangents that were made into constants do not depend on the inputs, and are needed by nobody backwards.
  detail::transpose_walk(c, j, env, linear, ct);
  for (u32 i = l.n_residuals; i < j.ins.size() && !c.fault; ++i) {
    value const x = ct[j.ins[i]];
    outs.push(detail::materialised(c, x.is_absent() ? c.zero(j.type(j.ins[i])) : x));
  }
  c.fail(j.fault);
  return join_pads(c.finish(outs));
}
constexpr jaxpr pullback(linearized const& l) { return pullback(l, l.linear.outs); }

} // namespace constax::inline CONSTAX_TAG
