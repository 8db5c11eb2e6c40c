// SPDX-License-Identifier: BSL-1.0
#pragma once
// simplify : jaxpr -> jaxpr        the same numbers, bit for bit, from fewer equations
//
// One walk, first equation to last: rewrites (algebra), folding of literals (fold) and sharing of repeated equations (rewriter) see
// operands that are simple already, so one walk reaches the fixpoint. Then what nothing needs is dropped (dce).
//
//   { lambda ; a:f64[]. let b = mul a 1.0; c = neg b; d = add b c; e = sub a b in (d, e) }
//   ->   { lambda ; a:f64[]. let b = sub a a in (b, b) }
#include <constax/transform/simplify/algebra.hpp>
#include <constax/transform/simplify/hoist.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// Kin of one operand (sin x and cos x) next to each other: what they share is at hand, and a compiler sees that it is the same. (g++
/// forgets it after a thousand instructions.)
constexpr void join_kin(jaxpr& j) {
  vec<u32> last(j.vars.size()), next; // operand -> 1 + the last equation so far; equation -> the one that follows it
  vec<bool> moved;
  for (u32 k = 0; k < j.eqns.size(); ++k) {
    eqn const& e = j.eqns[k];
    if (!e.prim->kin) continue;
    atom const a = j.atoms[e.in];
    if (a.is_literal()) continue;
    u32& before = last[a.var()];
    if (before && j.eqns[before - 1].prim->kin == e.prim->kin) {
      if (next.empty()) next = vec<u32>(j.eqns.size()), moved = vec<bool>(j.eqns.size());
      next[before - 1] = k, moved[k] = true;
    }
    before = k + 1;
  }
  if (next.empty()) return;
  vec<eqn> eqns;
  eqns.reserve(j.eqns.size());
  for (u32 k = 0; k < j.eqns.size(); ++k) {
    if (moved[k]) continue;
    eqns.push(j.eqns[k]);
    for (u32 of = next[k]; of; of = next[of]) eqns.push(j.eqns[of]);
  }
  j.eqns = static_cast<vec<eqn>&&>(eqns);
}

} // namespace detail

constexpr jaxpr simplify(jaxpr const& j);

/// The walk of simplify: what it leaves behind is still there.
constexpr jaxpr rewritten(jaxpr const& j) {
  if (j.fault) return j;
  rewriter r(j);
  r.take_literals(j);
  for (eqn const& e : j.eqns) {
    rewriter::draft const d = r.start(j, e);
    if (e.prim->call || e.n_out != 1) r.write_as(j, e, d, [](jaxpr const& f) { return simplify(f); });
    else r.env[e.out] = detail::simplified(r, d);
  }
  return r.finish(j);
}
/// The rest of simplify: without what nothing needs.
constexpr jaxpr tidied(jaxpr j) {
  if (j.fault) return j;
  jaxpr s = prune(settle_control(dce(static_cast<jaxpr&&>(j))));
  detail::join_kin(s);
  return s;
}
constexpr jaxpr simplify(jaxpr const& j) { return tidied(rewritten(j)); }

/// cse : jaxpr -> jaxpr        repeated equations written once, nothing else
constexpr jaxpr cse(jaxpr const& j) {
  rewriter r(j);
  r.take_literals(j);
  for (eqn const& e : j.eqns) r.write_as(j, e, r.start(j, e));
  return dce(r.finish(j));
}

} // namespace constax::inline CONSTAX_TAG
