// SPDX-License-Identifier: BSL-1.0
#pragma once
// tan: x = r + q pi/2 with |r| <= pi/4 (angle.hpp); tan(r) = r (1 + z n(z)) / (1 + z d(z)), z = r^2, upside down with the other sign for
// odd q.
//
// n, d: degree 2 and 3 (f64, relative error 2^-61.0), 1 and 1 (f32, 2^-31.1), docs/reference/math/tan.py and tan.sollya. What the sums of
// numerator and denominator lose goes into the quotient's correction, so that only r's own error, half an ulp or, near pi/4, 0.8, and
// the last rounding remain.
#include "angle.hpp"
#include "residual.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct tan_constants;
template <> struct tan_constants<double> {
  static constexpr double n[] = {-0x1.112b619d791dfp-3, 0x1.c0e843e4e6869p-9, -0x1.2baba9a0d9eeap-16};
  static constexpr double d[] = {-0x1.ddeb062411e45p-2, 0x1.a479f609c90bep-6, -0x1.46f66ba24c102p-12, 0x1.0b77a3078e45bp-21};
};
template <> struct tan_constants<float> {
  static constexpr float n[] = {-0x1.c823f4p-4f, 0x1.19dd5ep-10f}, d[] = {-0x1.c75e52p-2f, 0x1.05b6e6p-6f};
};

/// tan(r), 1/tan(r) where `odd` holds; |r| <= pi/4.
template <floating_lane X> CONSTAX_INLINE constexpr X tan_near(X r, rebind_t<X, bool> odd) noexcept {
  using C = tan_constants<element_t<X>>;
  X const one(element_t<X>(1)), z = r * r;
  auto const n = fast_two_sum(r, guard(guard(r * z) * horner(z, C::n))), d = fast_two_sum(one, guard(z * horner(z, C::d)));
  X const over = select(odd, d.hi, n.hi), over_lo = select(odd, d.lo, n.lo), under = select(odd, n.hi, d.hi),
          under_lo = select(odd, n.lo, d.lo);
  X const y = one / under, q = guard(over * y);
  return fma(fma(-q, under_lo, residual(over, q, under) + over_lo), y, q);
}

/// tan(x) where `most` is at least the magnitude a of x.
template <floating_lane X> CONSTAX_INLINE constexpr X tan_turned(X x, X a) noexcept {
  using T = element_t<X>;
  using B = bits_t<X>;
  using U = uint_like<T>;
  X const magic(round_magic<X>), t = fma(a, X(angle_constants<T>::two_over_pi), magic);
  B const q = to_bits(t);
  auto const odd = (q & B(U(1))) != B(U(0));
  return from_bits<T>(to_bits(tan_near(without_turns<1>(a, t - magic), odd)) ^ (q << B(U(8 * sizeof(T) - 1))) ^
                      (to_bits(x) & B(ieee<T>::sign)));
}

/// The same of any x.
struct tan_huge {
  template <class T> CONSTAX_RARE constexpr T operator()(T x) const noexcept {
    if (soft_isnan(x) || soft_isinf(x)) return soft_nan<T>();
    auto const [r, q] = reduce_huge_angle(convert<double>(math::abs(x)));
    bool const odd = (q & 1) != 0;
    double const y = tan_near(r, odd);
    return convert<T>(odd != soft_signbit(x) ? -y : y);
  }
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The tangent; tan(-0) = -0, nan at infinities.
template <floating_lane X> CONSTAX_INLINE constexpr X tan(X x) noexcept {
  using T = element_t<X>;
  X const a = math::abs(x);
  return detail::repair_beyond(detail::tan_turned(x, detail::sane(a <= X(detail::angle_constants<T>::most), a, X(T(0)))),
                               detail::tan_huge{}, a, x);
}

}  // namespace constax::inline CONSTAX_TAG::math
