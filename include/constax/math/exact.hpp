// SPDX-License-Identifier: BSL-1.0
#pragma once
// exact: the functions with one right answer: abs sign floor ceil round trunc sqrt rem max min and their like, on any lane.
//
// The same bits for every width, and in constant evaluation of every compiler; there they take the branches in integers of lane/soft.hpp.
#include "../lane/by_element.hpp"
#include "../lane/lane.hpp"
#include "residual.hpp"

namespace constax::inline CONSTAX_TAG::detail {
/// 2^(digits-1), from which on every value is an integer.
template <class T> inline constexpr T integers_from = static_cast<T>(std::uint64_t(1) << (std::numeric_limits<T>::digits - 1));

/// trunc in bits: for constant evaluation, and for scalars of targets without the instruction.
template <class T> constexpr T soft_trunc(T x) noexcept {
  auto const b = to_bits(x);
  int const e = static_cast<int>((b & ieee<T>::inf) >> (ieee<T>::digits - 1)) - ieee<T>::bias;
  if (e < 0) return from_bits<T>(b & ieee<T>::sign);
  if (e >= ieee<T>::digits - 1) return x;
  return from_bits<T>(b & ~((ieee<T>::hidden - 1) >> e));
}
struct soft_rem_each {
  template <class T> constexpr T operator()(T x, T y) const noexcept { return soft_rem(x, y); }
};
}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// Whether x is nan.
template <floating_lane X> CONSTAX_INLINE constexpr auto is_nan(X x) noexcept { return x != x; }

/// |x|; of integers, |MIN| = MIN.
template <any_lane X> requires (!mask_lane<X>) CONSTAX_INLINE constexpr X abs(X x) noexcept {
  using T = element_t<X>;
  if constexpr (std::is_unsigned_v<T>) return x;
  else if constexpr (std::is_integral_v<T>) {
    if constexpr (scalar_lane<X>) return x < 0 ? static_cast<T>(std::make_unsigned_t<T>(0) - static_cast<std::make_unsigned_t<T>>(x)) : x;
    else return select(x < X(T(0)), -x, x);
  } else if constexpr (scalar_lane<X>) return detail::magnitude(x);
  else return detail::on_packs<X>::abs(x);
}

/// |x| with the sign of s.
template <floating_lane X> CONSTAX_INLINE constexpr X copysign(X x, X s) noexcept {
  if constexpr (scalar_lane<X>) return detail::with_sign(x, s);
  else return detail::on_packs<X>::copysign(x, s);
}

/// Whether x is neither infinite nor nan.
template <floating_lane X> CONSTAX_INLINE constexpr auto is_finite(X x) noexcept {
  return math::abs(x) <= X(std::numeric_limits<element_t<X>>::max());
}
/// Whether x is +inf or -inf.
template <floating_lane X> CONSTAX_INLINE constexpr auto is_inf(X x) noexcept {
  return math::abs(x) == X(std::numeric_limits<element_t<X>>::infinity());
}

/// -1, 1, or x itself where x is 0, -0 or nan.
template <any_lane X> requires (!mask_lane<X>) CONSTAX_INLINE constexpr X sign(X x) noexcept {
  using T = element_t<X>;
  X const y = select(x > X(T(0)), X(T(1)), x);
  if constexpr (std::is_unsigned_v<T>) return y;
  else return select(x < X(T(0)), X(T(-1)), y);
}

/// The integer next to x on the way to 0; the sign stays, of zeros too.
template <floating_lane X> CONSTAX_INLINE constexpr X trunc(X x) noexcept {
  using T = element_t<X>;
  if constexpr (scalar_lane<X>) {
    if (detail::has_round_register && !is_constant_evaluated()) return detail::round_to_zero(x);
    return detail::soft_trunc(x);
  } else if constexpr (detail::has_round_register) return detail::on_packs<X>::trunc(x);
  else {
    // Adding 2^(digits-1) rounds |x| to an integer, to nearest: at most 1 too large.
    X const a = math::abs(x), big(detail::integers_from<T>), n = (a + big) - big;
    X const t = select(n > a, n - X(T(1)), n);
    return select(a < big, math::copysign(t, x), x);
  }
}

/// The largest integer <= x. floor(-0) = -0.
template <floating_lane X> CONSTAX_INLINE constexpr X floor(X x) noexcept {
  using T = element_t<X>;
  if constexpr (scalar_lane<X>) {
    if (detail::has_round_register && !is_constant_evaluated()) return detail::round_down(x);
    if (!(math::abs(x) < detail::integers_from<T>)) return x;  // nan - 1 is no constant expression
  } else if constexpr (detail::has_round_register) return detail::on_packs<X>::floor(x);
  X const t = math::trunc(x);
  return select(t > x, t - X(T(1)), t);
}

