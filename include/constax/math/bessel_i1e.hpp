// SPDX-License-Identifier: BSL-1.0
#pragma once
// bessel_i1e: e^-|x| I1(x) = x u sqrt(u) g(s), u and s as in bessel_i0e.hpp.
#include "bessel_i0e.hpp"

namespace constax::inline CONSTAX_TAG::math {

/// e^-|x| I1(x), I1 the modified Bessel function of the first kind: odd, 0 at inf.
template <floating_lane X> CONSTAX_INLINE constexpr X bessel_i1e(X x) noexcept {
  using T = element_t<X>;
  if constexpr (sizeof(T) == 4) {
    if constexpr (scalar_lane<X>) {
      if (is_constant_evaluated() && x != x) return x;
    }
    return convert<T>(math::bessel_i1e(convert<double>(x)));
  } else {
    X const a = math::abs(x);
    auto const finite = a <= X(detail::largest<X>);
    if constexpr (scalar_lane<X>) {
      if (is_constant_evaluated() && !finite) return x != x ? x : math::copysign(T(0), x);
    }
    auto const huge = a > X(detail::bessel_huge);
    X const down = select(huge, X(detail::bessel_down), X(T(1))), b = a * down;
    auto const y = detail::bessel_ie<1>(b);
    X const r = fma(b, y.hi, guard(b * y.lo)) * select(huge, X(detail::bessel_up), X(T(1)));
    return math::copysign(select(finite, r, select(a == detail::inf_of<X>(), X(T(0)), x)), x);
  }
}

}  // namespace constax::inline CONSTAX_TAG::math
