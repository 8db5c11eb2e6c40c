// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/hypot.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `x[i] / (x[i]^2 + y[i]^2)`, where the squares may over- or underflow: a coordinate of the point's inverse in the unit
/// circle. inversion : T[s], T[s] -> T[s], T floating. The derivatives of atan2.
struct inversion_t : elementwise<inversion_t> {
  static constexpr std::string_view name = "inversion";
  static constexpr bool slow = true;
  static constexpr i64 flops = 5;
  static constexpr auto eval(auto const& x, auto const& y) { return math::inversion(x, y); }
  // (y - x) (y + x) / r^4 and -2 x y / r^4. Halves, since the sum may overflow.
  static constexpr value jvp(auto x, auto y, auto dx, auto dy, auto z) {
    auto d = dx.ctx->zero(type_of(z));
    if (!dx.is_zero()) {
      auto const r = hypot(x, y), u = 0.5 * x, v = 0.5 * y;
      d = dx * (4.0 * (((v - u) / r / r) * ((v + u) / r / r)));
    }
    if (!dy.is_zero()) d = d - dy * (2.0 * (z * bind<inversion_t>({}, y, x)));
    return d;
  }
};
inline constexpr inversion_t inversion{};

} // namespace constax::inline CONSTAX_TAG