/// The least integer >= x. ceil(-0.5) = -0.
template <floating_lane X> CONSTAX_INLINE constexpr X ceil(X x) noexcept {
  using T = element_t<X>;
  if constexpr (scalar_lane<X>) {
    if (detail::has_round_register && !is_constant_evaluated()) return detail::round_up(x);
    if (!(math::abs(x) < detail::integers_from<T>)) return x;  // nan - 1 is no constant expression
  } else if constexpr (detail::has_round_register) return detail::on_packs<X>::ceil(x);
  X const t = math::trunc(x);
  return select(t < x, t + X(T(1)), t);
}

/// The integer next to x, halves away from zero. round(-0.3) = -0.
template <floating_lane X> CONSTAX_INLINE constexpr X round(X x) noexcept {
  using T = element_t<X>;
  if constexpr (scalar_lane<X>) {
    if (!(math::abs(x) < detail::integers_from<T>)) return x;  // inf - inf is no constant expression
  }
  // x - t is exact, unlike x + 0.5; for inf it is nan, which is not >= 0.5.
  X const t = math::trunc(x);
  return select(math::abs(x - t) >= X(T(0.5)), t + math::copysign(X(T(1)), x), t);
}

/// The square root, correctly rounded; nan below 0, sqrt(-0) = -0.
template <floating_lane X> CONSTAX_INLINE constexpr X sqrt(X x) noexcept {
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated()) return detail::soft_sqrt(x);
    return detail::sqrt_scalar(x);
  } else return detail::on_packs<X>::sqrt(x);
}

/// The larger one; nan if either is, and +0 is larger than -0.
template <any_lane X> requires (!mask_lane<X>) CONSTAX_INLINE constexpr X max(X a, std::type_identity_t<X> b) noexcept {
  using T = element_t<X>;
  if constexpr (std::is_integral_v<T>) return select(a > b, a, b);
  else if constexpr (scalar_lane<X>)
    return a != a ? a : a > b ? a : a == b ? detail::from_bits<T>(detail::to_bits(a) & detail::to_bits(b)) : b;
  else return detail::on_packs<X>::template extremum<true>(a, b);
}
/// The smaller one; nan if either is, and -0 is smaller than +0.
template <any_lane X> requires (!mask_lane<X>) CONSTAX_INLINE constexpr X min(X a, std::type_identity_t<X> b) noexcept {
  using T = element_t<X>;
  if constexpr (std::is_integral_v<T>) return select(a < b, a, b);
  else if constexpr (scalar_lane<X>)
    return a != a ? a : a < b ? a : a == b ? detail::from_bits<T>(detail::to_bits(a) | detail::to_bits(b)) : b;
  else return detail::on_packs<X>::template extremum<false>(a, b);
}

/// C's fmod: x - n * y with n = trunc(x / y) in exact arithmetic; the sign of x. Of integers `%`, where x % 0 = x and MIN % -1 = 0.
template <any_lane X> requires (!mask_lane<X>) CONSTAX_INLINE constexpr X rem(X x, std::type_identity_t<X> y) noexcept {
  using T = element_t<X>;
  if constexpr (std::is_integral_v<T>) {
    if constexpr (!scalar_lane<X>) return x % y;
    else if constexpr (std::is_signed_v<T>) return y == 0 ? x : y == -1 ? T(0) : static_cast<T>(x % y);
    else return y == 0 ? x : static_cast<T>(x % y);
  } else {
    if constexpr (scalar_lane<X>) {
      if (is_constant_evaluated()) return detail::soft_rem(x, y);
    }
    // However n was found: |x| - n |y| in [0, |y|) is the remainder, and exact, since both are multiples of |y|'s last place (or n is 0 or
    // 1). So is what is up to |y| below 0, as trunc(x / y) may be 1 too large. All else, with quotients from 2^(digits-1) on most often,
    // and infinities and nans, is not below |y| as unsigned bits.
    using B = detail::bits_t<X>;
    X const ax = math::abs(x), ay = math::abs(y), q = ax / ay, n = math::trunc(q), r = detail::residual(ax, n, ay), up = r + ay;
    B const sign = detail::to_bits(x) & B(detail::ieee<T>::sign), bound = detail::to_bits(ay);
    if constexpr (!scalar_lane<X> && CONSTAX_VECTOR_BYTES == 64) {
      // As unsigned bits the smaller one of r and r + |y| is the one that is not negative, unless both are, and then neither is below |y|.
      B const fixed = detail::on_packs<B>::min_bits(detail::to_bits(r), detail::to_bits(up));
      X const result = detail::from_bits<T>(fixed | sign);
      if (detail::all_below(fixed, bound)) [[likely]] return result;
      return detail::repair_some(result, detail::soft_rem_each{}, fixed < bound, x, y);
    } else {
      B const fixed = detail::to_bits(select(r < X(T(0)), up, r));
      auto good = fixed < bound;
      if constexpr (!CONSTAX_HAS_FMA)
        good = good & (q < X(detail::integers_from<T>)) &
               (ax <
                detail::constant<X>(0x1p110f, 0x1p990)); // the product's own last places are no such multiples; two_prod must not overflow
      return detail::repair(detail::from_bits<T>(fixed | sign), detail::soft_rem_each{}, good, x, y);
    }
  }
}

}  // namespace constax::inline CONSTAX_TAG::math
