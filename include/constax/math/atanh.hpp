// SPDX-License-Identifier: BSL-1.0
#pragma once
// atanh: n ln(2) / 2 + atanh s, s = (1 + a - 2^n (1 - a)) / (1 + a + 2^n (1 - a)), a = |x|, by the addition theorem: one division, no
// logarithm.
//
// n is the integer next to log2((1 + a) / (1 - a)), so that |s| < 0.177; any n is right, so it comes from an approximation. All parts are
// sums of two numbers, s too: the final sum has an error of little more than its last rounding. atanh s = s + s^3 q(s^2), degree 7
// (f64, relative error 2^-64.5) and 2 (f32, 2^-27.9), docs/reference/math/atanh.sollya.
#include "exact.hpp"
#include "exp.hpp"
#include "residual.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct atanh_constants;
template <> struct atanh_constants<double> {
  static constexpr double root_half = 0x1.6a09e667f3bcdp-1;
  static constexpr double q[] = {0x1.5555555555555p-2, 0x1.9999999999d79p-3, 0x1.2492492429845p-3, 0x1.c71c7265e11e9p-4,
                                 0x1.745cd79ce5324p-4, 0x1.3b222109ecb3bp-4, 0x1.0f363db0d3e2ep-4, 0x1.10e7ede2d412bp-4};
  static constexpr double half_inverse[] = {0.505, 0.1616, 0.3232};  // 1 / (2 - d), to 1%
};
template <> struct atanh_constants<float> {
  static constexpr float root_half = 0x1.6a09e6p-1f;
  static constexpr float q[] = {0x1.55555ep-2f, 0x1.997556p-3f, 0x1.300622p-3f};
  static constexpr float half_inverse[] = {0.505f, 0.1616f, 0.3232f};
};

/// n ln(2) / 2 + atanh(a / b), with 1 / b to a few ulp.
template <floating_lane X> CONSTAX_INLINE constexpr X atanh_sum(X n, double_double<X> a, double_double<X> b, X inverse_b) noexcept {
  using T = element_t<X>;
  using C = exp_constants<T>;
  X const s = guard(a.hi * inverse_b), rest = fma(-s, b.lo, residual(a.hi, s, b.hi) + a.lo), z = s * s;
  X const q = (z * s) * horner(z, atanh_constants<T>::q);
  auto const t = fast_two_sum(n * X(C::ln2_hi / 2), s);
  return t.hi + (t.lo + fma(rest, inverse_b, fma(n, X(C::ln2_lo / 2), q)));
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The inverse hyperbolic tangent; atanh(-0) = -0, infinite at -1 and 1, nan beyond.
template <floating_lane X> CONSTAX_INLINE constexpr X atanh(X x) noexcept {
  using T = element_t<X>;
  using C = detail::atanh_constants<T>;
  X const a = math::abs(x), one(T(1));
  X const special = select(a == one, math::copysign(detail::inf_of<X>(), x), detail::nan_of<X>());
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && !(a < 1)) return special;
  }
  auto const u = detail::fast_two_sum(one, a), d = detail::fast_two_sum(one, -a);
  auto const part = detail::floating_split(d.hi * detail::horner(d.hi, C::half_inverse), C::root_half);
  X const k = detail::invert_power(part.power), v = guard(k * d.hi), v_lo = guard(k * d.lo);
  auto const den = detail::two_sum(u.hi, v);
  X const b = den.hi;
  X const y = detail::atanh_sum(-part.exponent, {u.hi - v, u.lo - v_lo}, {b, den.lo + (u.lo + v_lo)}, one / b);
  return select(a < one, math::copysign(y, x), special);
}

}  // namespace constax::inline CONSTAX_TAG::math
