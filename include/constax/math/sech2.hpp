// SPDX-License-Identifier: BSL-1.0
#pragma once
// sech2: 1 / cosh(x)^2 = (1 - y) (1 + y) = 2h (1 - 2s) / d^2 for y = tanh |x| = n / d, with tanh's h, s and d: d - n = 1 - 2s = e^-2r and d
// + n = 2h, where nothing cancels. Beyond half of the exponents, where d^2 would overflow, it is 4 e^-2|x| = 2^(n + 2) (1 - 2s): a branch
// that whole registers take.
#include "tanh.hpp"

namespace constax::inline CONSTAX_TAG::math {

/// The derivative of tanh; 0 at infinities.
template <floating_lane X> CONSTAX_INLINE constexpr X sech2(X x) noexcept {
  using T = element_t<X>;
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && x != x) return x;
  }
  X const a = math::abs(x);
  auto const p = detail::reduce_tanh(a);
  auto const q = detail::tanh_quotient(p);
  X const e = fma(X(T(-2)), p.s, X(T(1)));
  auto const large = a > detail::constant<X>(21, 175);
  X const d = detail::sane(!large, q.d, T(1)), rest = ((q.h + X(T(0.5))) - q.d) - p.s;  // which the rounding of d left
  X const w = (e * (q.h + q.h)) / fma(d + d, rest, guard(d * d));
  if (any(large)) [[unlikely]] return select(large, detail::scale(e, X(detail::round_magic<X> + T(2)) - p.t), w);
  return w;
}

}  // namespace constax::inline CONSTAX_TAG::math
