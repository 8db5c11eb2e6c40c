// SPDX-License-Identifier: BSL-1.0
#pragma once
// comparisons: what a number is, and whether arrays agree. isnan, isinf, isposinf, isneginf, isclose, allclose, array_equal, array_equiv
#include <constax/api/numpy/arithmetic.hpp>

namespace constax::inline CONSTAX_TAG {

/// bool per element. Integers are neither.
template <traced_value X> constexpr auto isnan(X const& x) { return ne(x, x); }
template <traced_value X> constexpr auto isposinf(X const& x) {
  if constexpr (is_dynamic<X>) return x.type().floating() ? eq(x, std::numeric_limits<double>::infinity()) : ne(x, x);
  else if constexpr (std::is_floating_point_v<typename X::value_type>) return eq(x, std::numeric_limits<double>::infinity());
  else return ne(x, x);
}
template <traced_value X> constexpr auto isneginf(X const& x) {
  if constexpr (is_dynamic<X>) return x.type().floating() ? eq(x, -std::numeric_limits<double>::infinity()) : ne(x, x);
  else if constexpr (std::is_floating_point_v<typename X::value_type>) return eq(x, -std::numeric_limits<double>::infinity());
  else return ne(x, x);
}
template <traced_value X> constexpr auto isinf(X const& x) {
  if constexpr (is_dynamic<X>) return x.type().floating() ? eq(abs(x), std::numeric_limits<double>::infinity()) : ne(x, x);
  else if constexpr (std::is_floating_point_v<typename X::value_type>) return isposinf(abs(x));
  else return ne(x, x);
}
/// An option of isclose and allclose: nan is near nan.
struct equal_nan_t {};
inline constexpr equal_nan_t equal_nan{};

/// |x - y| <= atol + rtol |y|; what is infinite is near itself alone.
template <class X, class Y, class R = double, class A = double, class... O>
requires(detail::some_traced<X, Y> && (std::is_same_v<O, equal_nan_t> && ...)) constexpr auto isclose(X const& x, Y const& y,
                                                                                                      R const& rtol = 1e-5,
                                                                                                      A const& atol = 1e-8, O...) {
  using T = detail::scalar_type<X, Y>;
  if constexpr (!std::is_floating_point_v<T>) {
    if constexpr (std::is_same_v<T, bool>) return eq(x, y);
    else return isclose(cast<double>(x), cast<double>(y), rtol, atol);
  } else
    return detail::broadcast_both(x, y, [&](auto const& a, auto const& b) {
      auto const near = and_(le(abs(a - b), atol + rtol * abs(b)), and_(is_finite(a), is_finite(b)));
      auto const same = or_(near, eq(a, b));
      if constexpr (sizeof...(O) == 0) return same;
      else return or_(same, and_(isnan(a), isnan(b)));
    });
}
template <class X, class Y, class R = double, class A = double, class... O>
requires(detail::some_traced<X, Y> && (std::is_same_v<O, equal_nan_t> && ...)) constexpr auto allclose(X const& x, Y const& y,
                                                                                                       R const& rtol = 1e-5,
                                                                                                       A const& atol = 1e-8, O... o) {
  return all(isclose(x, y, rtol, atol, o...));
}
/// Whether shapes and all elements are equal; arrays of several shapes are not.
template <tracing X, tracing Y, class... O>
requires(std::is_same_v<O, equal_nan_t>&&...) constexpr auto array_equal(X const& x, Y const& y, O...) {
  if constexpr (!(X::aval.shape == Y::aval.shape)) return full<bool>(false);
  else if constexpr (sizeof...(O) == 0) return all(eq(x, y));
  else return all(or_(eq(x, y), and_(isnan(x), isnan(y))));
}
/// The same of shapes that broadcast.
template <tracing X, tracing Y> constexpr auto array_equiv(X const& x, Y const& y) {
  if constexpr (!detail::broadcast_avals(X::aval, Y::aval).ok) return full<bool>(false);
  else return all(eq(x, y));
}

} // namespace constax::inline CONSTAX_TAG
