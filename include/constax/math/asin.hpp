// SPDX-License-Identifier: BSL-1.0
#pragma once
// asin, acos: asin(a) = a + a z p(z), z = a^2, for a <= 1/2; asin(a) = pi/2 - 2 asin(s), s = sqrt((1 - a) / 2), above; acos(x) = pi/2 -
// asin(x).
//
// Every case is base + m + m z p(z) with base a multiple of pi/2 in two parts and m = x or 2s with a sign. What base + m loses joins the
// last term: errors 0.5 ulp of the last addition, as much of the root, 0.1 of p. p: degree 11 (f64, relative error of asin 2^-55.9) and 4
// (f32, 2^-27.6), docs/reference/math/asin.sollya.
#include "double_double.hpp"
#include "exact.hpp"
#include "polynomial.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct asin_constants;
template <> struct asin_constants<double> {
  static constexpr double p[] = {0x1.555555555539p-3,  0x1.333333336e80fp-4, 0x1.6db6db427a4f8p-5,  0x1.f1c72c38fb343p-6,
                                 0x1.6e89f44019769p-6, 0x1.1c6be1a687d83p-6, 0x1.c6fdc1aa99fb6p-7,  0x1.8ec2fca664948p-7,
                                 0x1.abcf5cd3c582p-8,  0x1.3ff4a993e8f23p-6, -0x1.09d328395e2acp-6, 0x1.056d6c8369ac4p-5};
  static constexpr double quarter = 0x1.921fb54442d18p0, quarter_lo = 0x1.1a62633145c07p-54;  // pi/2
};
template <> struct asin_constants<float> {
  static constexpr float p[] = {0x1.5555c8p-3f, 0x1.330206p-4f, 0x1.747b72p-5f, 0x1.8c415ap-6f, 0x1.5959aap-5f};
  static constexpr float quarter = 0x1.921fb6p0f, quarter_lo = -0x1.777a5cp-25f;
};

/// base + base_lo + m (1 + z p(z)); base = 0 or |base| >= |m|.
template <floating_lane X> CONSTAX_INLINE constexpr X asin_sum(X base, X base_lo, X m, X z) noexcept {
  auto const s = fast_two_sum(base, m);
  return s.hi + (s.lo + fma(m * z, horner(z, asin_constants<element_t<X>>::p), base_lo));
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The arc sine, from -pi/2 to pi/2; asin(-0) = -0, nan outside of [-1, 1].
template <floating_lane X> CONSTAX_INLINE constexpr X asin(X x) noexcept {
  using T = element_t<X>;
  using C = detail::asin_constants<T>;
  X const a = math::abs(x), half(T(0.5)), zero(T(0));
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && !(a <= T(1))) return detail::nan_of<X>();
  }
  auto const big = a > half;
  X const z = select(big, fma(a, -half, half), a * a), m = select(big, X(T(-2)) * math::sqrt(z), a);
  return math::copysign(detail::asin_sum(select(big, X(C::quarter), zero), select(big, X(C::quarter_lo), zero), m, z), x);
}

/// The arc cosine, from 0 to pi; nan outside of [-1, 1].
template <floating_lane X> CONSTAX_INLINE constexpr X acos(X x) noexcept {
  using T = element_t<X>;
  using C = detail::asin_constants<T>;
  X const a = math::abs(x), half(T(0.5)), zero(T(0));
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && !(a <= T(1))) return detail::nan_of<X>();
  }
  auto const big = a > half, negative = x < zero;
  X const z = select(big, fma(a, -half, half), a * a), root = math::copysign(X(T(2)) * math::sqrt(z), x), m = select(big, root, -x);
  X const base = select(big, select(negative, X(2 * C::quarter), zero), X(C::quarter)),
          base_lo = select(big, select(negative, X(2 * C::quarter_lo), zero), X(C::quarter_lo));
  return detail::asin_sum(base, base_lo, m, z);
}

}  // namespace constax::inline CONSTAX_TAG::math
