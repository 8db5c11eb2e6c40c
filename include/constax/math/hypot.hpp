// SPDX-License-Identifier: BSL-1.0
#pragma once
// hypot, cosine: sqrt(x^2 + y^2) with both arguments multiplied by one power of two, so that no square over- or underflows where it counts.
//
// Roundings: of the smaller square, of the sum, of the root: 0.5 + 0.75 ulp at most (1.5 without the fma instruction).
#include "arithmetic.hpp"
#include "bits.hpp"

namespace constax::inline CONSTAX_TAG::math {

/// sqrt(x^2 + y^2); inf if either argument is infinite, even beside nan.
template <floating_lane X> CONSTAX_INLINE constexpr X hypot(X x, std::type_identity_t<X> y) noexcept {
  using T = element_t<X>;
  X const ax = math::abs(x), ay = math::abs(y), one(T(1)), inf(detail::inf_of<X>());
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && !(ax < inf && ay < inf)) return ax == inf || ay == inf ? inf : x == x ? y : x;
  }
  auto const swap = ax < ay;
  X const a = select(swap, ay, ax), b = select(swap, ax, ay);
  auto const large = a > detail::constant<X>(0x1p60f, 0x1p500), tiny = a < detail::constant<X>(0x1p-50f, 0x1p-500);
  if (all((a <= detail::constant<X>(0x1p60f, 0x1p500)) & !tiny)) [[likely]] return math::sqrt(fma(a, a, guard(b * b)));
  X const scale = select(large, detail::constant<X>(0x1p-80f, 0x1p-600), select(tiny, detail::constant<X>(0x1p90f, 0x1p600), one));
  X const back = select(large, detail::constant<X>(0x1p80f, 0x1p600), select(tiny, detail::constant<X>(0x1p-90f, 0x1p-600), one));
  X const as = a * scale, bs = b * scale;
  X const h = math::mul(math::sqrt(fma(as, as, guard(bs * bs))), back);
  return select((ax == inf) | (ay == inf), inf, h);
}

/// x / r for r = hypot(x, y), which is given; 1/2 where it is 0. Where only the length overflows, or is subnormal, the quotient is that of
/// a smaller or larger point.
template <floating_lane X> CONSTAX_INLINE constexpr X cosine(X x, std::type_identity_t<X> y, std::type_identity_t<X> r) noexcept {
  using T = element_t<X>;
  X const one(T(1)), half(T(0.5)), inf(detail::inf_of<X>()), ax = math::abs(x), ay = math::abs(y);
  auto const origin = r == X(T(0));
  auto const over = (r == inf) & (ax < inf) & (ay < inf), tiny = (r < X(detail::least_normal<X>)) & !origin;
  X u = detail::sane(!origin, x, one), length = detail::sane(!origin, r, one);
  if (any(over | tiny)) [[unlikely]] {
    X const s = select(over, half, select(tiny, detail::constant<X>(0x1p60f, 0x1p120), one));
    u = u * s, length = select(over | tiny, math::hypot(x * s, y * s), length);
  }
  return select(origin, half, math::div(u, length));
}

}  // namespace constax::inline CONSTAX_TAG::math
