// SPDX-License-Identifier: BSL-1.0
#pragma once
// contract : jaxpr -> jaxpr        where a product is used once, in a sum: one fma, one rounding. This pass defines the program's bits.
//
//   add (mul x y) a   ->   fma x y a             sub (mul x y) a   ->   fma x y (neg a)
//   add a (mul x y)   ->   fma x y a             sub a (mul x y)   ->   fma (neg x) y a
//
// Of two products the left one is taken; floating types only; a product that is also an output, or has another shape than the sum, stays.
// The negation costs no more than the sub did, and no instruction at all where the target has fnmadd and fmsub; it goes into a literal or
// takes the place of a negation that is there. Looks at equations and types only: never at threads, lanes, strips or caches.
#include <constax/transform/simplify.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

constexpr atom negative(rewriter& r, atom a, u32 type) {
  if (literal const* l = r.literal_at(a)) return r.constant(literal::of(l->type, -l->number()));
  if (eqn const* e = r.made_by<neg_t>(a)) return r.operand(e);
  rewriter::draft d;
  d.type = type;
  r.becomes(d, descriptor<neg_t>, {a});
  return r.write(d);
}
/// The one of x and y that is negated for free, if any: a literal, or what a negation made; else the first.
constexpr bool second_is_free(rewriter const& r, atom x, atom y) {
  auto const free = [&](atom a) { return a.is_literal() || r.made_by<neg_t>(a); };
  return !free(x) && free(y);
}

} // namespace detail

constexpr jaxpr contract(jaxpr const& j, bool target_has_fma) {
  if (j.fault || !target_has_fma) return j;
  vec<u32> uses(j.vars.size()), product(j.vars.size()); // 1 + the mul that made it
  for (atom a : j.atoms)
    if (!a.is_literal()) ++uses[a.var()];
  for (atom a : j.outs)
    if (!a.is_literal()) uses[a.var()] += 2;
  for (u32 k = 0; k < j.eqns.size(); ++k)
    if (is<mul_t>(j.eqns[k])) product[j.eqns[k].out] = k + 1;

  rewriter r(j);
  r.take_literals(j);
  for (eqn const& e : j.eqns) {
    rewriter::draft d = r.start(j, e);
    bool const sum = is<add_t>(e);
    if ((sum || is<sub_t>(e)) && j.type(e.out).floating())
      for (u32 i = 0; i < 2; ++i) {
        atom const p = j.atoms[e.in + i];
        if (p.is_literal() || uses[p.var()] != 1 || !product[p.var()] || j.vars[p.var()] != j.vars[e.out]) continue;
        eqn const& m = j.eqns[product[p.var()] - 1];
        atom x = r.read(j.atoms[m.in]), y = r.read(j.atoms[m.in + 1]), a = r.x(d, 1 - i);
        if (!sum && i == 0) a = detail::negative(r, a, r.to.type(a) == r.type(d) ? d.type : r.to.intern(r.to.type(a)));
        if (!sum && i == 1) {
          atom& n = detail::second_is_free(r, x, y) ? y : x;
          n = detail::negative(r, n, n.is_literal() ? 0 : r.to.vars[n.var()]);
        }
        r.becomes(d, descriptor<fma_t>, {x, y, a});
        break;
      }
    r.write_as(j, e, d);
  }
  return dce(r.finish(j));
}

} // namespace constax::inline CONSTAX_TAG
