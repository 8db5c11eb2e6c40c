// SPDX-License-Identifier: BSL-1.0
#pragma once
// erf_inv_slope: the derivative of y = erf_inv(x), sqrt(pi)/2 e^(y^2). e^(y^2) would have 2 y^2 times the error of y: beyond 1/2 it is
// erfcx(y) / (1 - |x|), where the difference is exact and erfcx(y) = e^(y^2) erfc(y) varies slowly (erfc.hpp).
#include "erf_inv.hpp"

namespace constax::inline CONSTAX_TAG::math {

/// sqrt(pi)/2 e^(erf_inv(x)^2); inf at -1 and 1, nan beyond.
template <floating_lane X> CONSTAX_INLINE constexpr X erf_inv_slope(X x) noexcept {
  using T = element_t<X>;
  X const one(T(1)), a = math::abs(x);
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && !(a < one)) return a == one ? detail::inf_of<X>() : detail::nan_of<X>();
  }
  X const y = math::abs(math::erf_inv(x)), half_root_pi(T(0.88622692545275801365));
  auto const near = a < X(T(0.5));
  auto const h = detail::erfc_factor(detail::at_most(y, T(6)));
  return half_root_pi * select(near, math::exp(select(near, y * y, X(T(0)))), (h.hi + h.lo) / (one - a));
}

}  // namespace constax::inline CONSTAX_TAG::math
