// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Words of bf16 (8 bits of exponent) or f16 (5) as floats: exact. widen[exponent_bits] : u16[s] -> f32[s]. What loads of halves become
/// before planning (transform/halves.hpp); no derivative is taken after that.
struct widen_t : elementwise<widen_t, words_of_halves> {
  static constexpr std::string_view name = "widen";
  static constexpr std::string_view cpp = "widen($x, $0)";
  static constexpr bool exact = true;
  struct params {
    i32 exponent_bits = 8;
    static constexpr char const* names[] = {"exponent_bits"};
  };
  template <class>
  using result = float;
  static constexpr typed type(operand_types xs, params const&) {
    typed t = common_type<words_of_halves>(xs);
    if (!t.fault) t.results[0].type = dtype::f32;
    return t;
  }
  template <class X>
    requires std::is_same_v<element_t<X>, std::uint16_t>
  static constexpr auto eval(X const& x, params const& p) {
    return constax::widen(x, p.exponent_bits);
  }
};

} // namespace constax::inline CONSTAX_TAG
