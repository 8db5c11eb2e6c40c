// SPDX-License-Identifier: BSL-1.0
#pragma once
// astype, cast : x -> x with elements of another type
#include <constax/api/index.hpp>

namespace constax::inline CONSTAX_TAG {

/// x with elements of type T.
template <element_type T, traced_value X> constexpr auto astype(X const& x) {
  if constexpr (is_dynamic<X>) return x.type().type == dtype_of<T> ? x : emit_dynamic<convert_element_type_t>({dtype_of<T>}, x);
  else if constexpr (std::is_same_v<T, typename X::value_type>) return x;
  else return emit<convert_element_type_t, convert_element_type_t::params{dtype_of<T>}>(x);
}
/// A number or a tracer as T: how a double enters code of floats.
template <element_type T, class X>
constexpr auto cast(X const& x) {
  if constexpr (traced_value<X> || is_lazy<X>) return astype<T>(x);
  else return convert<element_of<dtype_of<T>>>(static_cast<element_of<dtype_of<X>>>(x));
}
template <element_type T, number X> constexpr auto astype(X const& x) { return cast<T>(x); }

namespace detail {
template <class X, class Y> dynamic_tracer astype_dynamic(X const& x, Y const& y); // runtime/functions.hpp
/// y with elements of x's type.
template <class X, class Y> constexpr auto astype_like([[maybe_unused]] X const& x, Y const& y) {
  if constexpr (is_dynamic<X>) return astype_dynamic(x, y);
  else return astype<typename X::value_type>(y);
}
} // namespace detail

} // namespace constax::inline CONSTAX_TAG
