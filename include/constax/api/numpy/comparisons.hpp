// SPDX-License-Identifier: BSL-1.0
#pragma once
// comparisons: what a number is, and whether arrays agree. isnan, isinf, isposinf, isneginf, isclose, allclose, array_equal, array_equiv
#include <constax/api/numpy/arithmetic.hpp>

namespace constax::inline CONSTAX_TAG {

/// bool per element. Integers are neither.
template <traced_value X> constexpr auto isnan(X const& x) { return ne(x, x); }
template <traced_value X> constexpr auto isposinf(X const& x) {
  if constexpr (is_dynamic<X>) return x.type().floating() ? eq(x, std::numeric_limits<double>::infinity()) : ne(x, x);
  else if constexpr (floating_element<typename X::value_type>) return eq(x, std::numeric_limits<double>::infinity());
  else return ne(x, x);
}
template <traced_value X> constexpr auto isneginf(X const& x) {
  if constexpr (is_dynamic<X>) return x.type().floating() ? eq(x, -std::numeric_limits<double>::infinity()) : ne(x, x);
  else if constexpr (floating_element<typename X::value_type>) return eq(x, -std::numeric_limits<double>::infinity());
  else return ne(x, x);
}
template <traced_value X> constexpr auto isinf(X const& x) {
  if constexpr (is_dynamic<X>) return x.type().floating() ? eq(abs(x), std::numeric_limits<double>::infinity()) : ne(x, x);
  else if constexpr (floating_element<typename X::value_type>) return isposinf(abs(x));
  else return ne(x, x);
}
/// An option of isclose and allclose: nan is near nan.
struct equal_nan_t {};
inline constexpr equal_nan_t equal_nan{};

namespace detail {
template <class A, class B, class R, class T, class... O> constexpr auto near(A const& a, B const& b, R const& rtol, T const& atol, O...) {
  auto const within = and_(le(abs(a - b), atol + rtol * abs(b)), and_(is_finite(a), is_finite(b)));
  auto const same = or_(within, eq(a, b));
  if constexpr (sizeof...(O) == 0) return same;
  else return or_(same, and_(isnan(a), isnan(b)));
}
template <class A, class B, class... O> constexpr auto all_equal(A const& a, B const& b, O...) {
  if constexpr (sizeof...(O) == 0) return all(eq(a, b));
  else return all(or_(eq(a, b), and_(isnan(a), isnan(b))));
}
template <class X, class Y, class... O>
dynamic_tracer all_equal_dynamic(bool broadcast, X const& x, Y const& y, O... o); // runtime/elements.hpp
} // namespace detail

/// |x - y| <= atol + rtol |y|; what is infinite is near itself alone.
template <class X, class Y, class R = double, class A = double, class... O>
requires(detail::some_late_or_traced<X, Y> && (std::is_same_v<O, equal_nan_t> && ...))
constexpr auto isclose(X const& x, Y const& y, R const& rtol = 1e-5, A const& atol = 1e-8, O... o) {
  if constexpr (dynamic_tracing<X> || dynamic_tracing<Y>)
    return detail::broadcast_both(x, y, [&](auto const& a, auto const& b) {
      dtype const t = a.type().type;
      return t == dtype::boolean     ? eq(a, b)
             : !info(t).floating ? detail::near(astype<double>(a), astype<double>(b), rtol, atol, o...)
                                 : detail::near(a, b, rtol, atol, o...);
    });
  else {
    using T = detail::scalar_type<X, Y>;
    if constexpr (std::is_same_v<T, bool>) return eq(x, y);
    else if constexpr (!floating_element<T>) return isclose(cast<double>(x), cast<double>(y), rtol, atol);
    else return detail::broadcast_both(x, y, [&](auto const& a, auto const& b) { return detail::near(a, b, rtol, atol, o...); });
  }
}
template <class X, class Y, class R = double, class A = double, class... O>
requires(detail::some_late_or_traced<X, Y> && (std::is_same_v<O, equal_nan_t> && ...))
constexpr auto allclose(X const& x, Y const& y, R const& rtol = 1e-5, A const& atol = 1e-8, O... o) {
  return all(isclose(x, y, rtol, atol, o...));
}
/// Whether shapes and all elements are equal; arrays of several shapes are not.
template <traced_value X, traced_value Y, class... O>
requires(std::is_same_v<O, equal_nan_t>&&...) constexpr auto array_equal(X const& x, Y const& y, O... o) {
  if constexpr (is_dynamic<X> || is_dynamic<Y>) return detail::all_equal_dynamic(false, x, y, o...);
  else if constexpr (!(X::aval.shape == Y::aval.shape)) return full<bool>(false);
  else return detail::all_equal(x, y, o...);
}
/// The same of shapes that broadcast.
template <traced_value X, traced_value Y> constexpr auto array_equiv(X const& x, Y const& y) {
  if constexpr (is_dynamic<X> || is_dynamic<Y>) return detail::all_equal_dynamic(true, x, y);
  else if constexpr (!detail::broadcast_avals(X::aval, Y::aval).ok) return full<bool>(false);
  else return all(eq(x, y));
}

} // namespace constax::inline CONSTAX_TAG
