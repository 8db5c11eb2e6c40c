// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// x itself, captured by a function with a derivative rule of its own (transform/custom.hpp): the rule speaks of arguments, so that
/// derivatives in x are refused, as in JAX. closed_over : T[s] -> T[s]
struct closed_over_t : elementwise<closed_over_t, anything> {
  static constexpr std::string_view name = "closed_over";
  static constexpr std::string_view cpp = "$x";
  static constexpr bool exact = true, unseen = true;
  static constexpr i64 flops = 0;
  static constexpr auto eval(auto const& x) { return x; }
  static constexpr value jvp(auto, auto dx, auto) {
    dx.ctx->fail({fault_code::closed_over, "custom_jvp, custom_vjp"});
    return dx.ctx->zero(type_of(dx));
  }
};

} // namespace constax::inline CONSTAX_TAG
