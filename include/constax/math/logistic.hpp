// SPDX-License-Identifier: BSL-1.0
#pragma once
// logistic: 1 / (1 + e^-x) = h / (1 + e), e = e^-|x|, with h = e below 0 and 1 from there: no overflow, and full relative accuracy at both ends.
//
// With e = 2^n (1 + t) as in exp.hpp: d = 1 + e in two parts, r = 1 / d rounded, and m its relative error by the residual. The value is
// 2^k (1 + v) / d in one last rounding, where k = n and v = t below 0, and 0 both from there.
#include "exact.hpp"
#include "exp.hpp"
#include "residual.hpp"

namespace constax::inline CONSTAX_TAG::math {

/// 1 / (1 + e^-x); 0 at -inf, 1 at inf.
template <floating_lane X> CONSTAX_INLINE constexpr X logistic(X x) noexcept {
  using T = element_t<X>;
  using C = detail::exp_constants<T>;
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && x != x) return x;
  }
  X const a = -math::abs(x), least(C::least), zero(T(0)), one(T(1));
  auto const below = x < zero;
  auto const [n, f] = detail::reduce_exp(select(a < least, least, a));  // nan passes
  X const t = fma(f * f, detail::horner(f, C::p), f), h = one + t;
  auto const d = detail::fast_two_sum(one, detail::scale(h, n));
  X const v = select(below, t, zero), v1 = select(below, h, one), k = select(below, n, zero), r = one / d.hi;
  X const m = fma(-r, d.lo, detail::residual(one, r, d.hi));
  return detail::scale(fma(r, fma(m, v1, v), r), k);
}

}  // namespace constax::inline CONSTAX_TAG::math
