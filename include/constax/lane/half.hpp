// SPDX-License-Identifier: BSL-1.0
#pragma once
// half: bf16 and f16, which lie in memory as words of 16 bits and are computed with as floats.
//
// A format is named by its bits of exponent: 8 is bf16, the upper half of a float; 5 is f16, IEEE 754's binary16. To words numbers are
// rounded to nearest, ties to even; what is too large is inf, what is no number stays none: quiet, with the upper bits of its payload, as
// processors do it. Nothing but integers, and one sum that is always of ordinary numbers: the same bits in constant evaluation.
#include "builtins.hpp"
#include "convert.hpp"

namespace constax::inline CONSTAX_TAG {
namespace detail {
template <class X> using half_words = rebind_t<X, std::uint32_t>;
/// The least normal number of f16, as the bits of a float; what is below is a multiple of 2^-24.
inline constexpr std::uint32_t least_normal_f16 = 0x38800000, bias_f16 = 0x38000000;
template <class F, class B> CONSTAX_INLINE constexpr F as_floats(B b) noexcept { return __builtin_bit_cast(F, b); }

/// The bits of floats, rounded to bf16.
template <class B> CONSTAX_INLINE constexpr B round_bf16(B b) noexcept {
  B const upper(0xffff0000u), nearest = b + B(0x7fffu) + ((b >> B(16u)) & B(1u));
  return select((b & B(0x7fffffffu)) > B(0x7f800000u), b | B(0x400000u), nearest) & upper;
}
template <class F, class B> CONSTAX_INLINE constexpr F widen_f16(B h) noexcept {
  B const m = (h & B(0x7fffu)) << B(13u), infinite(0x0f800000u);
  B const normal = (m + B(bias_f16) + select(m < infinite, B(0u), B(bias_f16))) | select(m > infinite, B(0x400000u), B(0u));
  F const below = as_floats<F>((m & B(0x7fffffu)) + B(least_normal_f16)) - as_floats<F>(B(least_normal_f16));
  B const size = select(m < B(0x00800000u), __builtin_bit_cast(B, below), normal);
  return as_floats<F>(size | ((h & B(0x8000u)) << B(16u)));
}
template <class F, class B> CONSTAX_INLINE constexpr B narrow_f16(B b) noexcept {
  B const size = b & B(0x7fffffffu);
  F const above = as_floats<F>(select(size < B(least_normal_f16), size, B(least_normal_f16))) + F(0.5f); // its last bit is worth 2^-24
  B const below = __builtin_bit_cast(B, above) - B(0x3f000000u);
  B const normal = (size - B(bias_f16) + B(0xfffu) + ((size >> B(13u)) & B(1u))) >> B(13u);
  B const number = select(size < B(least_normal_f16), below, select(size < B(0x477ff000u), normal, B(0x7c00u)));
  B const none = B(0x7e00u) | ((size >> B(13u)) & B(0x3ffu));
  return select(size > B(0x7f800000u), none, number) | ((b >> B(16u)) & B(0x8000u));
}
}  // namespace detail

/// Words of 16 bits as floats: exact.
template <any_lane X> requires std::is_same_v<element_t<X>, std::uint16_t>
CONSTAX_INLINE constexpr rebind_t<X, float> widen(X h, int exponent_bits) noexcept {
  using F = rebind_t<X, float>;
  using B = detail::half_words<X>;
  if (exponent_bits == 8) return detail::as_floats<F>(static_cast<B>(convert<std::uint32_t>(h)) << B(16u));
  if constexpr (detail::has_f16_registers && width_v<X> > 2) return detail::on_packs<X>::widen_f16(h);
  else return detail::widen_f16<F>(static_cast<B>(convert<std::uint32_t>(h)));
}

/// Floats rounded to words of 16 bits.
template <any_lane X> requires std::is_same_v<element_t<X>, float>
CONSTAX_INLINE constexpr rebind_t<X, std::uint16_t> narrow(X x, int exponent_bits) noexcept {
  using B = detail::half_words<X>;
  B const b = __builtin_bit_cast(B, x);
  if (exponent_bits == 8) return convert<std::uint16_t>(detail::round_bf16(b) >> B(16u));
  if constexpr (detail::has_f16_registers && width_v<X> > 2) return detail::on_packs<X>::narrow_f16(x);
  else return convert<std::uint16_t>(detail::narrow_f16<X>(b));
}

/// Floats rounded to the numbers of a format: widen(narrow(x)).
template <any_lane X> requires std::is_same_v<element_t<X>, float>
CONSTAX_INLINE constexpr X round_to(X x, int exponent_bits) noexcept {
  if (exponent_bits == 8) return detail::as_floats<X>(detail::round_bf16(__builtin_bit_cast(detail::half_words<X>, x)));
  return widen(narrow(x, exponent_bits), exponent_bits);
}

}  // namespace constax::inline CONSTAX_TAG
