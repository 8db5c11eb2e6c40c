// SPDX-License-Identifier: BSL-1.0
#pragma once
// softplus: log(1 + e^x) = max(x, 0) + log(1 + e), e = e^-|x|: nothing overflows, and below 0 the relative accuracy is full.
//
// e and 1 + e are kept in two parts, log1p takes both, and its larger part is added to x exactly.
#include "log1p.hpp"
#include "exp.hpp"

namespace constax::inline CONSTAX_TAG::math {

/// log(1 + e^x); 0 at -inf, inf at inf.
template <floating_lane X> CONSTAX_INLINE constexpr X softplus(X x) noexcept {
  using T = element_t<X>;
  using C = detail::exp_constants<T>;
  X const zero(T(0)), most(-C::least);
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && !(x < most)) return x;
  }
  X const a = -math::abs(x);
  auto const e = detail::exp_pair(detail::at_least(a, C::least));
  auto const d = detail::fast_two_sum(X(T(1)), e.hi);
  auto const l = detail::log_of_sum(d.hi, d.lo + e.lo);
  auto const s = detail::two_sum(select(x > zero, x, zero), l.hi);
  return select(x < most, s.hi + (s.lo + l.lo), x);  // at inf s.lo is nan
}

}  // namespace constax::inline CONSTAX_TAG::math
