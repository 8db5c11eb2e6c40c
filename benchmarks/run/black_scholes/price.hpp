// SPDX-License-Identifier: BSL-1.0
#pragma once
// The price of one option as a function of numbers.
#include <constax/constax.hpp>

inline constexpr auto black_scholes_normal = [](auto d) { return 0.5 * constax::erfc(d * -0.70710678118654752440); };
inline constexpr auto black_scholes_price = [](auto S, auto K, auto r, auto s, auto t) {
  auto d1 = (constax::log(S / K) + (r + s * s / 2.0) * t) / (s * constax::sqrt(t));
  auto d2 = d1 - s * constax::sqrt(t);
  return S * black_scholes_normal(d1) - K * constax::exp(-r * t) * black_scholes_normal(d2);
};
