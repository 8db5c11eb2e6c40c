// SPDX-License-Identifier: BSL-1.0
#pragma once
// make: arrays that no argument holds: like x (full_like, zeros_like, ones_like, iota(x)), or of constants alone (full, zeros, ones, iota,
// arange)
#include <constax/api/numpy/astype.hpp>
#include <constax/api/numpy/axes.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <class X, class V> dynamic_tracer full_like_dynamic(X const& x, V const& v); // runtime/functions.hpp
} // namespace detail
/// An array like x, every element v.
template <traced_value X, class V> constexpr auto full_like(X const& x, V const& v) {
  if constexpr (is_dynamic<X> || is_dynamic<V>) return detail::full_like_dynamic(x, v);
  else {
    auto const s = detail::as_tracer<typename X::value_type>(v, x.value.ctx);
    if constexpr (X::rank() == 0) return s;
    else return emit<broadcast_in_dim_t, broadcast_in_dim_t::params{X::aval.shape, axes{}}>(s);
  }
}
template <traced_value X> constexpr auto zeros_like(X const& x) { return full_like(x, 0); }
template <traced_value X> constexpr auto ones_like(X const& x) { return full_like(x, 1); }
/// 0, 1, 2, ... along one axis of an array like x: iota<int>(x, 0_c).
template <element_type T, tracing X, axis_like A>
constexpr auto iota(X const&, A axis) {
  return emit_later<iota_t, iota_t::params{detail::axis_of<X>(axis), dtype_of<T>, X::aval.shape}>();
}

// Of constants: they need no traced argument, for the equation is recorded in the trace in which they are used first.

namespace detail {
template <element_type T, shape S, class V>
constexpr auto filled_with(V const& v) {
  constexpr broadcast_in_dim_t::params p{S, axes{}};
  if constexpr (tracing<V>) return emit<broadcast_in_dim_t, p>(astype<T>(v));
  else {
    auto const x = as_tracer<T>(v, nullptr);
    if constexpr (S.rank == 0) return x;
    else return emit_later<broadcast_in_dim_t, p, basic_tracer<T>>(x.value.lit);
  }
}
/// A number or tracer in a shape that it broadcasts to.
template <element_type T, shape S, class V>
constexpr auto filled_to(V const& v, context* c) {
  auto const y = as_tracer<T>(v, c);
  constexpr broadcast_in_dim_t::params p{S, axes{}};
  if constexpr (S.rank != 0 && y.rank() == 0) return emit<broadcast_in_dim_t, p>(y);
  else return detail::broadcast_to<S>(y);
}
/// first, first + step, ... below stop.
template <element_type T, i64 First, i64 Stop, i64 Step>
constexpr auto counted_from() {
  static_assert(Step != 0, "[constax] arange: the step cannot be 0");
  constexpr i64 step = Step ? Step : 1; // after that error another would be said
  constexpr i64 span = Stop - First, n = (span + step - (step > 0 ? 1 : -1)) / step;
  auto const count = emit_later<iota_t, iota_t::params{0, dtype_of<T>, shape{extent(n > 0 ? n : 0)}}>();
  if constexpr (First == 0 && step == 1) return count;
  else if constexpr (step == 1) return count + static_cast<T>(First);
  else if constexpr (First == 0) return count * static_cast<T>(step);
  else return count * static_cast<T>(step) + static_cast<T>(First);
}
template <class V>
struct element_of_number {
  using type = std::conditional_t<is_half<V>, V, decltype(plain(std::declval<V const&>()))>; // halves are computed with as float
};
template <tracing V>
struct element_of_number<V> {
  using type = typename V::value_type;
};
} // namespace detail

/// An array with every element v: full<3, n>(1.0), full<float, 3>(v); full(1.0) is a traced scalar.
template <element_type T, auto... Dims, class V>
  requires(number<V> || tracing<V>)
constexpr auto full(V const& v) {
  return detail::filled_with<T, shape_of_dims<Dims...>>(v);
}
template <auto... Dims, class V>
  requires(number<V> || tracing<V>)
constexpr auto full(V const& v) {
  return full<typename detail::element_of_number<V>::type, Dims...>(v);
}
/// zeros<3, n>() of double, zeros<float, 3>().
template <element_type T, auto... Dims>
constexpr auto zeros() {
  return full<T, Dims...>(0);
}
template <auto... Dims>
constexpr auto zeros() {
  return zeros<double, Dims...>();
}
template <element_type T, auto... Dims>
constexpr auto ones() {
  return full<T, Dims...>(1);
}
template <auto... Dims>
constexpr auto ones() {
  return ones<double, Dims...>();
}
/// zeros: programs have no memory that is not written.
template <element_type T, auto... Dims>
constexpr auto empty() {
  return zeros<T, Dims...>();
}
template <auto... Dims>
constexpr auto empty() {
  return zeros<double, Dims...>();
}
template <traced_value X> constexpr auto empty_like(X const& x) { return zeros_like(x); }
/// 0, 1, 2, ... along an axis (the first): iota<double, 5>(), iota<int, 3, 4>(1_c).
template <element_type T, auto... Dims, axis_like A = integer<0>>
  requires(sizeof...(Dims) != 0)
constexpr auto iota(A axis = {}) {
  constexpr shape s = shape_of_dims<Dims...>;
  return emit_later<iota_t, iota_t::params{static_cast<i32>(detail::axes_in(s.rank, axis)[0]), dtype_of<T>, s}>();
}
/// first, first + step, ... below stop: arange<5>(), arange<2, 10>(), arange<double, 10, 0, -2>().
template <element_type T, i64 First, i64... Rest>
  requires(sizeof...(Rest) <= 2)
constexpr auto arange() {
  constexpr i64 at[] = {First, Rest..., 1};
  if constexpr (sizeof...(Rest) == 0) return detail::counted_from<T, 0, First, 1>();
  else return detail::counted_from<T, First, at[1], at[2]>();
}
template <i64 First, i64... Rest>
constexpr auto arange() {
  return arange<int, First, Rest...>();
}

} // namespace constax::inline CONSTAX_TAG
