// SPDX-License-Identifier: BSL-1.0
#pragma once
// slices: what stands in x[...] besides integers. 3_c, cx::slice(a, b, step), cx::end, cx::newaxis, cx::ellipsis, and the modes of at().
//
//   cx::slice(1_c, -1_c)     also cx::slice<1, -1>(); cx::slice(1_c, cx::none), cx::slice(cx::none, cx::none, -1_c)
//
// Not cx::slice(1, -1): the bounds decide the length of the result, which is part of its type, and the value of a function's argument
// cannot reach a type, not even in a consteval function.
#include <constax/api/constants.hpp>
#include <constax/api/none.hpp>
#include <constax/primitives/primitives.hpp>

namespace constax::inline v0 {

/// An integer that its type carries: 3_c.
template <std::int64_t N>
struct integer : std::integral_constant<std::int64_t, N> {
  friend constexpr integer<-N> operator-(integer) { return {}; }
};

/// A bound of a slice that is left out: the end of the axis, or its beginning, as the side and the step have it. none says the same.
struct end_t {};
inline constexpr end_t end{};
/// An axis of length 1. As in NumPy, none is another name.
using newaxis_t = none_t;
inline constexpr newaxis_t newaxis{};
/// As many whole axes as no other index is for: x(cx::ellipsis, 0_c).
struct ellipsis_t {};
inline constexpr ellipsis_t ellipsis{};

/// start : stop : step, each a number, a symbolic extent, or end_t where left out.
template <auto Start, auto Stop, auto Step>
struct slice_index {};
/// The same of numbers that are known at run time: they index what is traced at run time, whose length is in no type.
struct late_slice {
  std::int64_t start = 0, stop = 0, step = 1;
  bool from_end = false, to_end = false; // left out
};

} // namespace constax::inline v0

namespace constax::inline CONSTAX_TAG {

namespace mode {
/// A rule for places outside of an array. Wraps: do negative integers count from the end?
template <index_mode M, bool Wraps = true>
struct tag {
  static constexpr index_mode of = M;
  static constexpr bool wraps = Wraps;
};
/// The nearest place inside.
inline constexpr tag<index_mode::clip> clip{};
} // namespace mode

namespace literals {
/// 3_c : an integer known to the type system; -3_c too.
template <char... Digits>
consteval auto operator""_c() {
  constexpr i64 n = [] {
    i64 x = 0;
    for (char c : {Digits...})
      if (c != '\'') x = 10 * x + (c - '0');
    return x;
  }();
  return integer<n>{};
}
} // namespace literals

namespace detail {
template <class B>
concept left_out = std::is_same_v<B, end_t> || std::is_same_v<B, none_t>;
template <class B>
concept slice_bound = integral_number<B> || left_out<B> || is_dim<B>;
template <class B>
constexpr auto bound_of(B b) {
  if constexpr (integral_number<B>) return static_cast<i64>(B::value);
  else if constexpr (left_out<B>) return end_t{};
  else return b;
}
template <auto B>
inline constexpr auto as_bound = [] {
  if constexpr (left_out<std::remove_const_t<decltype(B)>>) return end_t{};
  else return B;
}();
template <class C>
concept slice_step = integral_number<C> || std::is_same_v<C, none_t>;
template <class C>
constexpr i64 step_of(C step) {
  if constexpr (std::is_same_v<C, none_t>) return 1;
  else return static_cast<i64>(plain(step));
}
inline constexpr std::string_view plain_bounds =
    "[constax] slice: bounds given as plain integers cannot decide the length of the result, which is part of its type; "
    "write cx::slice(1_c, -1_c) with `using namespace constax::literals`, or cx::slice<1, -1>()";
template <class B>
concept late_bound = std::is_integral_v<B> || integral_number<B> || left_out<B>;
template <class... B>
struct says_traced_bounds {
  constexpr text operator()() const {
    return "[constax] slice: bounds that the program computes cannot decide the length of the result, which is known before; say the length, "
           "3 elements from i on along axis 0: cx::dynamic_slice_in_dim<3>(x, i, 0_c)";
  }
};
} // namespace detail

/// Elements start, start + step, ... before stop of an axis: slice(1_c, cx::end), slice<0, -1>(), slice(0_c, n, 2_c); negative ones count
/// from the end. Bounds are known in their types; of programs that are traced at run time they may be numbers.
template <auto Start, auto Stop, auto Step = 1>
constexpr auto slice() {
  return slice_index<detail::as_bound<Start>, detail::as_bound<Stop>, Step>{};
}
constexpr auto slice() { return slice_index<end_t{}, end_t{}, 1>{}; }
template <detail::slice_bound A, detail::slice_bound B>
constexpr auto slice(A, B) {
  return slice_index<detail::bound_of(A{}), detail::bound_of(B{}), 1>{};
}
template <detail::slice_bound A, detail::slice_bound B, detail::slice_step C>
constexpr auto slice(A, B, C) {
  return slice_index<detail::bound_of(A{}), detail::bound_of(B{}), detail::step_of(C{})>{};
}
template <detail::late_bound A, detail::late_bound B, class... C>
requires(((integer_number<C> || std::is_same_v<C, none_t>) && ...) && sizeof...(C) <= 1 &&
         (std::is_integral_v<A> || std::is_integral_v<B> || (std::is_integral_v<C> || ...)))
constexpr late_slice slice(A start, B stop, C... step) {
  late_slice s;
  if constexpr (detail::left_out<A>) s.from_end = true;
  else s.start = static_cast<std::int64_t>(detail::plain(start));
  if constexpr (detail::left_out<B>) s.to_end = true;
  else s.stop = static_cast<std::int64_t>(detail::plain(stop));
  ((s.step = detail::step_of(step)), ...);
  return s;
}
template <class... B>
  requires(traced_value<B> || ...)
constexpr auto slice(B const&...) {
  expect_silence<detail::says_traced_bounds<B...>>();
  return slice();
}

} // namespace constax::inline CONSTAX_TAG
