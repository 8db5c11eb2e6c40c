// SPDX-License-Identifier: BSL-1.0
#pragma once
// std20: what emitted programs use of C++20's library, for C++17 (cpp17.hpp); this file becomes a part of their text.
#include <constax/base/config.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace constax::inline CONSTAX_TAG::std20 {

template <class T> struct type_identity {
  using type = T;
};
template <class T> using type_identity_t = typename type_identity<T>::type;
template <class T> using remove_cvref_t = std::remove_cv_t<std::remove_reference_t<T>>;

/// How many bits x has up to its highest set one.
template <class T> constexpr int bit_width(T x) noexcept {
  int n = 0;
  for (; x != 0; x = static_cast<T>(x >> 1)) ++n;
  return n;
}
/// How many of its lowest bits are set, up to the first that is not.
template <class T> constexpr int countr_one(T x) noexcept {
  int n = 0;
  for (; (x & 1) != 0; x = static_cast<T>(x >> 1)) ++n;
  return n;
}

/// unpacked(f)(sequence of I...): f(I...), as constants.
template <class F> struct unpacked {
  F f;
  CONSTAX_INLINE explicit constexpr unpacked(F g) : f(g) {}
  template <class T, T... I> CONSTAX_INLINE constexpr auto operator()(std::integer_sequence<T, I...>) const {
    return f(std::integral_constant<T, I>{}...);
  }
};

} // namespace constax::inline CONSTAX_TAG::std20
