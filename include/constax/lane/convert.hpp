// SPDX-License-Identifier: BSL-1.0
#pragma once
// convert: element types, as JAX's convert_element_type on a CPU.
//
// Floating to integer truncates and saturates, nan becomes 0 (in C++ it would be undefined); integers wrap; to bool is `!= 0`.
#include "guard.hpp"
#include "soft.hpp"

namespace constax::inline CONSTAX_TAG {
namespace detail {
/// The least and the first too large value of integer U as a floating T: powers of two, or 0, exact in float too.
template <class U, class T> inline constexpr T lowest_of = static_cast<T>(std::numeric_limits<U>::min());
template <class U, class T> inline constexpr T beyond = static_cast<T>(std::uint64_t(1) << (std::numeric_limits<U>::digits - 1)) * T(2);
}  // namespace detail

/// x as elements of type U.
template <lane_element U, scalar_lane T> CONSTAX_INLINE constexpr U convert(T x) noexcept {
  if constexpr (std::is_same_v<U, T>) return x;
  else if constexpr (std::is_same_v<U, bool>) return x != T(0);
  else if constexpr (std::is_floating_point_v<T> && std::is_integral_v<U>) {
    if (x < detail::lowest_of<U, T>) return std::numeric_limits<U>::min();
    if (x >= detail::beyond<U, T>) return std::numeric_limits<U>::max();
    return x == x ? static_cast<U>(x) : U(0);
  } else if constexpr (std::is_same_v<T, double> && std::is_same_v<U, float>) {
    if (is_constant_evaluated()) {  // overflow and nan are no constant expressions
      if (detail::soft_isnan(x)) return detail::soft_nan<float>();
      if (detail::soft_isinf(x)) return detail::soft_inf<float>(x < 0);
      if (detail::soft_iszero(x)) return detail::soft_zero<float>(detail::soft_signbit(x));
      detail::split<double> const s(x);
      return detail::round_to<float>(x < 0, s.m, s.e);
    }
    return static_cast<float>(x);
  } else if constexpr (std::is_same_v<T, float> && std::is_same_v<U, double>) {
    if (is_constant_evaluated() && detail::soft_isnan(x)) return detail::soft_nan<double>();
    return static_cast<double>(x);
  } else return static_cast<U>(x);
}

#if CONSTAX_HAS_PACKS
template <lane_element U, class T, int W> CONSTAX_INLINE pack<U, W> convert(pack<T, W> x) noexcept {
  if constexpr (std::is_same_v<U, T>) return x;
  else if constexpr (std::is_same_v<U, bool>) return x != pack<T, W>(T(0));
  else if constexpr (detail::beyond_register<T, W> || detail::beyond_register<U, W>) return join(convert<U>(low(x)), convert<U>(high(x)));
  else if constexpr (std::is_same_v<T, bool>) {
    using I = detail::int_like<U>;
    return pack<U, W>(
        reinterpret_cast<detail::vector<U, W>>(detail::resize_mask<I, W>(x.v) & detail::splat<I, W>(__builtin_bit_cast(I, U(1)))));
  } else if constexpr (std::is_floating_point_v<T> && std::is_integral_v<U>) {
    pack<T, W> const lo(detail::lowest_of<U, T>), hi(detail::beyond<U, T>);
    auto const inside = (x >= lo) & (x < hi);
    pack<U, W> const y(__builtin_convertvector(select(inside, x, pack<T, W>(T(0))).v, detail::vector<U, W>));
    return select(x >= hi, pack<U, W>(std::numeric_limits<U>::max()), select(x < lo, pack<U, W>(std::numeric_limits<U>::min()), y));
  } else return pack<U, W>(__builtin_convertvector(x.v, detail::vector<U, W>));
}
#endif

}  // namespace constax::inline CONSTAX_TAG
