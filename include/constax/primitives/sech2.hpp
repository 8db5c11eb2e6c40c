// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `y[i] = 1 / cosh(x[i])^2`, to full relative accuracy for large |x|. sech2 : T[s] -> T[s], T floating.
/// The derivative of tanh, which `1 - tanh(x)^2` has only as many digits of as 1 leaves; what it shares with tanh of the same operand is
/// computed once.
struct sech2_t : elementwise<sech2_t> {
  static constexpr std::string_view name = "sech2", kin = "tanh sech2";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { return math::sech2(x); }
  static constexpr value jvp(auto x, auto dx, auto y);
};
inline constexpr sech2_t sech2{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/tanh.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr value sech2_t::jvp(auto x, auto dx, auto y) { return dx * (tanh(x) * (-2.0 * y)); }
} // namespace constax::inline CONSTAX_TAG
