// SPDX-License-Identifier: BSL-1.0
#pragma once
// atan, atan2: atan(y / x) = base + atan(t) for y, x >= 0: base 0, t = y / x up to 0.55; pi/4, (y - x) / (y + x); pi/2, -x / y beyond
// 1/0.55.
//
// One division, and atan(t) = t + t z p(z), z = t^2, |t| <= 0.55. The middle case starts where y - x is exact and where its t is so small
// beside the result (0.29 to 0.50) that its two roundings count little. For x < 0 the result is pi less that. What base + t loses joins the
// last term. p: degree 12 (f64, relative error of atan 2^-58.6) and 5 (f32, 2^-30.1), docs/reference/math/atan.sollya.
#include "double_double.hpp"
#include "exact.hpp"
#include "polynomial.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct atan_constants;
template <> struct atan_constants<double> {
  static constexpr double p[] = {-0x1.5555555555534p-2, 0x1.9999999995458p-3, -0x1.249249230008ep-3, 0x1.c71c7133cf55bp-4,
                                 -0x1.745d07525f70cp-4, 0x1.3b1293ee01ff6p-4, -0x1.1103857053b65p-4, 0x1.e0fb143003dep-5,
                                 -0x1.a9aece0fab615p-5, 0x1.6e42d8f45eaep-5,  -0x1.1a1013a014722p-5, 0x1.4967fb27c7c5ap-6,
                                 -0x1.9c3e3ea0ed2ccp-8};
  static constexpr double eighths[] = {0, 0x1.921fb54442d18p-1, 0x1.921fb54442d18p0, 0x1.2d97c7f3321d2p1,
                                       0x1.921fb54442d18p1}; // multiples of pi/4
  static constexpr double eighths_lo[] = {0, 0x1.1a62633145c07p-55, 0x1.1a62633145c07p-54, 0x1.a79394c9e8a0ap-54, 0x1.1a62633145c07p-53};
  static constexpr double least = 0x1p-960, most = 0x1p1020, up = 0x1p120;
};
template <> struct atan_constants<float> {
  static constexpr float p[] = {-0x1.55554ap-2f, 0x1.9993a8p-3f, -0x1.240d2p-3f, 0x1.bc3b76p-4f, -0x1.38c214p-4f, 0x1.16be4ap-5f};
  static constexpr float eighths[] = {0, 0x1.921fb6p-1f, 0x1.921fb6p0f, 0x1.2d97c8p1f, 0x1.921fb6p1f},
                         eighths_lo[] = {0, -0x1.777a5cp-26f, -0x1.777a5cp-25f, -0x1.99bc5cp-28f, -0x1.777a5cp-24f};
  static constexpr float least = 0x1p-100f, most = 0x1p125f, up = 0x1p60f;
};

/// t + base, base = k pi/4 in two parts.
template <floating_lane X> CONSTAX_INLINE constexpr X atan_sum(X base, X base_lo, X t) noexcept {
  X const z = t * t;
  auto const s = fast_two_sum(base, t);
  return s.hi + (s.lo + fma(t * z, horner(z, atan_constants<element_t<X>>::p), base_lo));
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The arc tangent, from -pi/2 to pi/2; atan(-0) = -0.
template <floating_lane X> CONSTAX_INLINE constexpr X atan(X x) noexcept {
  using T = element_t<X>;
  using C = detail::atan_constants<T>;
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && x != x) return x;
  }
  X const a = detail::sane(math::abs(x) <= X(detail::largest<T>), math::abs(x), detail::largest<T>), one(T(1)), zero(T(0));
  auto const middle = a > X(T(0.55)), high = a > X(T(1 / 0.55));
  X const over = select(high, -one, select(middle, a - one, a)), under = select(high, a, select(middle, a + one, one));
  auto const base = [&](T const* c) { return select(high, X(c[2]), select(middle, X(c[1]), zero)); };
  return math::copysign(detail::atan_sum(base(C::eighths), base(C::eighths_lo), over / under), x);
}

/// The angle of the point (x, y), from -pi to pi, all signs of zeros and infinities as in C.
template <floating_lane X> CONSTAX_INLINE constexpr X atan2(X y, std::type_identity_t<X> x) noexcept {
  using T = element_t<X>;
  using C = detail::atan_constants<T>;
  using B = detail::bits_t<X>;
  using M = rebind_t<X, bool>;
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && (x != x || y != y)) return detail::nan_of<X>();
  }
  X a = math::abs(y), b = math::abs(x);
  X const cut(T(0.55)), one(T(1)), zero(T(0)), top = select(a > b, a, b);
  M const usual = (top >= X(C::least)) & (top <= X(C::most));
  if (!all(usual)) [[unlikely]] {  // both scaled; infinities as 1 beside 0, or beside 1; 0 beside 0 as 0 beside 1
    X const inf(detail::inf_of<X>()), factor = select(top > one, X(T(0.125)), X(C::up));
    M const nan = (x != x) | (y != y), ai = a == inf, bi = b == inf;
    X const as = select(ai, one, select(bi, zero, a * factor)), bs = select(bi | (top == zero), one, select(ai, zero, b * factor));
    a = select(nan, detail::nan_of<X>(), select(usual, a, as)), b = select(usual, b, bs);
  }
  M const middle = a > cut * b, high = cut * a > b;
  M const negative = (detail::to_bits(x) & B(detail::ieee<T>::sign)) != B(detail::uint_like<T>(0));
  X const over = select(high, -b, select(middle, a - b, a)), under = select(high, a, select(middle, a + b, b));
  auto const base = [&](T const* c) {
    return select(high, X(c[2]), select(negative, select(middle, X(c[3]), X(c[4])), select(middle, X(c[1]), zero)));
  };
  X const t = over / under, signed_t = detail::from_bits<T>(detail::to_bits(t) ^ (detail::to_bits(x) & B(detail::ieee<T>::sign)));
  return math::copysign(detail::atan_sum(base(C::eighths), base(C::eighths_lo), signed_t), y);
}

}  // namespace constax::inline CONSTAX_TAG::math
