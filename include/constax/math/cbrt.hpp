// SPDX-License-Identifier: BSL-1.0
#pragma once
// cbrt: x = m 2^(3 q) with 1/2 <= m < 4, and the cube root y of m from r = m^(-1/3), without a division.
//
// r: a polynomial of degree 5 on [1, 2] (relative error 2^-17.4, docs/reference/math/cbrt.sollya), times 2^(1/3), 1 or 2^(-1/3); in f64
// one step of Newton's method more, 2^-33.8. y = m r^2 has twice that error, and y + (m - y^3) r^2 / 3, with m - y^3 computed exactly,
// one of little more than the last rounding: 0.5 ulp. In f32 y^2 is rounded, which saves an eighth of the time: 0.8 ulp.
#include "exact.hpp"
#include "polynomial.hpp"
#include "residual.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct cbrt_constants;
template <> struct cbrt_constants<double> {
  static constexpr double up = 0x1p54, down = 0x1p-18;  // subnormals are multiplied by 2^54, and the result by 2^-18
  static constexpr double p[] = {0x1.c7f365bc19373p0,   -0x1.90e741f8a2f8dp0, 0x1.3e68b9ae9052dp0,
                                 -0x1.321c5eac5d33fp-1, 0x1.3fa269b0736d9p-3, -0x1.16d6f12f7b0bbp-6};
};
template <> struct cbrt_constants<float> {
  static constexpr float up = 0x1p24f, down = 0x1p-8f;
  static constexpr float p[] = {0x1.c7f278p0f, -0x1.90e3ep0f, 0x1.3e63dep0f, -0x1.32157ep-1f, 0x1.3f98dp-3f, -0x1.16cc5ep-6f};
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The cube root, of negatives too; cbrt(-0) = -0, infinities stay.
template <floating_lane X> CONSTAX_INLINE constexpr X cbrt(X x) noexcept {
  using T = element_t<X>;
  using C = detail::cbrt_constants<T>;
  using B = detail::bits_t<X>;
  X a = math::abs(x);
  X const zero(T(0)), one(T(1)), third(T(0.33333333333333333333)), magic(detail::round_magic<X>);
  auto const ok = (a > zero) & (a <= X(detail::largest<X>));
  auto const small = a < X(detail::least_normal<X>);
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && !ok) return x;
  }
  bool const any_small = any(small);
  if (any_small) [[unlikely]] a = select(small, a * X(C::up), a);
  auto const part = detail::floating_split(a, T(1));
  X const t = fma(part.exponent, third, magic), rest = fma(t - magic, X(T(-3)), part.exponent);  // -1, 0 or 1
  auto const below = rest < zero, above = rest > zero;
  B const q = detail::to_bits(t) << B(static_cast<typename detail::ieee<T>::bits>(detail::ieee<T>::digits - 1));
  X const m = detail::from_bits<T>(detail::to_bits(a) - (q + q + q));
  X r = detail::horner(part.mantissa, C::p) * select(below, T(1.25992104989487316477), select(above, X(T(0.79370052598409973738)), one));
  if constexpr (sizeof(T) == 8) r = fma(r * third, fma(-(r * r), r * m, one), r);
  X const rr = r * r, y = guard(m * rr);
  auto const yy = detail::two_prod(y, y);
  X d = detail::residual(m, yy.hi, y);
  if constexpr (sizeof(T) == 8) d = fma(-yy.lo, y, d);
  X const z = fma(d, rr * third, y);
  X root = detail::from_bits<T>(detail::to_bits(z) + q);
  if (any_small) [[unlikely]] root = select(small, root * X(C::down), root);
  return select(ok, math::copysign(root, x), x);
}

}  // namespace constax::inline CONSTAX_TAG::math
