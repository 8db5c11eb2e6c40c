// SPDX-License-Identifier: BSL-1.0
#pragma once
// bits: floating lanes as integers and back, powers of two, and what functions on lanes need so that they are constant expressions too.
#include "../lane/by_element.hpp"
#include "../lane/lane.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// Unsigned integers as wide as the elements of X.
template <class X> using bits_t = rebind_t<X, uint_like<element_t<X>>>;

#if CONSTAX_HAS_PACKS
/// The bits of packs, beside those of scalars in lane/builtins.hpp.
template <class T, int W> requires std::is_floating_point_v<T> CONSTAX_INLINE pack<uint_like<T>, W> to_bits(pack<T, W> x) noexcept {
  return __builtin_bit_cast(pack<uint_like<T>, W>, x);
}
template <class T, class U, int W> CONSTAX_INLINE pack<T, W> from_bits(pack<U, W> b) noexcept {
  static_assert(sizeof(T) == sizeof(U));
  return __builtin_bit_cast(pack<T, W>, b);
}
#endif

/// The constant of X's element type: f32 in float code, f64 in double code.
template <class X> CONSTAX_INLINE constexpr X constant(float f32, double f64) noexcept {
  if constexpr (sizeof(element_t<X>) == 4) return X(f32);
  else return X(f64);
}
template <class X> CONSTAX_INLINE constexpr X nan_of() noexcept { return X(std::numeric_limits<element_t<X>>::quiet_NaN()); }
template <class X> CONSTAX_INLINE constexpr X inf_of() noexcept { return X(std::numeric_limits<element_t<X>>::infinity()); }
template <class X> inline constexpr element_t<X> least_normal = std::numeric_limits<element_t<X>>::min();
template <class X> inline constexpr element_t<X> largest = std::numeric_limits<element_t<X>>::max();

/// x itself; in constant evaluation `safe` where `ok` does not hold: there a nan, an overflow or a division by zero is an error.
/// The caller's last selects put the special value in its place, so that no bit depends on where the code runs.
template <any_lane X> CONSTAX_INLINE constexpr X sane(rebind_t<X, bool> ok, X x, std::type_identity_t<X> safe) noexcept {
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && !ok) return safe;
  }
  return x;
}

/// x, or the bound where x is beyond it; nan passes.
template <floating_lane X> CONSTAX_INLINE constexpr X at_most(X x, element_t<X> bound) noexcept {
  if constexpr (scalar_lane<X>) return bound < x ? bound : x;
  else return on_packs<X>::at_most(x, X(bound));
}
template <floating_lane X> CONSTAX_INLINE constexpr X at_least(X x, element_t<X> bound) noexcept {
  if constexpr (scalar_lane<X>) return bound > x ? bound : x;
  else return on_packs<X>::at_least(x, X(bound));
}

/// A number whose addition rounds |x| < 2^(digits-2) to an integer, to nearest, and leaves that integer in the sum's lowest bits.
template <class X> inline constexpr element_t<X> round_magic =
    static_cast<element_t<X>>(3) * static_cast<element_t<X>>(std::uint64_t(1) << (std::numeric_limits<element_t<X>>::digits - 2));

/// 2^n for n (a signed integer lane as wide as X's elements) within the normal exponents.
template <class X> CONSTAX_INLINE constexpr X power_of_two(rebind_t<X, int_like<element_t<X>>> n) noexcept {
  using F = ieee<element_t<X>>;
  using B = bits_t<X>;
  return from_bits<element_t<X>>((static_cast<B>(convert<uint_like<element_t<X>>>(n)) + B(static_cast<typename F::bits>(F::bias)))
                                 << B(static_cast<typename F::bits>(F::digits - 1)));
}

/// x * 2^n, rounded once, for 1/4 <= |x| < 4 and an integer n, |n| < 2 * max_exponent - 4; nan stays, overflow is inf (see sane).
template <class X> CONSTAX_INLINE constexpr X scale(X x, X n) noexcept {
  if constexpr (!scalar_lane<X> && has_scale_register) return on_packs<X>::scale(x, n);
  else {
    using T = element_t<X>;
    using B = bits_t<X>;
    X const magic(round_magic<X>), t = n * X(T(0.5)) + magic, half = t - magic;
    B const shift(static_cast<typename ieee<T>::bits>(ieee<T>::digits - 1)), one(to_bits(T(1)));
    X const p = from_bits<T>((to_bits(t) << shift) + one), q = from_bits<T>((to_bits((n - half) + magic) << shift) + one);
    return guard((x * p) * q);  // the first product is exact; the second must round before it is added to anything
  }
}

/// x as mantissa * 2^exponent with the mantissa in [lower, 2 * lower), for positive normal x; lower is given by its bits.
template <class X> struct taken_apart {
  X mantissa;
  rebind_t<X, int_like<element_t<X>>> exponent;
};
template <class X> CONSTAX_INLINE constexpr taken_apart<X> take_apart(X x, element_t<X> lower) noexcept {
  using T = element_t<X>;
  using B = bits_t<X>;
  using I = rebind_t<X, int_like<T>>;
  constexpr int shift = ieee<T>::digits - 1;
  B const from(to_bits(lower));
  I const n = convert<int_like<T>>(to_bits(x) - from) >> I(shift);
  return {from_bits<T>(to_bits(x) - (static_cast<B>(convert<uint_like<T>>(n)) << B(static_cast<typename ieee<T>::bits>(shift)))), n};
}

}  // namespace constax::inline CONSTAX_TAG::detail
