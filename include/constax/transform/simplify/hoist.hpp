// SPDX-License-Identifier: BSL-1.0
#pragma once
// settle_control : jaxpr -> jaxpr        branches and loops of which something is known before they run
//
//   fold    a branch whose number is a literal, a loop without trips: what they come to takes their place
//   hoist   what a loop's body computes from its consts alone is computed once, before the loop: nothing traps (x / 0 is defined for
//   integers)
//
// Both are rules of the primitives (call_rules); this file asks them, and finds out what a body computes from consts alone.
#include <constax/transform/simplify/prune.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// Function `at` of a loop, parted: what may be computed before the loop, of inputs [first, first + count), and the rest of it.
struct hoisted {
  jaxpr before; // of all inputs of the function -> the values that the rest reads
  jaxpr rest;   // of those values, then the function's inputs
  u32 values = 0;
};
constexpr bool worth_hoisting(eqn const& e) {
  switch (e.prim->kind) {
  case kind::elementwise:
  case kind::reduction:
  case kind::contraction:
  case kind::cumulative:
  case kind::locate:
  case kind::sort:
  case kind::routine:
  case kind::indexed: return true;
  default: return false; // movement and sources cost nothing where they are
  }
}
constexpr hoisted hoist_from(jaxpr const& f, u32 first, u32 count) {
  hoisted h;
  vec<bool> invariant(f.vars.size(), false), moves(f.eqns.size(), false), read(f.vars.size(), false);
  for (u32 i = first; i < first + count; ++i) invariant[i < f.consts.size() ? f.consts[i] : f.ins[i - f.consts.size()]] = true;
  bool any = false;
  for (u32 k = 0; k < f.eqns.size(); ++k) {
    eqn const& e = f.eqns[k];
    bool all = !e.prim->call && e.prim->kind != kind::size, reads_any = false;
    for (atom a : f.operands(e)) all = all && (a.is_literal() || invariant[a.var()]), reads_any = reads_any || !a.is_literal();
    for (u32 v = e.out; v < e.out + e.n_out; ++v) invariant[v] = all;
    moves[k] = all && reads_any && worth_hoisting(e);
    any = any || moves[k];
  }
  if (!any) return h;
  for (u32 k = 0; k < f.eqns.size(); ++k)
    if (!moves[k])
      for (atom a : f.operands(f.eqns[k]))
        if (!a.is_literal()) read[a.var()] = true;
  for (atom a : f.outs)
    if (!a.is_literal()) read[a.var()] = true;
  h.before = f, h.before.consts = {}, h.before.outs = {};
  h.before.ins = f.consts;
  h.before.ins.append(f.ins);
  h.rest = h.before, h.rest.outs = f.outs;
  vec<u32> values;
  vec<eqn> stays;
  for (u32 k = 0; k < f.eqns.size(); ++k) {
    eqn const& e = f.eqns[k];
    if (!moves[k]) stays.push(e);
    else
      for (u32 v = e.out; v < e.out + e.n_out; ++v)
        if (read[v]) h.before.outs.push({static_cast<i32>(v)}), values.push(v);
  }
  h.values = values.size();
  values.append(h.rest.ins);
  h.rest.ins = values, h.rest.eqns = stays;
  h.before = dce(h.before), h.rest = dce(h.rest);
  return h;
}

} // namespace detail

constexpr jaxpr settle_control(jaxpr j) {
  bool any = false;
  for (eqn const& e : j.eqns) any |= e.prim->call && e.prim->call->settle;
  if (!any || j.fault) return j;
  context c("simplify");
  c.innermost().rewrites = &j;
  vec<value> args;
  for (u32 v : j.consts) args.push(c.input(j.type(v)));
  for (u32 v : j.ins) args.push(c.input(j.type(v)));
  vec<value> const outs = walk(c, j, args, [&](eqn const& e, range<value> xs, value* results) {
    vec<value> ys;
    if (e.prim->call && e.prim->call->settle) ys = e.prim->call->settle(c, j, e, xs);
    if (ys.empty() && !c.fault) {
      value const first = record(c, j, e, xs);
      for (u32 i = 0; i < e.n_out; ++i) ys.push(c.result(first.var + i));
    }
    for (u32 i = 0; i < e.n_out && !c.fault; ++i) results[i] = ys[i];
  });
  jaxpr r = c.finish(c.fault ? range<value>{} : range<value>(outs));
  detail::as_constvars(r, j.consts.size());
  return r;
}

} // namespace constax::inline CONSTAX_TAG
