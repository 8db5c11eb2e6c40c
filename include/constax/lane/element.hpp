// SPDX-License-Identifier: BSL-1.0
#pragma once
// element: the element types of lanes, lane<T, W>, the concepts that functions on lanes ask for, and select, any, all of scalars.
//
// A lane of one value is the value itself; those of more are packs (pack.hpp), of which only the name is known here.
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "../base/config.hpp"

namespace constax::inline CONSTAX_TAG {

template <class T, int W> struct pack;

namespace detail {
template <class T, class... Ts> inline constexpr bool one_of = (std::is_same_v<T, Ts> || ...);

template <int Bytes> struct int_of_size;
template <> struct int_of_size<1> { using type = std::int8_t; };
template <> struct int_of_size<2> { using type = std::int16_t; };
template <> struct int_of_size<4> { using type = std::int32_t; };
template <> struct int_of_size<8> { using type = std::int64_t; };
/// The signed / unsigned integer as wide as T.
template <class T> using int_like = typename int_of_size<static_cast<int>(sizeof(T))>::type;
template <class T> using uint_like = std::make_unsigned_t<int_like<T>>;

template <class X> struct lane_traits {
  using element = X;
  static constexpr int width = 1;
};
template <class T, int W> struct lane_traits<pack<T, W>> {
  using element = T;
  static constexpr int width = W;
};
template <class T, int W> struct lane_of { using type = pack<T, W>; };
template <class T> struct lane_of<T, 1> { using type = T; };
}  // namespace detail

/// The element types of lanes. (std::uint16_t: what halves lie in memory as; half.hpp.)
template <class T>
concept lane_element = detail::one_of<T, bool, float, double, std::int8_t, std::uint8_t, std::int32_t, std::int64_t, std::uint32_t,
                                      std::uint64_t, std::uint16_t>;

/// W values of T side by side; W = 1 is T itself.
template <class T, int W> using lane = typename detail::lane_of<T, W>::type;
/// How many values X holds (1 for a scalar), and of what type.
template <class X> inline constexpr int width_v = detail::lane_traits<std::remove_cvref_t<X>>::width;
template <class X> using element_t = typename detail::lane_traits<std::remove_cvref_t<X>>::element;
/// As many values as X holds, of type U.
template <class X, class U> using rebind_t = lane<U, width_v<X>>;

/// Any lane; lanes of floating, of integer elements; masks.
template <class X> concept any_lane = lane_element<element_t<X>>;
template <class X> concept floating_lane = any_lane<X> && std::is_floating_point_v<element_t<X>>;
template <class X> concept integer_lane = any_lane<X> && std::is_integral_v<element_t<X>> && !std::is_same_v<element_t<X>, bool>;
template <class X> concept mask_lane = std::is_same_v<element_t<X>, bool>;
template <class X> concept scalar_lane = any_lane<X> && width_v<X> == 1;

namespace detail {
/// Whether X is one of the wide lanes; whether it is larger than a register.
template <class X> inline constexpr bool is_pack = width_v<X> != 1;
template <class X> inline constexpr bool is_large = false;

/// on_packs<X>::f: what packs do otherwise than scalars, for functions on any lane that choose by `if constexpr` (on_packs.hpp).
template <class X> struct on_packs;
/// Whether registers have an instruction for x * 2^n: on_packs<X>::scale.
inline constexpr bool has_scale_register = CONSTAX_VECTOR_BYTES == 64;
/// Whether registers have instructions for f16 from float and back: on_packs<X>::widen_f16, narrow_f16.
inline constexpr bool has_f16_registers = CONSTAX_X86 && CONSTAX_HAS_F16C;
}  // namespace detail

/// `mask ? a : b`, element by element; both are read.
template <scalar_lane T> CONSTAX_INLINE constexpr T select(bool m, T a, T b) noexcept { return m ? a : b; }

/// Whether any, all of the lanes are set.
CONSTAX_INLINE constexpr bool any(bool m) noexcept { return m; }
CONSTAX_INLINE constexpr bool all(bool m) noexcept { return m; }
namespace detail {
/// all(a < b) of unsigned integers.
template <scalar_lane T> CONSTAX_INLINE constexpr bool all_below(T a, T b) noexcept { return a < b; }
}  // namespace detail

}  // namespace constax::inline CONSTAX_TAG
