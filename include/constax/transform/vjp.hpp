// SPDX-License-Identifier: BSL-1.0
#pragma once
// vjp : (a... -> b...) -> (a..., T b... -> b..., T a...)        reverse mode: linearize, then transpose. No primitive has a vjp rule.
//
//   { lambda ; a:f64[]. let b = sin a in (b,) }   ->   { lambda ; a:f64[] b:f64[]. let c = sin a; d = cos a; e = mul b d in (c, e) }
#include <constax/transform/join_pads.hpp>
#include <constax/transform/linearize.hpp>
#include <constax/transform/simplify/dce.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// From a program's jvp, whose first inputs are the n_in primals and whose first outputs the n_out values: records the primal part and,
/// backwards, the linear part, in the innermost builder of c. `cotangent(k)` is asked for the cotangent of floating output k once the
/// primal outputs are known. -> the values, then a cotangent for each tangent input.
template <class Cotangent>
constexpr vec<value> vjp_walk(context& c, jaxpr const& both, u32 n_in, u32 n_out, range<value> args, Cotangent&& cotangent,
                              bool keep_scale) {
  c.fail(both.fault);
  vec<bool> const dep = depends_on_inputs(both, n_in);
  vec<value> env(both.vars.size()), xs, outs;
  for (u32 i = 0; i < n_in; ++i) env[both.ins[i]] = args[i];
  value* const of = env.first;
  literal const* const lits = both.lits.first;
  for (eqn const& e : both.eqns) {
    if (dep.first[e.out]) continue;
    xs.resize(e.n_in);
    atom const* const operands = both.atoms.first + e.in;
    for (u32 i = 0; i < e.n_in; ++i) {
      if (atom const a = operands[i]; a.id >= 0) xs.first[i] = of[a.id];
      else xs.first[i] = c.constant(lits[~a.id]);
    }
    value const first = record(c, both, e, xs);
    for (u32 i = 0; i < e.n_out; ++i) of[e.out + i] = first, of[e.out + i].var += i;
  }
  if (c.fault) return {};
  for (u32 i = 0; i < n_out; ++i) {
    atom const a = both.outs[i];
    outs.push(a.is_literal() ? c.constant(both.lits[a.lit()]) : env[a.var()]);
  }
  vec<value> ct(both.vars.size());
  for (u32 i = n_out, k = 0; i < both.outs.size(); ++i, ++k) {
    atom const a = both.outs[i];
    value const y = cotangent(k);
    if (a.is_literal() || !dep[a.var()]) continue;
    value& sum = ct[a.var()];
    sum = sum.is_absent() ? y : sum + y;
  }
  value scale{};
  transpose_walk(c, both, env, dep, ct, keep_scale ? nullptr : &scale);
  for (u32 i = n_in; i < both.ins.size() && !c.fault; ++i) {
    value const x = ct[both.ins[i]];
    outs.push(materialised(c, x.is_absent() ? c.zero(both.type(both.ins[i])) : scaled(x, scale)));
  }
  return outs;
}

} // namespace detail

/// `active`: the inputs whose cotangents are wanted; empty: all floating ones.
/// keep_scale: without the scale rule of transpose.hpp.
constexpr jaxpr vjp(jaxpr const& j, range<bool> active = {}, bool keep_scale = false) {
  jaxpr const both = unzip(repeating_late(jvp(j, active)), j.consts.size() + j.ins.size());
  if (both.fault) return both;
  context c("vjp");
  vec<value> const args = inputs_like(c, j);
  vec<value> cts;
  for (atom a : j.outs)
    if (j.type(a).floating()) cts.push(c.input(j.type(a)));
  return join_pads(c.finish(detail::vjp_walk(c, both, args.size(), j.outs.size(), args, [&](u32 k) { return cts[k]; }, keep_scale)));
}

/// gradient_of : jvp of (a... -> scalar) -> (a... -> scalar, T a...)        the second half of grad, for the jvp of a program of n_in
/// inputs and n_out results, of which the first alone has a tangent; join_pads is still to come
constexpr jaxpr gradient_of(jaxpr of, u32 n_in, bool keep_scale = false, u32 n_out = 1) {
  jaxpr const both = unzip(static_cast<jaxpr&&>(of), n_in);
  if (both.fault) return both;
  context c("grad");
  vec<value> args;
  for (u32 i = 0; i < n_in; ++i) args.push(c.input(both.type(both.ins[i])));
  dtype const t = both.type(both.outs[0]).type;
  return c.finish(detail::vjp_walk(c, both, n_in, n_out, args, [&](u32) { return c.constant(t, 1.0); }, keep_scale));
}

/// The same in three steps for a program too long for one constant evaluation: the halves of its jvp, and what joins them again.
/// gradient_part : (residuals, T a -o T b) -> (residuals -> T a)        the linear half, transposed with cotangent 1
constexpr jaxpr gradient_part(jaxpr const& linear, u32 n_residuals, bool keep_scale = false) {
  context c("grad");
  vec<value> args;
  for (u32 i = 0; i < n_residuals; ++i) args.push(c.input(linear.type(linear.ins[i])));
  dtype const t = linear.type(linear.outs[0]).type;
  return c.finish(detail::vjp_walk(c, linear, n_residuals, 0, args, [&](u32) { return c.constant(t, 1.0); }, keep_scale));
}
/// join_halves : (a -> b, residuals), (residuals -> c) -> (a -> b, c)        n_out: how many b there are
constexpr jaxpr join_halves(jaxpr const& first, jaxpr const& second, u32 n_out) {
  context c("grad");
  vec<value> outs = replay(c, first, inputs_like(c, first)), rest;
  for (u32 i = n_out; i < outs.size(); ++i) rest.push(outs[i]);
  outs.resize(n_out);
  c.fail(second.fault);
  for (value const& v : replay(c, second, rest)) outs.push(v);
  return c.finish(outs);
}

/// The jvp of a program of n_out results without the tangents of all but the first.
constexpr jaxpr with_first_tangent(jaxpr j, u32 n_out) {
  if (j.fault || n_out == 1) return j;
  j.outs.resize(n_out + 1);
  return dce(static_cast<jaxpr&&>(j));
}
namespace detail {
constexpr jaxpr value_and_grad_here(jaxpr const& j, range<bool> active, bool keep_scale) {
  aval const& y = j.type(j.outs[0]);
  u32 const n_out = j.outs.size(), n_in = j.consts.size() + j.ins.size();
  if (y.rank() == 0 && y.floating())
    return join_pads(gradient_of(repeating_late(with_first_tangent(jvp(j, active), n_out)), n_in, keep_scale, n_out));
  jaxpr refused;
  refused.fail({fault_code::not_scalar, "grad", {}, y});
  return refused;
}
} // namespace detail
/// grad : (a... -> scalar) -> (a... -> scalar, T a...)        the cotangent is 1; what else the program returns comes behind the scalar
constexpr jaxpr value_and_grad(jaxpr const& j, range<bool> active = {}, bool keep_scale = false) {
  if (!__builtin_is_constant_evaluated()) return at_run_time<&detail::value_and_grad_here>::call(j, active, keep_scale);
  return detail::value_and_grad_here(j, active, keep_scale);
}

} // namespace constax::inline CONSTAX_TAG
