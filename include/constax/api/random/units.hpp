// SPDX-License-Identifier: BSL-1.0
#pragma once
// units: numbers in [0, 1) of random bits, and what laws without parameters make of them.
#include <constax/api/random/bits.hpp>

#include <limits>

namespace constax::inline CONSTAX_TAG::random::detail {
using namespace constax::detail;

/// What holds random bits for a T.
template <class T>
using bits_for = std::conditional_t<sizeof(T) == 4, u32, u64>;
/// Numbers in [0, 1): the highest bits of a word are the fraction of a number in [1, 2), less 1.
template <class T, class B>
constexpr auto unit_of(B const& bits) {
  static_assert(std::is_floating_point_v<T>, "[constax] random: samplers of continuous laws give float or double");
  using U = bits_for<T>;
  constexpr int dropped = 8 * sizeof(T) - (std::numeric_limits<T>::digits - 1);
  auto const fraction = shift_right_logical(bits, U(dropped));
  return emit<bitcast_convert_type_t, bitcast_convert_type_t::params{dtype_of<T>}>(fraction | std::bit_cast<U>(T(1))) - T(1);
}
template <class X, class Lo, class Hi>
constexpr auto unit_between(X const& unit, Lo const& lo, Hi const& hi) {
  return max(unit * (hi - lo) + lo, lo);
}
template <class T, shape S, key_reader By, class K>
constexpr auto draw_unit(K const& key) {
  return unit_of<T>(draw_bits<bits_for<T>, S, By>(key));
}
/// The smallest number above -1.
template <class T>
inline constexpr T above_minus_one = T(-1) + std::numeric_limits<T>::epsilon() / 2;
template <class T>
inline constexpr T tiny = std::numeric_limits<T>::min();
template <class T>
inline constexpr T sqrt2 = static_cast<T>(1.4142135623730950488);
template <class T>
inline constexpr T pi = static_cast<T>(3.14159265358979323846);
/// Of mean 0 and variance 1, from numbers in [0, 1).
template <class T, class X>
constexpr auto normal_of(X const& unit) {
  return erf_inv(unit_between(unit, above_minus_one<T>, T(1))) * sqrt2<T>;
}
template <class T, shape S, key_reader By, class K>
constexpr auto draw_normal(K const& key) {
  return normal_of<T>(draw_unit<T, S, By>(key));
}
template <class X>
constexpr auto exponential_of(X const& unit) {
  return -log1p(-unit);
}
template <class T, shape S, key_reader By, class K>
constexpr auto draw_exponential(K const& key) {
  return exponential_of(draw_unit<T, S, By>(key));
}

} // namespace constax::inline CONSTAX_TAG::random::detail
