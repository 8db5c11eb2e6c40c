// SPDX-License-Identifier: BSL-1.0
#pragma once
// expm1: e^x - 1 = 2^n ((1 - 2^-n) + (e^r - 1)) with n = round(x / ln 2), |r| <= ln(2) / 2, and e^r - 1 = r + r^2 p(r).
//
// Cody and Waite's reduction as in exp.hpp, with the rounding error of r kept: for n = 1 the sum may cancel to half of its terms. The sum
// itself is exact (Dekker) up to its last addition, whose small term holds all roundings. p: degree 10 (f64, relative error of e^r - 1
// 2^-60.6) and 5 (f32, 2^-30.3), docs/reference/math/expm1.sollya.
#include "double_double.hpp"
#include "exact.hpp"
#include "exp.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct expm1_constants;
template <> struct expm1_constants<double> {
  static constexpr double least = -40;  // e^least - 1 rounds to -1
  static constexpr double p[] = {0x1p-1,
                                 0x1.5555555555557p-3,
                                 0x1.5555555555557p-5,
                                 0x1.111111111004fp-7,
                                 0x1.6c16c16c156a3p-10,
                                 0x1.a01a01ac1f7fdp-13,
                                 0x1.a01a01ab99be2p-16,
                                 0x1.71de01a6ffaadp-19,
                                 0x1.27e4cfab4041cp-22,
                                 0x1.af4ed86364e0dp-26,
                                 0x1.1f86f82a78419p-29};
};
template <> struct expm1_constants<float> {
  static constexpr float least = -20;
  static constexpr float p[] = {0x1p-1f, 0x1.555556p-3f, 0x1.555502p-5f, 0x1.110fc2p-7f, 0x1.6d2e0ep-10f, 0x1.a2d98ep-13f};
};

/// e^x - 1 = ((1 - unit) + (r + rest)) 2^n; |rest| < r^2 and holds all rounding errors; unit = 2^-n, or 0 where that does not count.
template <class X> struct expm1_parts {
  X n, unit, r, rest;
};
/// For x within exp's domain, and not below expm1_constants::least.
template <floating_lane X> CONSTAX_INLINE constexpr expm1_parts<X> take_expm1(X x) noexcept {
  using T = element_t<X>;
  using C = exp_constants<T>;
  using B = bits_t<X>;
  X const magic(round_magic<X>), t = fma(x, X(T(1.44269504088896340736)), magic), n = t - magic;
  X const hi = fma(n, X(-C::ln2_hi), x), lo = guard(n * X(C::ln2_lo)), r = hi - lo, r_error = (hi - r) - lo;
  B const shift(static_cast<typename ieee<T>::bits>(ieee<T>::digits - 1)), one(to_bits(T(1)));
  return {n, select(n > X(T(60)), T(0), from_bits<T>(one - (to_bits(t) << shift))), r,
          fma(r * r, horner(r, expm1_constants<T>::p), r_error)};
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// e^x - 1, accurate near 0; expm1(-0) = -0, -1 at -inf, inf at inf.
template <floating_lane X> CONSTAX_INLINE constexpr X expm1(X x) noexcept {
  using T = element_t<X>;
  using C = detail::exp_constants<T>;
  X const least(detail::expm1_constants<T>::least), one(T(1));
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && !(x >= least && x <= C::overflow)) return x < 0 ? T(-1) : x > 0 ? detail::inf_of<X>() : x;
  }
  auto const [n, unit, r, rest] =
      detail::take_expm1(detail::at_least(detail::at_most(x, C::most), detail::expm1_constants<T>::least)); // nan passes
  auto const s = detail::fast_two_sum(one - unit, r);
  return math::copysign(detail::scale(s.hi + (s.lo + rest), n), x);
}

}  // namespace constax::inline CONSTAX_TAG::math
