// SPDX-License-Identifier: BSL-1.0
#pragma once
// asinh, acosh: the logarithm of e = s + c (s = sinh, c = cosh of the result: one is the argument, the other a root R) as
// n ln 2 + 2 atanh(f / (2 + f)), e = 2^n (1 + f), sqrt(1/2) <= 1 + f < sqrt(2).
//
// R is corrected by (R'^2 - R^2) / 2R, in which the difference is exact, and f is a sum of two numbers: for small results, where it is e -
// 1, nothing is lost. So the error is little more than that of the last rounding. Beyond 2^28 (f32: 2^13) e is 2 |x|. The series:
// atanh.hpp.
#include "atanh.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// asinh(a) (Sine, 0 <= a) or acosh(a) (a > 1), for finite a.
template <bool Sine, floating_lane X> CONSTAX_INLINE constexpr X inverse_hyperbolic(X a) noexcept {
  using T = element_t<X>;
  X const one(T(1)), zero(T(0));
  auto const large = a > constant<X>(0x1p13f, 0x1p28);
  X const x = select(large, T(2), a);
  X const root = math::sqrt(Sine ? fma(x, x, one) : CONSTAX_HAS_FMA ? fma(x, x, -one) : guard((x - one) * (x + one)));
  // x^2 +- 1 - root^2, exact: first the difference of the two largest terms.
  auto const xx = two_prod(x, x), rr = two_prod(root, root);
  auto const above = xx.hi > X(T(Sine ? 1 : 2));
  X const big = Sine ? select(above, xx.hi, one) : xx.hi, other = Sine ? select(above, one, xx.hi) : select(above, -one, -rr.hi);
  X const root_rest = ((big - (Sine ? rr.hi : select(above, rr.hi, one))) + other) + (xx.lo - rr.lo);
  // 1 / 2R, to 2%: a difference of the bits is right to 13%, and a step of Newton's method squares that. At R = 1, where a small result
  // depends on it, it is exact.
  using B = bits_t<X>;
  constexpr auto bits = static_cast<typename ieee<T>::bits>(to_bits(T(1)) + to_bits(T(0.5)));
  X const guess = from_bits<T>(B(bits) - to_bits(root)), inverse_root = fma(guess + guess, fma(-root, guess, X(T(0.5))), guess);
  auto const e = Sine ? fast_two_sum(root, x) : fast_two_sum(x, root);
  auto const part = floating_split(select(large, a, e.hi), atanh_constants<T>::root_half);
  X const lo = select(large, zero, fma(root_rest, inverse_root, e.lo) * invert_power(part.power));
  X const n = part.exponent + select(large, one, zero), f = part.mantissa - one, den = X(T(2)) + f;
  X const y = atanh_sum(n, {f, lo}, {den, (f - (den - X(T(2)))) + lo}, one / den);
  return y + y;
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The inverse hyperbolic sine; asinh(-0) = -0, infinities stay.
template <floating_lane X> CONSTAX_INLINE constexpr X asinh(X x) noexcept {
  X const a = math::abs(x), tiny = detail::constant<X>(0x1p-13f, 0x1p-28), most(detail::largest<X>);
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && !(a >= tiny && a <= most)) return x;
  }
  return select((a >= tiny) & (a <= most), math::copysign(detail::inverse_hyperbolic<true>(a), x), x);
}

/// The inverse hyperbolic cosine; acosh(1) = 0, inf at inf, nan below 1.
template <floating_lane X> CONSTAX_INLINE constexpr X acosh(X x) noexcept {
  using T = element_t<X>;
  X const one(T(1)), inf(detail::inf_of<X>());
  X const special = select(x == one, T(0), select(x == inf, inf, detail::nan_of<X>()));
  auto const ok = (x > one) & (x < inf);
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && !ok) return special;
  }
  return select(ok, detail::inverse_hyperbolic<false>(x), special);
}

}  // namespace constax::inline CONSTAX_TAG::math
