// SPDX-License-Identifier: BSL-1.0
#pragma once
// sech2: 1 / cosh(x)^2 = 1 - y^2 with y = tanh |x| <= 1/2. Beyond, (1 - y) (1 + y) = e^-2|x| (1 + y)^2, since 1 - y = e^-2|x| (1 + y): no cancellation,
// and no second division. e = e^-2|x| = 2^n (1 - 2s) with tanh's n and s; what (1 + y) / 2 = m lacks of 1 / (1 + e), the error of y, is m (1 - m - m e).
#include "tanh.hpp"

namespace constax::inline CONSTAX_TAG::math {

/// The derivative of tanh; 0 at infinities.
template <floating_lane X> CONSTAX_INLINE constexpr X sech2(X x) noexcept {
  using T = element_t<X>;
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && x != x) return x;
  }
  X const one(T(1)), half(T(0.5));
  auto const p = detail::reduce_tanh(math::abs(x));
  X const y = detail::tanh_of(p), n = X(detail::round_magic<X>) - p.t, e = fma(X(T(-2)), p.s, one), m = fma(half, y, half), g = e * (m * m);
  X const rest = fma(-m, detail::scale(e, n), one - m);
  return select(y > half, detail::scale(fma(g + g, rest, g), n + X(T(2))), fma(-y, y, one));
}

}  // namespace constax::inline CONSTAX_TAG::math
