// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Floats rounded to numbers of bf16 (8 bits of exponent) or f16 (5). round_to[exponent_bits] : f32[s] -> f32[s]. What ends each operation
/// on halves before planning (transform/halves.hpp).
struct round_to_t : elementwise<round_to_t, singles> {
  static constexpr std::string_view name = "round_to";
  static constexpr std::string_view cpp = "round_to($x, $0)";
  static constexpr bool exact = true;
  static constexpr i64 flops = 2;
  struct params {
    i32 exponent_bits = 8;
    static constexpr char const* names[] = {"exponent_bits"};
  };
  static constexpr typed type(operand_types xs, params const&) { return common_type<singles>(xs); }
  template <class X>
    requires std::is_same_v<element_t<X>, float>
  static constexpr auto eval(X const& x, params const& p) {
    return constax::round_to(x, p.exponent_bits);
  }
};

} // namespace constax::inline CONSTAX_TAG
