// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/add.hpp>

namespace constax::inline CONSTAX_TAG {

/// For rules: no derivative in this operand is known, and it is asked for.
constexpr value no_derivative(std::string_view name, u32 operand, value dx) {
  dx.ctx->fail({fault_code::no_derivative, name, {}, type_of(dx), {}, operand});
  return dx.ctx->zero(type_of(dx));
}
/// n + 1, at once if n is a number.
constexpr value one_more(is_value auto n) { return n.is_constant() ? like(n, n.lit.number() + 1.0) : n + 1.0; }

} // namespace constax::inline CONSTAX_TAG
