// SPDX-License-Identifier: BSL-1.0
#pragma once
// unzip : (a, T a -> b, T b) -> the same        where every equation reads tangents and gives nothing but tangents, or reads none
//
// What differentiation leaves of control flow computes values and tangents side by side, in one loop. Before the linear part can be taken
// out (linearize) or turned round (transpose), each such equation is taken in two by its primitive's `unzip`. All other equations are so
// already.
#include <constax/primitives/primitives.hpp>
#include <constax/primitives/random_unwrap.hpp>
#include <constax/trace/walk.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

constexpr vec<value> unzip_walk(context& c, jaxpr const& j, range<value> args, range<bool> unknown, vec<bool>& unknown_outs) {
  vec<bool> dep(j.vars.size()), operands, results;
  u32 k = 0;
  for (u32 v : j.consts) dep[v] = unknown[k++];
  for (u32 v : j.ins) dep[v] = unknown[k++];
  vec<value> outs = walk(c, j, args, [&](eqn const& e, range<value> xs, value* ys) {
    bool any = false;
    operands.resize(0);
    for (atom a : j.operands(e)) operands.push(!a.is_literal() && dep[a.var()]), any |= operands.back();
    if (any && e.prim->call && e.prim->call->unzip) {
      vec<value> const both = e.prim->call->unzip(c, j, e, xs, operands, results);
      for (u32 i = 0; i < e.n_out && !c.fault; ++i) ys[i] = both[i], dep[e.out + i] = results[i];
      return;
    }
    value const first = record(c, j, e, xs);
    for (u32 i = 0; i < e.n_out; ++i) ys[i] = c.result(first.var + i), dep[e.out + i] = any;
  });
  unknown_outs.resize(0);
  for (atom a : j.outs) unknown_outs.push(!a.is_literal() && dep[a.var()]);
  return outs;
}

/// A linear half, which computes anew what the other half has computed. It draws the numbers that were drawn there, of the keys that were
/// used up there: so it only looks at them (key_reuse.hpp).
constexpr jaxpr drawing_again(jaxpr j) {
  for (eqn const& e : j.eqns)
    if (e.prim->uses_up_key) j.ints[e.param] = static_cast<i64>(key_reader::none);
  for (jaxpr& f : j.subs) f = drawing_again(static_cast<jaxpr&&>(f));
  return j;
}

} // namespace detail

/// unknown: which of the constvars and inputs are tangents; unknown_outs: which outputs depend on them.
constexpr jaxpr unzip(jaxpr const& j, range<bool> unknown, vec<bool>& unknown_outs) {
  context c("linearize");
  vec<value> const args = inputs_like(c, j);
  vec<value> const outs = detail::unzip_walk(c, j, args, unknown, unknown_outs);
  return c.finish(c.fault ? range<value>{} : range<value>(outs));
}
/// The same for a jvp, whose inputs from `n_known` on are tangents.
constexpr jaxpr unzip(jaxpr j, u32 n_known) {
  bool any = false;
  for (eqn const& e : j.eqns) any |= e.prim->kind == kind::control;
  if (!any) return j;
  vec<bool> unknown(n_known, false), outs;
  unknown.resize(j.consts.size() + j.ins.size(), true);
  return unzip(j, unknown, outs);
}

} // namespace constax::inline CONSTAX_TAG
