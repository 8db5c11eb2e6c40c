// SPDX-License-Identifier: BSL-1.0
#pragma once
// vjp : (a... -> b...) -> (a..., T b... -> b..., T a...)        reverse mode: linearize, then transpose. No primitive has a vjp rule.
//
//   { lambda ; a:f64[]. let b = sin a in (b,) }   ->   { lambda ; a:f64[] b:f64[]. let c = sin a; d = cos a; e = mul b d in (c, e) }
#include <constax/transform/join_pads.hpp>
#include <constax/transform/linearize.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// Records the primal part of j and, backwards, its linear part, in the innermost builder of c. `cotangent(k)` is asked for the
/// cotangent of floating output k once the primal outputs are known. -> outs of j, then a cotangent for each active floating input.
template <class Cotangent>
constexpr vec<value> vjp_walk(context& c, jaxpr const& j, range<value> args, range<bool> active, Cotangent&& cotangent, bool keep_scale) {
  jaxpr const both = jvp(j, active);
  c.fail(both.fault);
  u32 const n_in = j.consts.size() + j.ins.size(), n_out = j.outs.size();
  vec<bool> const dep = depends_on_inputs(both, n_in);
  vec<value> env(both.vars.size()), xs, outs;
  for (u32 i = 0; i < n_in; ++i) env[both.ins[i]] = args[i];
  value* const of = env.begin();
  literal const* const lits = both.lits.begin();
  for (eqn const& e : both.eqns) {
    if (dep.begin()[e.out]) continue;
    xs.resize(e.n_in);
    atom const* const operands = both.atoms.begin() + e.in;
    for (u32 i = 0; i < e.n_in; ++i) {
      if (atom const a = operands[i]; a.id >= 0) xs.begin()[i] = of[a.id];
      else xs.begin()[i] = c.constant(lits[~a.id]);
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
  context c("vjp");
  vec<value> const args = inputs_like(c, j);
  vec<value> cts;
  for (atom a : j.outs)
    if (j.type(a).floating()) cts.push(c.input(j.type(a)));
  return join_pads(c.finish(detail::vjp_walk(c, j, args, active, [&](u32 k) { return cts[k]; }, keep_scale)));
}

/// grad : (a... -> scalar) -> (a... -> scalar, T a...)        the cotangent is 1
constexpr jaxpr value_and_grad(jaxpr const& j, range<bool> active = {}, bool keep_scale = false) {
  context c("grad");
  vec<value> const args = inputs_like(c, j);
  aval const& y = j.type(j.outs[0]);
  if (y.rank() != 0 || !y.floating()) c.fail({fault_code::not_scalar, "grad", {}, y});
  if (c.fault) return c.finish({});
  return join_pads(c.finish(detail::vjp_walk(c, j, args, active, [&](u32) { return c.constant(y.type, 1.0); }, keep_scale)));
}

} // namespace constax::inline CONSTAX_TAG
