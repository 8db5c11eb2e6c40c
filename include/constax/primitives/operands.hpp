// SPDX-License-Identifier: BSL-1.0
#pragma once
// operands: which dtypes a primitive accepts, and the common type of operands that stand side by side.
#include <constax/primitives/rules.hpp>

namespace constax::inline CONSTAX_TAG {

// What dtypes a member accepts.
struct floating {
  static constexpr std::string_view name = "operands must be floating-point";
  static constexpr bool accepts(dtype t) { return info(t).floating; }
};
struct numeric {
  static constexpr std::string_view name = "operands must be numbers";
  static constexpr bool accepts(dtype t) { return t != dtype::boolean; }
};
struct signed_numeric {
  static constexpr std::string_view name = "operands must be signed numbers";
  static constexpr bool accepts(dtype t) { return info(t).is_signed; }
};
struct integral {
  static constexpr std::string_view name = "operands must be integers or bool";
  static constexpr bool accepts(dtype t) { return !info(t).floating; }
};
struct boolean {
  static constexpr std::string_view name = "operands must be bool";
  static constexpr bool accepts(dtype t) { return t == dtype::boolean; }
};
struct anything {
  static constexpr std::string_view name = "";
  static constexpr bool accepts(dtype) { return true; }
};

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
