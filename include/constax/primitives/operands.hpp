// SPDX-License-Identifier: BSL-1.0
#pragma once
// operands: the common type of operands that stand side by side.
#include <constax/primitives/rules.hpp>

namespace constax::inline CONSTAX_TAG {

/// The common type of elementwise operands: one dtype; equal shapes, or scalars beside them.
template <class Accepts>
constexpr typed common_type(operand_types xs) {
  aval const* shaped = xs[0];
  for (aval const* x : xs) {
    if (!Accepts::accepts(x->type)) return fault{fault_code::dtype_not_accepted, {}, Accepts::name, *x};
    if (x->type != xs[0]->type) return fault{fault_code::dtypes_differ, {}, {}, *xs[0], *x};
    if (x->rank() != 0 && shaped->rank() != 0 && !(x->shape == shaped->shape)) return fault{fault_code::shapes_differ, {}, {}, *shaped, *x};
    if (x->rank() != 0) shaped = x;
  }
  return *shaped;
}

/// The type of a predicate on elementwise operands: bool, of their common shape.
template <class Accepts>
constexpr typed predicate_type(operand_types xs) {
  typed t = common_type<Accepts>(xs);
  if (!t.fault) t.results[0].type = dtype::boolean;
  return t;
}

} // namespace constax::inline CONSTAX_TAG
