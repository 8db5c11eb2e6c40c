// SPDX-License-Identifier: BSL-1.0
#pragma once
// on_packs<X>::f: what packs do otherwise than scalars: instructions, and sign bits of whole registers. For math/, whose functions are
// written on any lane and ask for it by `if constexpr`, so that the text for scalars names nothing of packs.
#include "guard.hpp"
#include "register.hpp"
#include "soft.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T, int W> struct on_packs<pack<T, W>> {
  using X = pack<T, W>;
  using B = pack<uint_like<T>, W>;

  CONSTAX_INLINE static X abs(X x) noexcept {
    if constexpr (is_large<X>) return X(on_packs<typename X::half>::abs(x.lo), on_packs<typename X::half>::abs(x.hi));
    else return X(reinterpret_cast<typename X::vector>(reinterpret_cast<typename B::vector>(x.v) & ~ieee<T>::sign));
  }
  CONSTAX_INLINE static X copysign(X x, X s) noexcept {
    if constexpr (is_large<X>) return X(on_packs<typename X::half>::copysign(x.lo, s.lo), on_packs<typename X::half>::copysign(x.hi, s.hi));
    else {
      using V = typename B::vector;
      return X(
          reinterpret_cast<typename X::vector>((reinterpret_cast<V>(x.v) & ~ieee<T>::sign) | (reinterpret_cast<V>(s.v) & ieee<T>::sign)));
    }
  }
  CONSTAX_INLINE static X sqrt(X x) noexcept { return by_register(sqrt_register{}, x); }
  /// To 0, down, up; where has_round_register.
  CONSTAX_INLINE static X trunc(X x) noexcept { return by_register(round_register<11>{}, x); }
  CONSTAX_INLINE static X floor(X x) noexcept { return by_register(round_register<9>{}, x); }
  CONSTAX_INLINE static X ceil(X x) noexcept { return by_register(round_register<10>{}, x); }
  /// x * 2^n, where has_scale_register.
  CONSTAX_INLINE static X scale(X x, X n) noexcept { return by_register(scale_register{}, x, n); }

  /// x, or the bound where x is beyond it; nan passes.
  CONSTAX_INLINE static X at_most(X x, X bound) noexcept { return by_register(choice_register<false>{}, bound, x); }
  CONSTAX_INLINE static X at_least(X x, X bound) noexcept { return by_register(choice_register<true>{}, bound, x); }

  /// max or min, as IEEE 754-2019 orders it. Without AVX-512 the instruction keeps its second operand where both are equal, so both orders
  /// together, by `and` or `or` of their bits, settle the sign of zero; what is not a number stays, the first one first.
  /// (The maximum of lines in the first cache, on a Zen 4: 1.2 times the bare instruction with AVX-512's three, 2.5 times by both orders,
  /// and 2 times where g++ reads operands from memory twice, which guard forbids.)
  template <bool Largest> CONSTAX_INLINE static X extremum(X a, X b) noexcept {
    if constexpr (is_large<X>) {
      using half = on_packs<typename X::half>;
      return X(half::template extremum<Largest>(a.lo, b.lo), half::template extremum<Largest>(a.hi, b.hi));
    } else if constexpr (has_extremum_register) return by_register(extremum_register<Largest>{}, guard(a), guard(b));
    else {
      using V = typename B::vector;
      V const ab = reinterpret_cast<V>(by_register(choice_register<Largest>{}, a, b).v),
              ba = reinterpret_cast<V>(by_register(choice_register<Largest>{}, b, a).v);
      X const number(reinterpret_cast<typename X::vector>(Largest ? ab & ba : ab | ba));
      return select(a != a, a, select(b != b, b, number));
    }
  }

  /// The smaller one of two as unsigned integers.
  CONSTAX_INLINE static X min_bits(X a, X b) noexcept requires std::is_unsigned_v<T> { return by_register(min_bits_register{}, a, b); }
  /// Whether any of the highest bits is set in integers of which all others are 0.
  CONSTAX_INLINE static bool any_bits(X b) noexcept requires std::is_unsigned_v<T> {
    if constexpr (is_large<X>) return on_packs<typename X::half>::any_bits(b.lo | b.hi);
    else return any_bit(b.v);
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
