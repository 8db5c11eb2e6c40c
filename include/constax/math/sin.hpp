// SPDX-License-Identifier: BSL-1.0
#pragma once
// sin, cos: (-1)^n sin(r), r = |x| - n pi for sin, |x| - (n - 1/2) pi for cos, |r| <= pi/2 (angle.hpp); sin(r) = r + r z p(z), z = r^2.
//
// One polynomial on [-pi/2, pi/2] costs one fma more than sine's or cosine's on [-pi/4, pi/4] and no choice between the two, which in
// registers takes two polynomials (2.9 cycles an element instead of 2.1) or a blend for each coefficient (2.6). p: degree 7 (f64, relative
// error of sin 2^-55) and 3 (f32, 2^-26), docs/reference/math/sin.sollya. r has an error of half an ulp, the last addition another one and
// its smaller term less than one. cos(0) = 1; values above 1 do not occur in f32, and in f64 with fma at one of 10^6 arguments closer than
// 2^-25 to an extremum (the last coefficient is chosen so; a minimum with 1 would cost 0.4 cycles).
#include <utility>

#include "angle.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct sin_constants;
template <> struct sin_constants<double> {
  static constexpr double p[] = {-0x1.5555555555555p-3,  0x1.11111111110c9p-7, -0x1.a01a01a014eb5p-13, 0x1.71de3a52aaa9bp-19,
                                 -0x1.ae6454d955442p-26, 0x1.6123ce4d5289p-33, -0x1.ae43db5534583p-41, 0x1.883b9226a98d6p-49};
};
template <> struct sin_constants<float> {
  static constexpr float p[] = {-0x1.55554cp-3f, 0x1.110ed8p-7f, -0x1.9f705ap-13f, CONSTAX_HAS_FMA ? 0x1.5db786p-19f : 0x1.5dbe9p-19f};
};

/// sin(r), |r| <= pi/2.
template <floating_lane X> CONSTAX_INLINE constexpr X sin_near(X r) noexcept {
  X const z = r * r;
  return fma(z * r, horner(z, sin_constants<element_t<X>>::p), r);
}

/// sin(x) or, for Turn = 1, cos(x) where `most` is at least the magnitude a of x.
template <int Turn, floating_lane X> CONSTAX_INLINE constexpr X sin_turned(X x, X a) noexcept {
  using T = element_t<X>;
  using B = bits_t<X>;
  using U = uint_like<T>;
  X const magic(round_magic<X>), half(T(0.5)), over(angle_constants<T>::two_over_pi / 2);
  X const t = Turn == 0 ? fma(a, over, magic) : fma(a, over, half) + magic;
  X const n = Turn == 0 ? t - magic : (t - magic) - half;
  B const sign(ieee<T>::sign), odd = to_bits(t) << B(U(8 * sizeof(T) - 1)), y = to_bits(sin_near(without_turns<2>(a, n)));
  return from_bits<T>(y ^ (Turn == 0 ? odd ^ (to_bits(x) & sign) : odd));
}

/// The same of any x.
template <int Turn> struct sin_huge {
  template <class T> CONSTAX_RARE constexpr T operator()(T x) const noexcept {
    if (soft_isnan(x) || soft_isinf(x)) return soft_nan<T>();
    auto [r, q] = reduce_huge_angle(convert<double>(math::abs(x)));
    q += Turn;
    if ((q & 1) != 0) {  // pi/2 more or less, towards 0
      double const quarter = 1.57079632679489661923;
      if (r < 0) r += quarter, q -= 1;
      else r -= quarter, q += 1;
    }
    double const y = sin_near(r);
    return convert<T>(((q & 2) != 0) != (Turn == 0 && soft_signbit(x)) ? -y : y);
  }
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The sine; sin(-0) = -0, nan at infinities.
template <floating_lane X> CONSTAX_INLINE constexpr X sin(X x) noexcept {
  using T = element_t<X>;
  X const a = math::abs(x);
  return detail::repair_beyond(detail::sin_turned<0>(x, detail::sane(a <= X(detail::angle_constants<T>::most), a, X(T(0)))),
                               detail::sin_huge<0>{}, a, x);
}
/// The cosine; nan at infinities.
template <floating_lane X> CONSTAX_INLINE constexpr X cos(X x) noexcept {
  using T = element_t<X>;
  X const a = math::abs(x);
  return detail::repair_beyond(detail::sin_turned<1>(x, detail::sane(a <= X(detail::angle_constants<T>::most), a, X(T(0)))),
                               detail::sin_huge<1>{}, a, x);
}
/// {sin(x), cos(x)}.
template <floating_lane X> CONSTAX_INLINE constexpr std::pair<X, X> sincos(X x) noexcept { return {math::sin(x), math::cos(x)}; }

}  // namespace constax::inline CONSTAX_TAG::math
