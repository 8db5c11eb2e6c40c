// SPDX-License-Identifier: BSL-1.0
#pragma once
// tapers: window functions of signal processing, of N samples: bartlett, blackman, hamming, hanning. hanning<64>(), hanning<float, 64>()
#include <constax/api/numpy/elementwise.hpp>
#include <constax/api/numpy/make.hpp>

#include <numbers>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// cos of 2 pi k turns over the samples n, of which there are so many.
template <class X> constexpr auto cosine_of(X const& n, i64 count, int k) {
  return cos(n * (2 * k * std::numbers::pi) / static_cast<double>(count - 1));
}
struct hanning_taper {
  static constexpr auto of(auto const& n, i64 count) { return 0.5 * (1 - cosine_of(n, count, 1)); }
};
struct hamming_taper {
  static constexpr auto of(auto const& n, i64 count) { return 0.54 - 0.46 * cosine_of(n, count, 1); }
};
struct blackman_taper {
  static constexpr auto of(auto const& n, i64 count) { return 0.42 - 0.5 * cosine_of(n, count, 1) + 0.08 * cosine_of(n, count, 2); }
};
struct bartlett_taper {
  static constexpr auto of(auto const& n, i64 count) {
    return 1 - abs(2 * n + static_cast<double>(1 - count)) / static_cast<double>(count - 1);
  }
};
/// Of N samples; of one sample 1.
template <class Taper, element_type T, i64 N> constexpr auto tapered() {
  static_assert(std::is_floating_point_v<T>, "[constax] windows are of floating numbers");
  if constexpr (N <= 1) return ones<T, N>();
  else return Taper::of(iota<T, N>(), N);
}
} // namespace detail

/// (1 - cos) / 2 over N samples: hanning<64>(), hanning<float, 64>().
template <element_type T, i64 N> constexpr auto hanning() { return detail::tapered<detail::hanning_taper, T, N>(); }
template <i64 N> constexpr auto hanning() { return hanning<double, N>(); }
/// 0.54 - 0.46 cos over N samples: hamming<64>().
template <element_type T, i64 N> constexpr auto hamming() { return detail::tapered<detail::hamming_taper, T, N>(); }
template <i64 N> constexpr auto hamming() { return hamming<double, N>(); }
/// 0.42 - cos / 2 + 0.08 cos of the double angle, over N samples: blackman<64>().
template <element_type T, i64 N> constexpr auto blackman() { return detail::tapered<detail::blackman_taper, T, N>(); }
template <i64 N> constexpr auto blackman() { return blackman<double, N>(); }
/// A triangle, 0 at both ends: bartlett<64>().
template <element_type T, i64 N> constexpr auto bartlett() { return detail::tapered<detail::bartlett_taper, T, N>(); }
template <i64 N> constexpr auto bartlett() { return bartlett<double, N>(); }

} // namespace constax::inline CONSTAX_TAG
