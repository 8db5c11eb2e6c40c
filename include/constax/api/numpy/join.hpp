// SPDX-License-Identifier: BSL-1.0
#pragma once
// join: several arrays as one. concatenate, stack, vstack, hstack, dstack, column_stack
#include <constax/api/numpy/shapes.hpp>
#include <constax/base/unpack.hpp>

#include <array>
#include <tuple>

namespace constax::inline CONSTAX_TAG {

namespace detail {

template <class X, class Places>
inline constexpr bool has_tracers_at = false;
template <class X, std::size_t... I>
inline constexpr bool has_tracers_at<X, std::index_sequence<I...>> = (traced_value<std::tuple_element_t<I, X>> || ...);
template <class X, class Places>
inline constexpr bool has_dynamic_at = false;
template <class X, std::size_t... I>
inline constexpr bool has_dynamic_at<X, std::index_sequence<I...>> = (is_dynamic<std::tuple_element_t<I, X>> || ...);
/// A dynamic tracer, or a tuple with one in it.
template <class X>
inline constexpr bool has_dynamic = [] {
  if constexpr (is_dynamic<X>) return true;
  else if constexpr (traced_value<X> || !requires { std::tuple_size<X>::value; }) return false;
  else return has_dynamic_at<X, std::make_index_sequence<std::tuple_size<X>::value>>;
}();
/// A tuple, a pair, an array, with a traced value in it.
template <class X>
concept tuple_of_tracers = !traced_value<X> && requires {
  std::tuple_size<X>::value;
} && has_tracers_at<X, std::make_index_sequence<std::tuple_size<X>::value>>;

/// Traced values, or a tuple of them, and an axis; arrays among them are lifted before (api/among_traced.hpp).
template <class X, class... More>
concept to_be_joined = (traced_value<X> || tuple_of_tracers<X>) && !((is_lazy<More> || std::is_floating_point_v<More>) || ...);

template <int Axis, class... X>
constexpr auto concatenate_along(X const&... x) {
  if constexpr (sizeof...(X) == 1) return (x, ...);
  else return emit<concatenate_t, concatenate_t::params{Axis}>(x...);
}
template <class Axis, class... X> dynamic_tracer concatenate_dynamic(Axis, X const&... x); // runtime/functions.hpp
template <class Axis, class... X> dynamic_tracer stack_dynamic(Axis, X const&... x);
template <class F, class Args, std::size_t... I>
constexpr auto without_last(F f, Args const& args, std::index_sequence<I...>) {
  return f(std::get<sizeof...(I)>(args), std::get<I>(args)...);
}
template <class Axis, class X, class... More>
constexpr auto concatenate(Axis axis, X const& x, More const&... more) {
  if constexpr (is_dynamic<X> || (is_dynamic<More> || ...)) return concatenate_dynamic(axis, x, more...);
  else return concatenate_along<axis_of<X>(Axis{})>(x, more...);
}
template <class Axis, class X, class... More>
constexpr auto stack(Axis axis, X const& x, More const&... more) {
  if constexpr (is_dynamic<X> || (is_dynamic<More> || ...)) return stack_dynamic(axis, x, more...);
  else {
    constexpr i64 at = static_cast<i64>(Axis::value);
    using Place = integer<(at < 0 ? at + X::rank() + 1 : at)>;
    return concatenate_along<static_cast<int>(Place::value)>(expand_dims(x, Place{}), expand_dims(more, Place{})...);
  }
}
inline constexpr auto run_concatenate = [](auto axis, auto const&... x) { return concatenate(axis, x...); };
inline constexpr auto run_stack = [](auto axis, auto const&... x) { return stack(axis, x...); };

/// (x, y, ..., axis), (tuple, axis), or either without axis: 0. Among dynamic tracers the axis may be a plain integer.
template <class F, class... A>
constexpr auto joined(F f, A const&... a) {
  using last = typename decltype((std::type_identity<A>{}, ...))::type;
  if constexpr (std::is_integral_v<last> && !(has_dynamic<A> || ...)) {
    expect_silence<says_plain_axis<last>>();
    return after_error<basic_tracer<double>>();
  } else if constexpr (integral_number<last> || (std::is_integral_v<last> && (has_dynamic<A> || ...))) {
    if constexpr (sizeof...(A) == 2) {
      auto const pair = std::tie(a...);
      auto const axis = std::get<1>(pair);
      if constexpr (tuple_of_tracers<std::remove_cvref_t<decltype(std::get<0>(pair))>>)
        return detail::unpack([&](auto const&... x) { return f(axis, x...); }, std::get<0>(pair));
      else return f(axis, std::get<0>(pair));
    } else return without_last(f, std::tie(a...), std::make_index_sequence<sizeof...(A) - 1>{});
  } else if constexpr (sizeof...(A) == 1 && tuple_of_tracers<last>)
    return detail::unpack([&](auto const&... x) { return f(integer<0>{}, x...); }, a...);
  else return f(integer<0>{}, a...);
}

} // namespace detail

/// One after the other along an axis: concatenate(x, y, 0_c), concatenate(std::tuple(x, y), 0_c), also of a std::array.
template <class X, class... More>
requires detail::to_be_joined<X, More...> constexpr auto concatenate(X const& x, More const&... more) {
  return detail::joined(detail::run_concatenate, x, more...);
}
template <class X, class... More>
requires detail::to_be_joined<X, More...> constexpr auto concat(X const& x, More const&... more) {
  return concatenate(x, more...);
}
/// Side by side along a new axis: stack(x, y, 0_c), stack(std::array{x, y}, -1_c).
template <class X, class... More>
requires detail::to_be_joined<X, More...> constexpr auto stack(X const& x, More const&... more) {
  return detail::joined(detail::run_stack, x, more...);
}

namespace detail {
dynamic_tracer with_axes_dynamic(int least, bool behind, dynamic_tracer const& x); // runtime/elements.hpp
template <int Least, bool Behind, class X>
constexpr auto with_axes(X const& x) { // in front of a scalar and a vector, behind a matrix
  if constexpr (is_dynamic<X>) return with_axes_dynamic(Least, Behind, x);
  else if constexpr (X::rank() >= Least) return x;
  else if constexpr (X::rank() == 0) return with_axes<Least, Behind>(expand_dims(x, integer<0>{}));
  else return with_axes<Least, Behind>(expand_dims(x, integer<(X::rank() == 2 || Behind ? -1 : 0)>{}));
}
inline constexpr auto run_vstack = [](auto, auto const&... x) { return concatenate(integer<0>{}, with_axes<2, false>(x)...); };
inline constexpr auto run_hstack = [](auto, auto const& x, auto const&... more) {
  using X = std::remove_cvref_t<decltype(x)>;
  if constexpr (is_dynamic<X>) return concatenate(x.rank() < 2 ? 0 : 1, with_axes<1, false>(x), with_axes<1, false>(more)...);
  else return concatenate(integer<(X::rank() < 2 ? 0 : 1)>{}, with_axes<1, false>(x), with_axes<1, false>(more)...);
};
inline constexpr auto run_dstack = [](auto, auto const&... x) { return concatenate(integer<2>{}, with_axes<3, false>(x)...); };
inline constexpr auto run_column_stack = [](auto, auto const&... x) { return concatenate(integer<1>{}, with_axes<2, true>(x)...); };
} // namespace detail

/// One below the other, a vector as a row: vstack(x, y), vstack(std::tuple(x, y)).
template <class X, class... More>
requires detail::to_be_joined<X, More...> constexpr auto vstack(X const& x, More const&... more) {
  return detail::joined(detail::run_vstack, x, more...);
}
/// One beside the other: vectors one after the other, else along the second axis.
template <class X, class... More>
requires detail::to_be_joined<X, More...> constexpr auto hstack(X const& x, More const&... more) {
  return detail::joined(detail::run_hstack, x, more...);
}
/// Along a third axis: [n] counts as [1, n, 1], [n, m] as [n, m, 1].
template <class X, class... More>
requires detail::to_be_joined<X, More...> constexpr auto dstack(X const& x, More const&... more) {
  return detail::joined(detail::run_dstack, x, more...);
}
/// Vectors as the columns of a matrix, matrices one beside the other.
template <class X, class... More>
requires detail::to_be_joined<X, More...> constexpr auto column_stack(X const& x, More const&... more) {
  return detail::joined(detail::run_column_stack, x, more...);
}

} // namespace constax::inline CONSTAX_TAG
