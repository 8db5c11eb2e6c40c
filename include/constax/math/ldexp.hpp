// SPDX-License-Identifier: BSL-1.0
#pragma once
// ldexp, frexp: x * 2^n rounded once, and x as m * 2^n with 1/2 <= |m| < 1.
#include "bits.hpp"
#include "exact.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// x as mantissa * 2^exponent with 1 <= |mantissa| < 2, subnormals too; for finite x != 0.
template <floating_lane X> CONSTAX_INLINE constexpr taken_apart<X> take_apart_signed(X x) noexcept {
  using T = element_t<X>;
  using F = ieee<T>;
  using B = bits_t<X>;
  using I = rebind_t<X, int_like<T>>;
  constexpr int shift = F::digits - 1;
  auto const small = math::abs(x) < X(least_normal<X>);
  B const b = to_bits(select(small, sane(small, x, T(1)) * X(static_cast<T>(2 * F::hidden)), x));
  I const field = convert<int_like<T>>((b & B(F::inf)) >> B(static_cast<typename F::bits>(shift)));
  I const bias = select(small, I(static_cast<int_like<T>>(F::bias + F::digits)), I(static_cast<int_like<T>>(F::bias)));
  return {from_bits<T>((b & B(static_cast<typename F::bits>(~F::inf))) | B(to_bits(T(1)))), field - bias};
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// x * 2^n, rounded once; zeros, infinities and nan stay.
template <floating_lane X> CONSTAX_INLINE constexpr X ldexp(X x, rebind_t<X, std::int32_t> n) noexcept {
  using T = element_t<X>;
  using F = detail::ieee<T>;
  constexpr int far = 2 * F::bias + 2 * F::digits;  // from the least subnormal to beyond the largest number
  using N = rebind_t<X, std::int32_t>;
  N const c = select(n > N(far), N(far), select(n < N(-far), N(-far), n));
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated()) {
      if (x == 0 || !math::is_finite(x)) return x;
      detail::split<T> const s(x);
      return detail::round_to<T>(x < 0, s.m, s.e + c);
    }
  }
  if constexpr (!scalar_lane<X> && detail::has_scale_register) return detail::on_packs<X>::scale(x, convert<T>(c));
  else {
    auto const [m, e] = detail::take_apart_signed(x);
    // Beyond these exponents nothing changes: the result is inf or 0.
    N const sum = convert<std::int32_t>(e) + c, most(F::bias + 2), least(-F::bias - F::digits - 2);
    X const y = detail::scale(m, convert<T>(select(sum > most, most, select(sum < least, least, sum))));
    return select((x == X(T(0))) | !math::is_finite(x), x, y);
  }
}

/// {m, n} with x = m * 2^n and 1/2 <= |m| < 1; {x, 0} for zeros, infinities and nan.
template <floating_lane X> CONSTAX_INLINE constexpr std::pair<X, rebind_t<X, std::int32_t>> frexp(X x) noexcept {
  using T = element_t<X>;
  using N = rebind_t<X, std::int32_t>;
  auto const still = (x == X(T(0))) | !math::is_finite(x);
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && still) return {x, 0};
  }
  auto const [m, e] = detail::take_apart_signed(x);
  return {select(still, x, m * X(T(0.5))), select(still, N(0), convert<std::int32_t>(e) + N(1))};
}

}  // namespace constax::inline CONSTAX_TAG::math
