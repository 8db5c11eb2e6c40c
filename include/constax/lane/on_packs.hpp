// SPDX-License-Identifier: BSL-1.0
#pragma once
// on_packs<X>::f: what packs do otherwise than scalars: instructions, and sign bits of whole registers. For math/, whose functions are
// written on any lane and ask for it by `if constexpr`, so that the text for scalars names nothing of packs.
#include "convert.hpp"
#include "guard.hpp"
#include "register.hpp"
#include "soft.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class X> constexpr bool is_two_registers_of() {
  if constexpr (is_large<X>) return !is_large<typename X::half>;
  else return false;
}
template <class X> inline constexpr bool is_two_registers = is_two_registers_of<X>();

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

  /// Words of f16 as floats, and back, rounded to nearest; where has_f16_registers and W > 2.
  CONSTAX_INLINE static pack<float, W> widen_f16(X x) noexcept requires std::is_same_v<T, std::uint16_t> {
    if constexpr (is_large<pack<float, W>>)
      return join(on_packs<pack<T, W / 2>>::widen_f16(low(x)), on_packs<pack<T, W / 2>>::widen_f16(high(x)));
    else return pack<float, W>(float_of_f16(x.v));
  }
  CONSTAX_INLINE static pack<std::uint16_t, W> narrow_f16(X x) noexcept requires std::is_same_v<T, float> {
    if constexpr (is_large<X>) return join(on_packs<typename X::half>::narrow_f16(x.lo), on_packs<typename X::half>::narrow_f16(x.hi));
    else return pack<std::uint16_t, W>(f16_of_float(x.v));
  }

  /// The smaller one of two as unsigned integers.
  CONSTAX_INLINE static X min_bits(X a, X b) noexcept requires std::is_unsigned_v<T> { return by_register(min_bits_register{}, a, b); }
  /// The products of the low 32 bits of each.
  CONSTAX_INLINE static X low_product(X a, X b) noexcept requires std::is_same_v<T, std::uint64_t> {
    return by_register(low_product_register{}, a, b);
  }
  /// Words of 64 bits as two of 32. Two registers become one without moving anything to another lane: the words of the first lie in its
  /// even places, those of the second in its odd ones.
  using words = pack<std::uint32_t, W>;
  CONSTAX_INLINE static words upper_words(X x) noexcept requires std::is_same_v<T, std::uint64_t> {
    if constexpr (is_two_registers<X>) return interleaved(x.lo >> of_half(32), x.hi & of_half(~low_word));
    else return convert<std::uint32_t>(x >> X(T(32)));
  }
  CONSTAX_INLINE static words lower_words(X x) noexcept requires std::is_same_v<T, std::uint64_t> {
    if constexpr (is_two_registers<X>) return interleaved(x.lo & of_half(low_word), x.hi << of_half(32));
    else return convert<std::uint32_t>(x);
  }
  CONSTAX_INLINE static X of_words(words upper, words lower) noexcept requires std::is_same_v<T, std::uint64_t> {
    if constexpr (is_two_registers<X>) {
      auto const u = as_half(upper), l = as_half(lower);
      return X((u << of_half(32)) | (l & of_half(low_word)), (u & of_half(~low_word)) | (l >> of_half(32)));
    } else return (convert<T>(upper) << X(T(32))) | convert<T>(lower);
  }
  /// Whether any of the highest bits is set in integers of which all others are 0.
  CONSTAX_INLINE static bool any_bits(X b) noexcept requires std::is_unsigned_v<T> {
    if constexpr (is_large<X>) return on_packs<typename X::half>::any_bits(b.lo | b.hi);
    else return any_bit(b.v);
  }

 private:
  static constexpr std::uint64_t low_word = 0xffffffff;
  CONSTAX_INLINE static auto of_half(std::uint64_t x) noexcept { return typename X::half(x); }
  template <class Half> CONSTAX_INLINE static words interleaved(Half even, Half odd) noexcept {
    return words(reinterpret_cast<typename words::vector>((even | odd).v));
  }
  CONSTAX_INLINE static auto as_half(words x) noexcept { return typename X::half(reinterpret_cast<typename X::half::vector>(x.v)); }
};

} // namespace constax::inline CONSTAX_TAG::detail
