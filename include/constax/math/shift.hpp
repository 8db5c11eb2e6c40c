// SPDX-License-Identifier: BSL-1.0
#pragma once
// shift_left, shift_right_logical, shift_right_arithmetic: of integers by other ones, defined for all of them: by less than 0, or by all
// bits or more, all bits are shifted out, as XLA has it.
#include "../lane/lane.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// The bits of integers as unsigned ones.
template <integer_lane X> CONSTAX_INLINE constexpr auto as_unsigned(X x) noexcept { return convert<std::make_unsigned_t<element_t<X>>>(x); }

template <integer_lane X> inline constexpr std::make_unsigned_t<element_t<X>> bits_of = 8 * sizeof(element_t<X>);

/// shift(x's bits, n), 0 where all bits are shifted out.
template <integer_lane X, class F> CONSTAX_INLINE constexpr X shift_bits(X x, X n, F const& shift) noexcept {
  using U = decltype(as_unsigned(x));
  U const by = as_unsigned(n), bits(bits_of<X>), none(element_t<U>(0));
  auto const all = by >= bits;
  return convert<element_t<X>>(select(all, none, static_cast<U>(shift(as_unsigned(x), select(all, none, by)))));
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// x * 2^n modulo 2^bits.
template <integer_lane X> CONSTAX_INLINE constexpr X shift_left(X x, X n) noexcept {
  return detail::shift_bits(x, n, [](auto bits, auto by) CONSTAX_INLINED { return bits << by; });
}
/// floor(x / 2^n) of x's bits as an unsigned number.
template <integer_lane X> CONSTAX_INLINE constexpr X shift_right_logical(X x, X n) noexcept {
  return detail::shift_bits(x, n, [](auto bits, auto by) CONSTAX_INLINED { return bits >> by; });
}
/// floor(x / 2^n).
template <integer_lane X> CONSTAX_INLINE constexpr X shift_right_arithmetic(X x, X n) noexcept {
  using U = decltype(detail::as_unsigned(x));
  U const by = detail::as_unsigned(n), most(static_cast<element_t<U>>(detail::bits_of<X> - 1));
  return static_cast<X>(x >> convert<element_t<X>>(select(by > most, most, by)));
}

}  // namespace constax::inline CONSTAX_TAG::math
