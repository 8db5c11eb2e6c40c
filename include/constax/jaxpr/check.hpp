// SPDX-License-Identifier: BSL-1.0
#pragma once
// check : jaxpr -> jaxpr        itself, if it is well formed; else it carries the fault
//
// Each variable is bound once and before use; each equation's results have the types that its primitive's rule gives; so in the functions
// that it holds. While a program is recorded bind asks the same of each equation; this is asked of whole programs where passes hand them on
// to the planner, and of both halves of what linearize has taken apart.
#include <constax/jaxpr/known_types.hpp>

namespace constax::inline CONSTAX_TAG {

constexpr fault find_fault(jaxpr const& j) {
  vec<bool> bound(j.vars.size());
  auto const invalid = [](std::string_view what, i64 at) { return fault{fault_code::invalid_jaxpr, "check", what, {}, {}, at}; };
  auto const bind = [&](u32 v) {
    if (v >= bound.size() || bound[v]) return false;
    return bound[v] = true;
  };
  auto const readable = [&](atom a) { return a.is_literal() ? a.lit() < j.lits.size() : a.var() < bound.size() && bound[a.var()]; };
  for (u32 v : j.consts)
    if (!bind(v)) return invalid("a constvar is bound twice", -1);
  for (u32 v : j.ins)
    if (!bind(v)) return invalid("an input is bound twice", -1);
  vec<aval const*> types;
  known_types known;
  for (u32 k = 0; k < j.eqns.size(); ++k) {
    eqn const& e = j.eqns[k];
    range<atom> const xs = j.operands(e);
    for (atom a : xs)
      if (!readable(a)) return invalid("an operand is used before it is bound", k);
    known_types::entry* const before = known_types::covers(*e.prim, e.n_in, e.n_param) ? &known.at(j, *e.prim, xs) : nullptr;
    if (before && before->of && e.n_out == 1 && before->result == j.vars[e.out]) {
      if (!bind(e.out)) return invalid("a variable is bound twice", k);
      continue;
    }
    types.resize(0);
    for (atom a : xs) types.push(&j.type(a));
    typed const t = e.prim->type(types, j.params(e), &j);
    if (t.fault) return t.fault;
    if (t.results.size() != e.n_out) return invalid("the number of results is not what the primitive gives", k);
    for (u32 i = 0; i < e.n_out; ++i) {
      if (!(j.type(e.out + i) == t.results[i])) return invalid("a result has another type than the primitive gives", k);
      if (!bind(e.out + i)) return invalid("a variable is bound twice", k);
    }
    if (before && e.n_out == 1) before->of = e.prim, before->result = j.vars[e.out];
  }
  for (atom a : j.outs)
    if (!readable(a)) return invalid("an output is not bound", static_cast<i64>(j.eqns.size()));
  for (jaxpr const& f : j.subs) {
    if (f.fault) return f.fault;
    if (fault const inside = find_fault(f)) return inside;
  }
  return {};
}

constexpr jaxpr check(jaxpr j) {
  if (!j.fault) j.fail(find_fault(j));
  return j;
}

} // namespace constax::inline CONSTAX_TAG
