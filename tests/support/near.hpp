// SPDX-License-Identifier: BSL-1.0
#pragma once
// near: how far two floating-point numbers are apart, in units in the last place.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace constax_tests {

namespace detail {
template <class T>
using bits_of = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// The floats in their order as consecutive integers; -0 and +0 are one.
template <class T>
constexpr std::int64_t ordinal(T x) {
  auto const b = std::bit_cast<bits_of<T>>(x);
  auto const magnitude = static_cast<std::int64_t>(b & (~bits_of<T>{0} >> 1));
  return b == static_cast<bits_of<T>>(magnitude) ? magnitude : -magnitude;
}
} // namespace detail

/// How many floats a and b are apart; 0 for two NaNs, a huge number for one.
template <class T>
constexpr double ulps(T a, T b) {
  if (a != a || b != b) return a != a && b != b ? 0 : std::numeric_limits<double>::infinity();
  return std::fabs(static_cast<double>(detail::ordinal(a)) - static_cast<double>(detail::ordinal(b)));
}
template <class T>
constexpr bool near(T a, T b, double limit = 4) {
  return ulps(a, b) <= limit;
}

/// a = b up to tol, relative to 1 and to `scale`; NaN equals NaN, an infinity itself.
inline bool close(double a, double b, double tol, double scale = 1) {
  if (a != a || b != b) return a != a && b != b;
  if (a == b) return true;
  return std::fabs(a - b) <= tol * (scale > 1 ? scale : 1);
}

} // namespace constax_tests
