// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Floats rounded to words of bf16 (8 bits of exponent) or f16 (5). narrow[exponent_bits] : f32[s] -> u16[s]. What stores of halves become
/// before planning (transform/halves.hpp).
struct narrow_t : elementwise<narrow_t, singles> {
  static constexpr std::string_view name = "narrow";
  static constexpr std::string_view cpp = "narrow($x, $0)";
  static constexpr bool exact = true;
  static constexpr i64 flops = 2;
  struct params {
    i32 exponent_bits = 8;
    static constexpr char const* names[] = {"exponent_bits"};
  };
  template <class>
  using result = std::uint16_t;
  static constexpr typed type(operand_types xs, params const&) {
    typed t = common_type<singles>(xs);
    if (!t.fault) t.results[0].type = dtype::u16;
    return t;
  }
  template <class X>
    requires std::is_same_v<element_t<X>, float>
  static constexpr auto eval(X const& x, params const& p) {
    return constax::narrow(x, p.exponent_bits);
  }
};

} // namespace constax::inline CONSTAX_TAG
