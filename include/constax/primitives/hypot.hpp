// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/div.hpp>
#include <constax/primitives/eq.hpp>
#include <constax/primitives/select_n.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `sqrt(x[i]^2 + y[i]^2)`, which neither over- nor underflows on the way. hypot : T[s], T[s] -> T[s], T floating.
/// inf if either is infinite. At the origin both derivatives are 1/2, as jax.numpy has it.
struct hypot_t : elementwise<hypot_t> {
  static constexpr std::string_view name = "hypot";
  static constexpr i64 flops = 4;
  static constexpr auto eval(auto const& x, auto const& y) { return math::hypot(x, y); }
  static constexpr value jvp(auto x, auto y, auto dx, auto dy, auto z) {
    auto const cosine = [&](value side) { return select_n(eq(z, 0.0), side / z, like(z, 0.5)); };
    auto d = dx;
    if (!dx.is_zero()) d = dx * cosine(x);
    if (!dy.is_zero()) d = d + dy * cosine(y);
    return d;
  }
};
inline constexpr hypot_t hypot{};

} // namespace constax::inline CONSTAX_TAG
