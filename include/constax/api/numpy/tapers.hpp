// SPDX-License-Identifier: BSL-1.0
#pragma once
// tapers: window functions of signal processing, of N samples: bartlett, blackman, hamming, hanning. hanning<64>(), hanning<float, 64>()
#include <constax/api/numpy/elementwise.hpp>
#include <constax/api/numpy/make.hpp>

#include <numbers>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// f(0, 1, ..., N - 1); of one sample 1.
template <element_type T, i64 N, class F> constexpr auto tapered(F const& f) {
  static_assert(std::is_floating_point_v<T>, "[constax] windows are of floating numbers");
  if constexpr (N <= 1) return ones<T, N>();
  else return f(iota<T, N>());
}
/// cos of 2 pi k turns over the samples n.
template <i64 N, class X> constexpr auto cosine_of(X const& n, int k) {
  using T = typename X::value_type;
  return cos(n * static_cast<T>(2 * k * std::numbers::pi) / static_cast<T>(N - 1));
}
} // namespace detail

/// (1 - cos) / 2 over N samples: hanning<64>(), hanning<float, 64>().
template <element_type T, i64 N> constexpr auto hanning() {
  return detail::tapered<T, N>([](auto const& n) { return 0.5 * (1 - detail::cosine_of<N>(n, 1)); });
}
template <i64 N> constexpr auto hanning() { return hanning<double, N>(); }
/// 0.54 - 0.46 cos over N samples: hamming<64>().
template <element_type T, i64 N> constexpr auto hamming() {
  return detail::tapered<T, N>([](auto const& n) { return 0.54 - 0.46 * detail::cosine_of<N>(n, 1); });
}
template <i64 N> constexpr auto hamming() { return hamming<double, N>(); }
/// 0.42 - cos / 2 + 0.08 cos of the double angle, over N samples: blackman<64>().
template <element_type T, i64 N> constexpr auto blackman() {
  return detail::tapered<T, N>([](auto const& n) { return 0.42 - 0.5 * detail::cosine_of<N>(n, 1) + 0.08 * detail::cosine_of<N>(n, 2); });
}
template <i64 N> constexpr auto blackman() { return blackman<double, N>(); }
/// A triangle, 0 at both ends: bartlett<64>().
template <element_type T, i64 N> constexpr auto bartlett() {
  return detail::tapered<T, N>([](auto const& n) { return 1 - abs(2 * n + static_cast<T>(1 - N)) / static_cast<T>(N - 1); });
}
template <i64 N> constexpr auto bartlett() { return bartlett<double, N>(); }

} // namespace constax::inline CONSTAX_TAG
