// SPDX-License-Identifier: BSL-1.0
#pragma once
// beside_numbers: a number where a function of dynamic tracers takes an array, of the tracer's dtype: append(x, 2.0), isin(x, 3), dot(x,
// 0.5); and where it takes lengths or places: tile(x, 2), reshape(x, 6), take(x, 1).
#include <constax/runtime/matrices.hpp>
#include <constax/runtime/places.hpp>

namespace constax::inline CONSTAX_TAG {

#define CONSTAX_BESIDE_NUMBER(name) \
  template <dynamic_tracing X, number Y, class... Options> auto name(X const& x, Y y, Options const&... options) { \
    return name(x, detail::dynamic_in(y, x.type().type), options...); \
  } \
  template <number X, dynamic_tracing Y, class... Options> auto name(X x, Y const& y, Options const&... options) { \
    return name(detail::dynamic_in(x, y.type().type), y, options...); \
  }
CONSTAX_BESIDE_NUMBER(append)
CONSTAX_BESIDE_NUMBER(array_equal)
CONSTAX_BESIDE_NUMBER(array_equiv)
CONSTAX_BESIDE_NUMBER(dot)
CONSTAX_BESIDE_NUMBER(inner)
CONSTAX_BESIDE_NUMBER(isin)
CONSTAX_BESIDE_NUMBER(kron)
CONSTAX_BESIDE_NUMBER(outer)
#undef CONSTAX_BESIDE_NUMBER

template <dynamic_tracing X, integer_number N> dynamic_tracer tile(X const& x, N times) { return tile(x, {static_cast<i64>(times)}); }
template <dynamic_tracing X, std::integral N> dynamic_tracer reshape(X const& x, N length) {
  return reshape(x, {static_cast<i64>(length)});
}
/// The element at a place of all elements in row-major order.
template <dynamic_tracing X, integer_number I> dynamic_tracer take(X const& x, I place) { return take(ravel(x), place, 0); }

} // namespace constax::inline CONSTAX_TAG
