// SPDX-License-Identifier: BSL-1.0
#pragma once
// inversion: x / (x^2 + y^2) = s ((s x) / ((s x)^2 + (s y)^2)), with a power of two s for which no square over- or underflows where it
// counts.
#include "arithmetic.hpp"
#include "bits.hpp"

namespace constax::inline CONSTAX_TAG::math {

/// x / (x^2 + y^2), the first coordinate of the point's inverse in the unit circle; 0 where a coordinate is infinite, nan at the origin and
/// of nan.
template <floating_lane X> CONSTAX_INLINE constexpr X inversion(X x, std::type_identity_t<X> y) noexcept {
  using T = element_t<X>;
  X const ax = math::abs(x), ay = math::abs(y), inf(detail::inf_of<X>()), a = select(ax < ay, ay, ax);
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && !(ax < inf && ay < inf && a > 0))
      return (ax == inf && y == y) || (ay == inf && x == x) ? math::copysign(T(0), x) : detail::nan_of<X>();
  }
  auto const large = a > detail::constant<X>(0x1p50f, 0x1p400), tiny = a < detail::constant<X>(0x1p-40f, 0x1p-400);
  if (!any(large | tiny)) [[likely]] return x / fma(x, x, guard(y * y));
  X const s = select(large, detail::constant<X>(0x1p-75f, 0x1p-600), select(tiny, detail::constant<X>(0x1p80f, 0x1p600), X(T(1))));
  X const xs = x * s, ys = y * s, q = math::mul(xs / fma(xs, xs, guard(ys * ys)), s);
  return select(((ax == inf) & (y == y)) | ((ay == inf) & (x == x)), math::copysign(X(T(0)), x), q);
}

}  // namespace constax::inline CONSTAX_TAG::math
