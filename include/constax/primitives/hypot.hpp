// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/cosine.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `sqrt(x[i]^2 + y[i]^2)`, which neither over- nor underflows on the way. hypot : T[s], T[s] -> T[s], T floating.
/// inf if either is infinite. At the origin both derivatives are 1/2, as jax.numpy has it.
struct hypot_t : elementwise<hypot_t> {
  static constexpr std::string_view name = "hypot";
  static constexpr i64 flops = 4;
  static constexpr auto eval(auto const& x, auto const& y) { return math::hypot(x, y); }
  static constexpr value jvp(auto x, auto y, auto dx, auto dy, auto z) {
    auto d = dx;
    if (!dx.is_zero()) d = dx * bind<cosine_t>({}, x, y, z);
    if (!dy.is_zero()) d = d + dy * bind<cosine_t>({}, y, x, z);
    return d;
  }
};
inline constexpr hypot_t hypot{};

} // namespace constax::inline CONSTAX_TAG
