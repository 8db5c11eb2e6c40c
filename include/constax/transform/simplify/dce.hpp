// SPDX-License-Identifier: BSL-1.0
#pragma once
// dce : jaxpr -> jaxpr        without the equations, functions and literals that no output needs
#include <constax/primitives/primitives.hpp>

namespace constax::inline CONSTAX_TAG {

constexpr jaxpr dce(jaxpr j) {
  vec<bool> live(j.vars.size());
  vec<bool> kept(j.eqns.size());
  u32 n_kept = 0;
  for (atom a : j.outs)
    if (!a.is_literal()) live[a.var()] = true;
  for (u32 k = j.eqns.size(); k-- > 0;) {
    eqn const& e = j.eqns[k];
    bool any = live[e.out];
    for (u32 i = 1; i < e.n_out; ++i) any |= live[e.out + i];
    if (!any) continue;
    kept[k] = true, ++n_kept;
    atom const* const end = j.atoms.begin() + e.in + e.n_in;
    for (atom const* a = j.atoms.begin() + e.in; a != end; ++a)
      if (!a->is_literal()) live[a->var()] = true;
  }
  if (n_kept == j.eqns.size()) return j;

  jaxpr r;
  r.avals = static_cast<vec<aval>&&>(j.avals), r.lits = static_cast<vec<literal>&&>(j.lits);
  r.effects = j.effects, r.fault = j.fault;
  r.vars.reserve(j.vars.size()), r.eqns.reserve(n_kept), r.atoms.reserve(j.atoms.size()), r.ints.reserve(j.ints.size());
  vec<u32> renamed(j.vars.size());
  auto const rename = [&](u32 v) {
    renamed[v] = r.vars.size();
    r.vars.push(j.vars[v]);
    return renamed[v];
  };
  for (u32 v : j.consts) r.consts.push(rename(v));
  for (u32 v : j.ins) r.ins.push(rename(v));
  for (u32 k = 0; k < j.eqns.size(); ++k) {
    if (!kept[k]) continue;
    eqn e = j.eqns[k];
    atom const* a = j.atoms.begin() + e.in;
    atom const* const end = a + e.n_in;
    e.in = r.atoms.size();
    for (; a != end; ++a) r.atoms.push(a->is_literal() ? *a : atom{static_cast<i32>(renamed[a->var()])});
    range<i64> const params = j.params(e);
    e.param = r.ints.size();
    if (e.n_param) {
      if (e.prim->kind == kind::call)
        for (i64 f : params) {
          r.ints.push(r.subs.size());
          r.subs.push(static_cast<jaxpr&&>(j.subs[static_cast<u32>(f)]));
        }
      else r.ints.append(params);
    }
    u32 const first = e.out;
    e.out = r.vars.size();
    for (u32 i = 0; i < e.n_out; ++i) rename(first + i);
    r.eqns.push(e);
  }
  for (atom a : j.outs) r.outs.push(a.is_literal() ? a : atom{static_cast<i32>(renamed[a.var()])});
  return r;
}

} // namespace constax::inline CONSTAX_TAG
