// SPDX-License-Identifier: BSL-1.0
#pragma once
// prune : jaxpr -> jaxpr        dce for what holds functions: results that nobody reads disappear from branches and loops, and with them
//                               the carries that only they needed
#include <constax/trace/walk.hpp>
#include <constax/transform/simplify/dce.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// A walk makes inputs of constvars: the first n inputs become constvars again.
constexpr void as_constvars(jaxpr& j, u32 n) {
  if (n == 0 || j.fault) return;
  vec<u32> ins;
  for (u32 i = 0; i < j.ins.size(); ++i) (i < n ? j.consts : ins).push(j.ins[i]);
  j.ins = ins;
}
/// What there is to drop: results and operands of all equations that hold functions.
constexpr u32 held_by_control(jaxpr const& j) {
  u32 n = 0;
  for (eqn const& e : j.eqns)
    if (e.prim->kind == kind::control) n += e.n_in + e.n_out;
  return n;
}
constexpr jaxpr prune_once(jaxpr const& j) {
  vec<bool> read(j.vars.size());
  for (eqn const& e : j.eqns)
    for (atom a : j.operands(e))
      if (!a.is_literal()) read[a.var()] = true;
  for (atom a : j.outs)
    if (!a.is_literal()) read[a.var()] = true;
  context c("prune");
  c.innermost().rewrites = &j;
  vec<value> const args = inputs_like(c, j);
  vec<value> const outs = walk(c, j, args, [&](eqn const& e, range<value> xs, value* results) {
    bool all = true, any = false;
    for (u32 v = e.out; v < e.out + e.n_out; ++v) all &= read[v], any |= read[v];
    if (all || !any || e.prim->kind != kind::control || !e.prim->call->prune) {
      value const first = record(c, j, e, xs);
      for (u32 i = 0; i < e.n_out; ++i) results[i] = c.result(first.var + i);
      return;
    }
    vec<value> const ys = e.prim->call->prune(c, j, e, xs, {read.first + e.out, e.n_out});
    for (u32 i = 0, k = 0; i < e.n_out && !c.fault; ++i)
      if (read[e.out + i]) results[i] = ys[k++];
  });
  return dce(c.finish(c.fault ? range<value>{} : range<value>(outs)));
}

} // namespace detail

constexpr jaxpr prune(jaxpr j) {
  for (u32 before = ~0u, now = detail::held_by_control(j); now && now < before && !j.fault;
       before = now, now = detail::held_by_control(j)) {
    u32 const n_consts = j.consts.size();
    j = detail::prune_once(j);
    detail::as_constvars(j, n_consts);
  }
  return j;
}

} // namespace constax::inline CONSTAX_TAG
