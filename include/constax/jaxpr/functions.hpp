// SPDX-License-Identifier: BSL-1.0
#pragma once
// functions: those of a module. Equations name them by their places in `subs`, where equal functions stand once; and a function that calls
// itself by `self_function`, so that it means the same wherever it is held.
//
//   hold : module, function -> place
#include <constax/jaxpr/primitive.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// The place that says: the function in which the equation stands.
inline constexpr i64 self_function = -1;

constexpr jaxpr const& function_at(jaxpr const& module, i64 place) {
  return place == self_function ? module : module.subs[static_cast<u32>(place)];
}

/// Does e name the function in which it stands?
constexpr bool names_itself(jaxpr const& j, eqn const& e) {
  function_places const held = e.prim->functions(j.params(e));
  for (u32 k = held.first; k < held.first + held.count; ++k)
    if (j.params(e)[k] == self_function) return true;
  return false;
}
constexpr bool calls_itself(jaxpr const& f) {
  for (eqn const& e : f.eqns)
    if (e.prim->call && names_itself(f, e)) return true;
  return false;
}
/// What there is to say of such functions where a rule would go on for ever.
inline constexpr std::string_view no_rule_for_recursion =
    "a function that calls itself is evaluated equation by equation, and has no other rules yet";

/// Do a and b do the same? Equal but for the numbers of variables and the places of functions.
constexpr bool same_program(jaxpr const& a, jaxpr const& b) {
  if (a.consts.size() != b.consts.size() || a.ins.size() != b.ins.size() || a.outs.size() != b.outs.size() ||
      a.eqns.size() != b.eqns.size())
    return false;
  vec<u32> name(a.vars.size());
  auto const pair = [&](u32 v, u32 w) { return name[v] = w, a.type(v) == b.type(w); };
  auto const same = [&](atom p, atom q) {
    if (p.is_literal() || q.is_literal()) return p.is_literal() && q.is_literal() && a.lits[p.lit()] == b.lits[q.lit()];
    return name[p.var()] == q.var();
  };
  auto const same_function = [&](i64 p, i64 q) {
    if (p == self_function || q == self_function) return p == q;
    return same_program(function_at(a, p), function_at(b, q));
  };
  for (u32 i = 0; i < a.consts.size(); ++i)
    if (!pair(a.consts[i], b.consts[i])) return false;
  for (u32 i = 0; i < a.ins.size(); ++i)
    if (!pair(a.ins[i], b.ins[i])) return false;
  for (u32 k = 0; k < a.eqns.size(); ++k) {
    eqn const &e = a.eqns[k], &f = b.eqns[k];
    if (e.prim != f.prim || e.n_in != f.n_in || e.n_out != f.n_out || e.n_param != f.n_param) return false;
    for (u32 i = 0; i < e.n_in; ++i)
      if (!same(a.operands(e)[i], b.operands(f)[i])) return false;
    function_places const held = e.prim->functions(a.params(e));
    if (held.count != e.prim->functions(b.params(f)).count) return false;
    for (u32 i = 0; i < e.n_param; ++i) {
      i64 const p = a.params(e)[i], q = b.params(f)[i];
      if (i - held.first < held.count ? !same_function(p, q) : p != q) return false;
    }
    for (u32 i = 0; i < e.n_out; ++i)
      if (!pair(e.out + i, f.out + i)) return false;
  }
  for (u32 i = 0; i < a.outs.size(); ++i)
    if (!same(a.outs[i], b.outs[i])) return false;
  return true;
}

/// Takes f into the module -> its place there.
constexpr i64 hold(jaxpr& module, jaxpr f) {
  for (u32 i = module.subs.size(); i-- > 0;) // mostly the last one, or none of its size
    if (same_program(module.subs[i], f)) return i;
  module.subs.push(static_cast<jaxpr&&>(f));
  return module.subs.size() - 1;
}

} // namespace constax::inline CONSTAX_TAG::detail
