// SPDX-License-Identifier: BSL-1.0
#pragma once
// sinh, cosh: by the addition theorem for |x| = n ln 2 + r, |r| <= ln(2) / 2, without a division:
// sinh(n ln 2 + r) = A cosh r + B sinh r, cosh(n ln 2 + r) = B cosh r + A sinh r, A = (2^n - 2^-n) / 2, B = (2^n + 2^-n) / 2.
//
// sinh r = r + r^3 s(r^2), degree 4 (relative error 2^-60.1; f32 2, 2^-33); cosh r = 1 + r^2 c(r^2), degree 5 (2^-68; f32 2, 2^-32);
// docs/reference/math/sinh.sollya. A and B are taken as halves, so that the largest results do not overflow early.
#include "exact.hpp"
#include "exp.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct sinh_constants;
template <> struct sinh_constants<double> {
  static constexpr double tiny = 0x1p-28, most = 710.7, overflow = 0x1.633ce8fb9f87dp+9; // sinh x rounds to x below tiny; most has n = 1025
  static constexpr double s[] = {0x1.5555555555556p-3, 0x1.111111111070ap-7, 0x1.a01a01a9031f8p-13, 0x1.71de0a3920c82p-19,
                                 0x1.af3f0f614bffdp-26};
  static constexpr double c[] = {
      0x1p-1, 0x1.5555555555556p-5, 0x1.6c16c16c15ff9p-10, 0x1.a01a01a819694p-16, 0x1.27e4d815220afp-22, 0x1.1f78e7c7f8e1cp-29};
};
template <> struct sinh_constants<float> {
  static constexpr float tiny = 0x1p-13f, most = 89.6f, overflow = 0x1.65a9f8p+6f;
  static constexpr float s[] = {0x1.555556p-3f, 0x1.110f88p-7f, 0x1.a3638cp-13f};
  static constexpr float c[] = {0x1p-1f, 0x1.555502p-5f, 0x1.6d2e08p-10f};
};

/// A / 2, B / 2, r, sinh r - r, cosh r - 1 of a = n ln 2 + r, 0 <= a <= most.
template <class X> struct hyperbolic_parts {
  X minus, plus, r, s, c;
};
template <floating_lane X> CONSTAX_INLINE constexpr hyperbolic_parts<X> take_hyperbolic(X a) noexcept {
  using T = element_t<X>;
  using C = sinh_constants<T>;
  using B = bits_t<X>;
  auto const [n, r] = reduce_exp(a);
  B const shifted = to_bits(n + X(round_magic<X>)) << B(static_cast<typename ieee<T>::bits>(ieee<T>::digits - 1)),
          quarter(to_bits(T(0.25)));
  X const up = from_bits<T>(quarter + shifted), down = select(n > X(T(60)), T(0), from_bits<T>(quarter - shifted)), z = r * r;
  return {up - down, up + down, r, (z * r) * horner(z, C::s), z * horner(z, C::c)};
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The hyperbolic sine; sinh(-0) = -0, infinities stay.
template <floating_lane X> CONSTAX_INLINE constexpr X sinh(X x) noexcept {
  using C = detail::sinh_constants<element_t<X>>;
  X const a = math::abs(x);
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && !(a <= C::overflow)) return a > 0 ? math::copysign(detail::inf_of<X>(), x) : x;
  }
  auto const h = detail::take_hyperbolic(detail::at_most(a, C::most));  // nan passes
  X const y = fma(h.plus, h.r, h.minus) + fma(h.plus, h.s, guard(h.minus * h.c));
  return select(a < X(C::tiny), x, math::copysign(y + y, x));  // the half of a subnormal r would lose a bit
}

/// The hyperbolic cosine; inf at infinities.
template <floating_lane X> CONSTAX_INLINE constexpr X cosh(X x) noexcept {
  using C = detail::sinh_constants<element_t<X>>;
  X const a = math::abs(x);
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && !(a <= C::overflow)) return a > 0 ? detail::inf_of<X>() : x;
  }
  auto const h = detail::take_hyperbolic(detail::at_most(a, C::most));  // nan passes
  X const y = fma(h.minus, h.r, h.plus) + fma(h.minus, h.s, guard(h.plus * h.c));
  return y + y;
}

}  // namespace constax::inline CONSTAX_TAG::math
