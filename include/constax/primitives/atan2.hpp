// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/inversion.hpp>

namespace constax::inline CONSTAX_TAG {

/// The angle of the point (y[i], x[i]), from -pi to pi: atan2(y, x), signs of zeros and infinities as in C. atan2 : T[s], T[s] -> T[s], T
/// floating.
struct atan2_t : elementwise<atan2_t> {
  static constexpr std::string_view name = "atan2";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& y, auto const& x) { return math::atan2(y, x); }
  static constexpr value jvp(auto y, auto x, auto dy, auto dx, auto) {
    auto d = dy;
    if (!dy.is_zero()) d = dy * inversion(x, y);
    if (!dx.is_zero()) d = d - dx * inversion(y, x);
    return d;
  }
};
inline constexpr atan2_t atan2{};

} // namespace constax::inline CONSTAX_TAG
