// SPDX-License-Identifier: BSL-1.0
#pragma once
// bfloat16, float16: elements of 16 bits, in which arrays are kept. They are numbers through float: what is computed with them is a float,
// which becomes a half again where somebody says so, as with Eigen::half and ml_dtypes.
#include <constax/lane/half.hpp>

#include <limits>

namespace constax::inline v0 {

/// A floating number of 16 bits, of which ExponentBits are those of its exponent.
template <int ExponentBits>
struct half {
  std::uint16_t word = 0;

  half() = default;
  /// Rounded to nearest, ties to even; what is too large is inf. Doubles and integers become a float first, as in JAX.
  template <class T>
    requires std::is_arithmetic_v<T>
  CONSTAX_INLINE constexpr explicit half(T x) noexcept : word(constax::narrow(constax::convert<float>(x), ExponentBits)) {}
  /// Exact.
  CONSTAX_INLINE constexpr operator float() const noexcept { return constax::widen(word, ExponentBits); }
  CONSTAX_INLINE static constexpr half of_word(std::uint16_t w) noexcept {
    half h;
    h.word = w;
    return h;
  }
  CONSTAX_INLINE constexpr half operator-() const noexcept { return of_word(static_cast<std::uint16_t>(word ^ 0x8000u)); }
};
/// The upper half of a float: its range, and 8 digits in base 2.
using bfloat16 = half<8>;
/// IEEE 754's binary16: 11 digits, up to 65504.
using float16 = half<5>;

} // namespace constax::inline v0

namespace constax::inline CONSTAX_TAG {
template <class T>
inline constexpr bool is_half = false;
template <int ExponentBits>
inline constexpr bool is_half<half<ExponentBits>> = true;
} // namespace constax::inline CONSTAX_TAG

template <int ExponentBits>
class std::numeric_limits<constax::half<ExponentBits>> {
  using half = constax::half<ExponentBits>;
  static constexpr half word(int w) noexcept { return half::of_word(static_cast<std::uint16_t>(w)); }
  static constexpr int mantissa_bits = 15 - ExponentBits, infinite = ((1 << ExponentBits) - 1) << mantissa_bits;

public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false, has_infinity = true,
                        has_quiet_NaN = true, has_signaling_NaN = true, is_iec559 = true, is_bounded = true, is_modulo = false,
                        traps = false, tinyness_before = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr int radix = 2, digits = mantissa_bits + 1, digits10 = (digits - 1) * 30103 / 100000,
                       max_digits10 = 2 + digits * 30103 / 100000, max_exponent = 1 << (ExponentBits - 1), min_exponent = 3 - max_exponent,
                       max_exponent10 = (max_exponent - 1) * 30103 / 100000,
                       min_exponent10 = (min_exponent - 1) * 30103 / 100000;
  static constexpr half min() noexcept { return word(1 << mantissa_bits); }
  static constexpr half max() noexcept { return word(infinite - 1); }
  static constexpr half lowest() noexcept { return -max(); }
  static constexpr half epsilon() noexcept { return word((max_exponent - 1 - mantissa_bits) << mantissa_bits); }
  static constexpr half round_error() noexcept { return half(0.5f); }
  static constexpr half infinity() noexcept { return word(infinite); }
  static constexpr half quiet_NaN() noexcept { return word(infinite | 1 << (mantissa_bits - 1)); }
  static constexpr half signaling_NaN() noexcept { return word(infinite | 1 << (mantissa_bits - 2)); }
  static constexpr half denorm_min() noexcept { return word(1); }
};
