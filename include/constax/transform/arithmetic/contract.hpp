// SPDX-License-Identifier: BSL-1.0
#pragma once
// contract : jaxpr -> jaxpr        where a product is used once, in a sum: one fma, one rounding. This pass defines the program's bits.
//
//   add (mul x y) a   ->   fma x y a             sub (mul x y) a   ->   fma x y (neg a)
//   add a (mul x y)   ->   fma x y a             sub a (mul x y)   ->   fma (neg x) y a
//   reduce_sum[axes=(d,)] (mul x y)   ->   dot_general x y, all other axes batch axes
//
// Of two products the left one is taken; floating types only; a product that is also an output, or has another shape than the sum, stays.
// The negation costs no more than the sub did, and no instruction at all where the target has fnmadd and fmsub; it goes into a literal or
// takes the place of a negation that is there. A sum of products is a contraction where the axis has a loop: of a symbolic length, or a
// long one; a short one is straight-line code. Looks at equations and types only: never at threads, lanes, strips or caches. What comes of
// it is simplified in the same walk.
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

/// Are sums over this axis loops on any target? (plan.hpp unrolls up to as many terms, rows.hpp takes as many in registers.)
constexpr bool is_long(extent const& axis) { return !axis.is_number() || axis.number > 64; }

/// The sum e of the products that `m` makes, if it is one: of operands that have its shape.
constexpr void contract_sum(rewriter& r, jaxpr const& j, eqn const& e, eqn const* m, rewriter::draft& d) {
  if (!m) return;
  aval const& products = j.type(m->out);
  i64 const summed = decode<reduction_params>(j.params(e)).axes[0];
  for (atom a : j.operands(*m))
    if (a.is_literal() || j.vars[a.var()] != j.vars[m->out]) return;
  if (!is_long(products.shape[static_cast<int>(summed)])) return;
  axes others;
  for (int k = 0; k < products.rank(); ++k)
    if (k != summed) others.push(k);
  axes const sum{summed};
  r.becomes(d, descriptor<dot_general_t>, {r.read(j.operands(*m)[0]), r.read(j.operands(*m)[1])},
            encode(dot_general_t::params{sum, sum, others, others}));
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

  auto const product_in = [&](atom p) {
    return p.is_literal() || uses[p.var()] != 1 || !product[p.var()] ? nullptr : &j.eqns[product[p.var()] - 1];
  };

  rewriter r(j);
  r.take_literals(j);
  for (eqn const& e : j.eqns) {
    rewriter::draft d = r.start(j, e);
    bool const sum = is<add_t>(e);
    if ((sum || is<sub_t>(e)) && j.type(e.out).floating())
      for (u32 i = 0; i < 2; ++i) {
        atom const p = j.atoms[e.in + i];
        eqn const* const m = product_in(p);
        if (!m || j.vars[p.var()] != j.vars[e.out]) continue;
        atom x = r.read(j.operands(*m)[0]), y = r.read(j.operands(*m)[1]), a = r.x(d, 1 - i);
        if (!sum && i == 0) a = detail::negative(r, a, r.to.type(a) == r.type(d) ? d.type : r.to.intern(r.to.type(a)));
        if (!sum && i == 1) {
          atom& n = detail::second_is_free(r, x, y) ? y : x;
          n = detail::negative(r, n, n.is_literal() ? 0 : r.to.vars[n.var()]);
        }
        r.becomes(d, descriptor<fma_t>, {x, y, a});
        break;
      }
    if (is<reduce_sum_t>(e) && j.type(e.out).floating()) detail::contract_sum(r, j, e, product_in(j.operands(e)[0]), d);
    if (e.prim->call || e.n_out != 1) r.write_as(j, e, d);
    else r.env[e.out] = detail::simplified(r, d);
  }
  return tidied(r.finish(j));
}

} // namespace constax::inline CONSTAX_TAG
