// SPDX-License-Identifier: BSL-1.0
#pragma once
// log1p: log of 1 + x = u + d, u rounded and d its error, both exact (Knuth). u = 2^n (1 + f) as in log.hpp, and
// log(1 + f + d / 2^n) takes F = f + d / 2^n as its argument and F's own rounding error as a correction of first order.
//
// For |x| small enough that n = 0, F = x: nothing is lost. x from 2^1000 (f32: 2^120) on is x + 1 to all digits, and takes log's branch.
#include "exact.hpp"
#include "log.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// log(u + d) in two parts, as log_sum's, for a normal u that is not huge, and |d| <= ulp(u) / 2.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> log_of_sum(X u, X d) noexcept {
  using T = element_t<X>;
  using F = ieee<T>;
  auto const [n, f, n_bits] = take_log(u, X(log_bias<T>));
  // 2^-n: its exponent field is twice the bias less that of n_bits.
  X const unit = from_bits<T>(bits_t<X>(static_cast<typename F::bits>(2 * to_bits(T(1)))) -
                              (n_bits & bits_t<X>(static_cast<typename F::bits>(~(F::hidden - 1)))));
  auto const g = fast_two_sum(f, guard(d * unit));
  return log_sum(n, g.hi, g.lo);
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// log(1 + x), accurate near 0; log1p(-0) = -0, -inf at -1, nan below.
template <floating_lane X> CONSTAX_INLINE constexpr X log1p(X x) noexcept {
  using T = element_t<X>;
  X const one(T(1)), huge = detail::constant<X>(0x1p120f, 0x1p1000);
  auto const good = (x > X(T(-1))) & (x < huge);
  if constexpr (scalar_lane<X>) {
    if (!good) return x < 0 ? x == T(-1) ? -detail::inf_of<X>() : detail::nan_of<X>() : math::log(x);
  }
  auto const s = detail::two_sum(one, x), sum = detail::log_of_sum(s.hi, s.lo);
  X const y = math::copysign(sum.hi + sum.lo, x);
  if (all(good)) [[likely]] return y;
  X const special = select(x == X(T(-1)), -detail::inf_of<X>(), select(x < huge, detail::nan_of<X>(), math::log(x)));
  return select(good, y, select(x != x, x, special));
}

}  // namespace constax::inline CONSTAX_TAG::math
