// SPDX-License-Identifier: BSL-1.0
#pragma once
// gaussian, scaled_gaussian: e^(-x^2) = 2^n (1 + r + p) with a small p, as exp.hpp has it, of a square in two parts: e^(-fl(x^2)) would
// lose x^2 / 2 units. Errors: 0.98 ulp at most.
//
// erfc is this times a slowly varying function, and its derivative is this times a constant: next to each other they share all but a few
// instructions.
#include "arithmetic.hpp"
#include "exact.hpp"
#include "exp.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// n, r and p of e^(-a^2), for 0 <= a <= gaussian_most, or nan. The part of r that its rounding left is in p.
template <class X> struct gaussian_parts {
  X n, r, p;
};
/// From here on e^(-a^2) rounds to 0, and 2 a e^(-a^2) too.
template <class T> inline constexpr T gaussian_most = sizeof(T) == 8 ? T(27.5) : T(10.625);
template <floating_lane X> CONSTAX_INLINE constexpr gaussian_parts<X> reduce_gaussian(X a) noexcept {
  using T = element_t<X>;
  using C = exp_constants<T>;
  X const magic(round_magic<X>);
  auto const square = two_prod(a, a);
  X const n = fma(square.hi, X(T(-1.44269504088896340736)), magic) - magic;
  auto const r = fast_two_sum(fma(n, X(-C::ln2_hi), -square.hi), fma(n, X(-C::ln2_lo), -square.lo));
  return {n, r.hi, fma(r.hi * r.hi, by_pairs<sizeof(C::p) / sizeof(T)>(r.hi, [](std::size_t k) { return X(C::p[k]); }), r.lo)};
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// e^(-x^2); 0 at -inf and inf.
template <floating_lane X> CONSTAX_INLINE constexpr X gaussian(X x) noexcept {
  using T = element_t<X>;
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && x != x) return x;
  }
  auto const [n, r, p] = detail::reduce_gaussian(detail::at_most(math::abs(x), detail::gaussian_most<T>));  // nan passes
  return detail::scale(X(T(1)) + (r + p), n);
}

/// c e^(-x^2), where c counts before the power of two is scaled: also where the exponential alone is subnormal, or 0 for c = inf.
template <floating_lane X> CONSTAX_INLINE constexpr X scaled_gaussian(X c, std::type_identity_t<X> x) noexcept {
  using T = element_t<X>;
  X const a = math::abs(x), zero(T(0)), most = detail::constant<X>(0x1p40f, 0x1p400);
  auto const gone = (a >= X(detail::gaussian_most<T>)) & (c == c);
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && (x != x || c != c)) return x != x ? x : c;
  }
  // 2^n comes in two halves, of which the first must not round: of a factor that leaves it no room, above or below, a power of two is
  // theirs.
  X const size = math::abs(c), least = detail::constant<X>(0x1p-40f, 0x1p-400);
  auto const large = size > most, small = size < least;
  auto const by = [&](X of_large, X of_small, X of_others) { return select(large, of_large, select(small, of_small, of_others)); };
  auto const [n, r, p] = detail::reduce_gaussian(detail::at_most(a, detail::gaussian_most<T>));
  X const less = by(detail::constant<X>(0x1p-80f, 0x1p-600), detail::constant<X>(0x1p80f, 0x1p600), X(T(1)));
  X const more = by(detail::constant<X>(80, 600), detail::constant<X>(-80, -600), zero);
  X const y = detail::scale(guard(math::mul(detail::sane(!gone, c, T(1)), less) * (X(T(1)) + (r + p))), n + more);
  return select(gone, math::copysign(zero, c), y);
}

}  // namespace constax::inline CONSTAX_TAG::math
