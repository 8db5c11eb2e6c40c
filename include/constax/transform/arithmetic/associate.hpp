// SPDX-License-Identifier: BSL-1.0
#pragma once
// associate : jaxpr -> jaxpr        reductions over several axes become reductions over one, the last axis first
//
//   reduce_sum[axes=(0,2)] x   ->   reduce_sum[axes=(0,)] (reduce_sum[axes=(2,)] x)
//
// With that, primitives/order.hpp defines every bit: up to 16 terms along the axis left to right; else blocks of 256, element i in chain
// i mod 8 (f32: 16), chains folded by halves, a group's blocks in order, groups in a binary tree.
// Looks at equations and types only: never at threads, lanes, strips or caches.
#include <constax/transform/simplify.hpp>

namespace constax::inline CONSTAX_TAG {

constexpr jaxpr associate(jaxpr j) {
  if (j.fault) return j;
  bool any = false;
  for (eqn const& e : j.eqns) any |= e.prim->kind == kind::reduction && decode<reduction_params>(j.params(e)).axes.size() > 1;
  if (!any) return j;
  rewriter r(j);
  r.take_literals(j);
  for (eqn const& e : j.eqns) {
    rewriter::draft d = r.start(j, e);
    if (e.prim->kind == kind::reduction) {
      axes const over = decode<reduction_params>(j.params(e)).axes;
      for (int i = over.size() - 1; i >= 0 && over.size() > 1; --i) {
        atom x = r.x(d, 0);
        if (i != over.size() - 1) x = r.write(d);
        aval t = r.type(x);
        shape s;
        for (int k = 0; k < t.rank(); ++k)
          if (k != over[i]) s.push(t.shape[k]);
        r.becomes(d, *e.prim, {x}, encode(reduction_params{{over[i]}}));
        d.type = i == 0 ? j.vars[e.out] : r.to.intern(aval{j.type(e.out).type, s});
      }
    }
    r.write_as(j, e, d);
  }
  return dce(r.finish(j));
}

} // namespace constax::inline CONSTAX_TAG
