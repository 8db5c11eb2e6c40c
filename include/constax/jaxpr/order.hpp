// SPDX-License-Identifier: BSL-1.0
#pragma once
// ordered : jaxpr -> jaxpr        equations in the order in which the outputs need them, left operands first; what no output needs comes last
//
// C++ leaves the order open in which operands of `f(x) * g(y)` are evaluated (g++ even differs between constant evaluation and run
// time). This order depends on the program alone, and keeps few values alive.
#include <constax/jaxpr/jaxpr.hpp>

namespace constax::inline CONSTAX_TAG {

constexpr jaxpr ordered(jaxpr&& j) {
  constexpr u32 none = ~u32{0};
  vec<u32> maker(j.vars.size(), none); // variable -> its equation
  vec<bool> used(j.eqns.size()), seen(j.eqns.size());
  for (u32 k = 0; k < j.eqns.size(); ++k) {
    eqn const& e = j.eqns[k];
    for (u32 i = 0; i < e.n_out; ++i) maker[e.out + i] = k;
    for (atom a : j.operands(e))
      if (!a.is_literal() && maker[a.var()] != none) used[maker[a.var()]] = true;
  }
  vec<u32> sequence;
  sequence.reserve(j.eqns.size());
  struct frame {
    u32 eqn, next;
  };
  vec<frame> stack; // explicit: evaluators limit the depth of recursion
  auto const visit = [&](u32 root) {
    if (seen[root]) return;
    seen[root] = true;
    stack.push({root, 0});
    while (!stack.empty()) {
      frame& f = stack.back();
      eqn const& e = j.eqns[f.eqn];
      if (f.next == e.n_in) {
        sequence.push(f.eqn);
        stack.pop();
        continue;
      }
      atom const a = j.atoms[e.in + f.next++];
      if (a.is_literal() || maker[a.var()] == none || seen[maker[a.var()]]) continue;
      seen[maker[a.var()]] = true;
      stack.push({maker[a.var()], 0});
    }
  };
  for (atom a : j.outs)
    if (!a.is_literal() && maker[a.var()] != none) visit(maker[a.var()]);
  for (u32 k = 0; k < j.eqns.size(); ++k)
    if (!used[k]) visit(k);

  bool sorted = true;
  for (u32 k = 0; k < sequence.size(); ++k) sorted &= sequence[k] == k;
  if (sorted) return static_cast<jaxpr&&>(j);

  vec<u32> renamed(j.vars.size()), vars;
  vars.reserve(j.vars.size());
  auto const rename = [&](u32 v) {
    renamed[v] = vars.size();
    vars.push(j.vars[v]);
    return renamed[v];
  };
  for (u32& v : j.consts) v = rename(v);
  for (u32& v : j.ins) v = rename(v);
  vec<eqn> eqns;
  eqns.reserve(j.eqns.size());
  for (u32 k : sequence) {
    eqn e = j.eqns[k];
    u32 const out = vars.size();
    for (u32 i = 0; i < e.n_out; ++i) rename(e.out + i);
    e.out = out;
    eqns.push(e);
  }
  for (atom& a : j.atoms)
    if (!a.is_literal()) a.id = static_cast<i32>(renamed[a.var()]);
  for (atom& a : j.outs)
    if (!a.is_literal()) a.id = static_cast<i32>(renamed[a.var()]);
  j.vars = static_cast<vec<u32>&&>(vars);
  j.eqns = static_cast<vec<eqn>&&>(eqns);
  return static_cast<jaxpr&&>(j);
}

} // namespace constax::inline CONSTAX_TAG
