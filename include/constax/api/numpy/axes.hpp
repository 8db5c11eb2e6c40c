// SPDX-License-Identifier: BSL-1.0
#pragma once
// axes: 0_c, -1_c, axes_c<0, 1> or nothing at all -> the axes of an X that are meant
#include <constax/api/index.hpp>

namespace constax::inline CONSTAX_TAG {

/// What may be written for an axis: 0_c, axes_c<0, 1>; and plain integers, which have a sentence of their own.
template <class A>
concept axis_like = detail::is_axes<A> || std::is_integral_v<A>;

namespace detail {

template <class X, class... A>
constexpr axes axes_of(A const&...) {
  if constexpr (sizeof...(A) == 0) return every_axis(X::rank());
  else return axes_in(X::rank(), A{}...);
}
template <class X, class A>
constexpr int axis_of(A) {
  return static_cast<int>(axes_in(X::rank(), A{})[0]);
}

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
