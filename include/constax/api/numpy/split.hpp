// SPDX-License-Identifier: BSL-1.0
#pragma once
// split: one array as several. split, array_split, vsplit, hsplit, dsplit, unstack
#include <constax/api/numpy/rearrange.hpp>

#include <array>
#include <tuple>

namespace constax::inline CONSTAX_TAG {

namespace detail {
constexpr text no_split(aval const& of, i64 sections) {
  text t;
  return t << "[constax] split: an axis of an operand of type " << of << " is not cut into " << sections
           << " equal parts; cx::array_split cuts into unequal ones, cx::split(x, cx::axes_c<2, 5>) where you say";
}
template <class X, i64 Sections> struct says_split {
  constexpr text operator()() const { return no_split(X::aval, Sections); }
};
/// The parts of an axis of n elements that so many sections have, the first ones longer by one.
constexpr i64 cut_after(i64 n, i64 sections, i64 k) { return n / sections * k + (k < n % sections ? k : n % sections); }
/// A place along an axis, as NumPy reads bounds.
constexpr extent cut_place(i64 at, extent const& n) {
  if (!n.is_number()) return at < 0 ? n + extent(at) : extent(at);
  if (at < 0) at += n.number;
  return extent(at < 0 ? 0 : at < n.number ? at : n.number);
}
template <bool Equal, int Axis, class X, integral_number N> constexpr auto split_along(X const& x, N) {
  constexpr i64 k = static_cast<i64>(N::value);
  constexpr extent n = X::aval.shape[Axis];
  static_assert(k > 0, "[constax] split: one part is the least there can be");
  if constexpr (!n.is_number() || (Equal && n.number % k != 0)) {
    expect_silence<says_split<X, k>>();
    return std::array{x};
  } else return [&]<std::size_t... I>(std::index_sequence<I...>) {
      auto const part = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
        constexpr i64 j = static_cast<i64>(J);
        return sliced<Axis, extent(cut_after(n.number, k, j)), extent(cut_after(n.number, k, j + 1))>(x);
      };
      if constexpr (n.number % k == 0) return std::array{part(std::integral_constant<std::size_t, I>{})...};
      else return std::tuple{part(std::integral_constant<std::size_t, I>{})...};
    }
  (std::make_index_sequence<static_cast<std::size_t>(k)>{});
}
template <bool, int Axis, class X, i64... At> constexpr auto split_along(X const& x, axes_constant<At...>) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    auto const part = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
      constexpr i64 cuts[] = {0, At..., 0};
      constexpr extent n = X::aval.shape[Axis], from = J == 0 ? extent(0) : cut_place(cuts[J], n),
                       behind = J == sizeof...(At) ? n : cut_place(cuts[J + 1], n);
      constexpr extent to = from.is_number() && behind.is_number() && behind.number < from.number ? from : behind;
      return sliced<Axis, from, to>(x);
    };
    return std::tuple{part(std::integral_constant<std::size_t, I>{})...};
  }
  (std::make_index_sequence<sizeof...(At) + 1>{});
}
} // namespace detail

/// Equal parts along an axis (the first), as an array, or parts that begin at places, as a tuple: auto [a, b] = split(x, 2_c); split(x,
/// axes_c<2, 5>, 1_c).
template <tracing X, detail::counts_in_type N, axis_like A = integer<0>> constexpr auto split(X const& x, N parts, A = {}) {
  return detail::split_along<true, detail::axis_of<X>(A{})>(x, parts);
}
/// The same, but parts need not be equal: the first ones are longer by one, and all come as a tuple.
template <tracing X, detail::counts_in_type N, axis_like A = integer<0>> constexpr auto array_split(X const& x, N parts, A = {}) {
  return detail::split_along<false, detail::axis_of<X>(A{})>(x, parts);
}
/// split along the first, the second (of a vector the first), the third axis.
template <tracing X, detail::counts_in_type N> constexpr auto vsplit(X const& x, N parts) { return split(x, parts); }
template <tracing X, detail::counts_in_type N> constexpr auto hsplit(X const& x, N parts) {
  return split(x, parts, integer<(X::rank() == 1 ? 0 : 1)>{});
}
template <tracing X, detail::counts_in_type N> constexpr auto dsplit(X const& x, N parts) { return split(x, parts, integer<2>{}); }
/// The rows along an axis, as an array of what stack(..., axis) takes.
template <tracing X, axis_like A = integer<0>> constexpr auto unstack(X const& x, A axis = {}) {
  constexpr int a = detail::axis_of<X>(A{});
  constexpr i64 n = X::aval.shape[a].is_number() ? X::aval.shape[a].number : 1;
  return detail::unpack([&](auto const&... row) { return std::array{squeeze(row, axis)...}; }, split(x, integer<n>{}, axis));
}
/// So many rows, which both kinds of tracers give as a std::array: auto [q, p] = cx::unstack<2>(x).
template <i64 N, tracing X, axis_like A = integer<0>> constexpr auto unstack(X const& x, A axis = {}) {
  constexpr int a = detail::axis_of<X>(A{});
  if constexpr (!(X::aval.shape[a] == extent(N))) expect_silence<detail::says_split<X, N>>();
  return unstack(x, axis);
}

} // namespace constax::inline CONSTAX_TAG
