// SPDX-License-Identifier: BSL-1.0
#pragma once
// dce : jaxpr -> jaxpr        without the equations, functions and literals that no output needs
#include <constax/primitives/primitives.hpp>

namespace constax::inline CONSTAX_TAG {

constexpr jaxpr dce(jaxpr j) {
  vec<bool> needed(j.vars.size()), kept_of(j.eqns.size());
  bool *const live = needed.first, *const kept = kept_of.first;
  u32 n_kept = 0;
  for (atom a : j.outs)
    if (!a.is_literal()) live[a.var()] = true;
  for (u32 k = j.eqns.size(); k-- > 0;) {
    eqn const& e = j.eqns.first[k];
    bool any = live[e.out];
    for (u32 i = 1; i < e.n_out; ++i) any |= live[e.out + i];
    if (!any) continue;
    kept[k] = true, ++n_kept;
    atom const* const end = j.atoms.first + e.in + e.n_in;
    for (atom const* a = j.atoms.first + e.in; a != end; ++a)
      if (a->id >= 0) live[a->id] = true;
  }
  if (n_kept == j.eqns.size()) return j;

  jaxpr r;
  r.avals = static_cast<vec<aval>&&>(j.avals), r.lits = static_cast<vec<literal>&&>(j.lits);
  r.effects = j.effects, r.fault = j.fault;
  r.vars.reserve(j.vars.size()), r.eqns.reserve(n_kept), r.atoms.reserve(j.atoms.size()), r.ints.reserve(j.ints.size());
  vec<u32> names(j.vars.size());
  vec<i64> places; // of functions: 1 + the new one
  u32* const renamed = names.first;
  u32 const* const type = j.vars.first;
  u32 n_vars = 0;
  auto const rename = [&](u32 v) {
    r.vars.push(type[v]);
    return renamed[v] = n_vars++;
  };
  for (u32 v : j.consts) r.consts.push(rename(v));
  for (u32 v : j.ins) r.ins.push(rename(v));
  for (u32 k = 0; k < j.eqns.size(); ++k) {
    if (!kept[k]) continue;
    eqn e = j.eqns.first[k];
    atom const* a = j.atoms.first + e.in;
    atom const* const end = a + e.n_in;
    e.in = r.atoms.size();
    r.atoms.resize(e.in + e.n_in);
    for (atom* to = r.atoms.first + e.in; a != end; ++a, ++to) {
      if (a->id >= 0) to->id = static_cast<i32>(renamed[a->id]);
      else *to = *a;
    }
    u32 const old_param = e.param;
    e.param = r.ints.size();
    if (e.n_param) {
      r.ints.append(j.ints.slice(old_param, e.n_param));
      if (e.prim->call) {
        function_places const held = e.prim->functions(j.ints.slice(old_param, e.n_param));
        if (held.count && places.empty()) places = vec<i64>(j.subs.size());
        for (u32 i = e.param + held.first; i < e.param + held.first + held.count; ++i) {
          if (r.ints[i] == detail::self_function) continue;
          u32 const old_place = static_cast<u32>(r.ints[i]);
          if (!places[old_place]) r.subs.push(static_cast<jaxpr&&>(j.subs[old_place])), places[old_place] = r.subs.size();
          r.ints[i] = places[old_place] - 1;
        }
      }
    }
    u32 const first = e.out;
    e.out = n_vars;
    for (u32 v = first; v < first + e.n_out; ++v) rename(v);
    r.eqns.push(e);
  }
  for (atom a : j.outs) r.outs.push(a.is_literal() ? a : atom{static_cast<i32>(renamed[a.var()])});
  return r;
}

} // namespace constax::inline CONSTAX_TAG
