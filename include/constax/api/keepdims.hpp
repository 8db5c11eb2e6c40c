// SPDX-License-Identifier: BSL-1.0
#pragma once
// keepdims : x, axes, a reduction of x along them -> the same with these axes of length 1        sum(x, 1_c, cx::keepdims)
//
//   x / cx::sum(x, 1_c, cx::keepdims)      rows that add up to 1: the result broadcasts against x
#include <constax/api/norms.hpp>
#include <constax/api/numpy.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

constexpr shape with_units(shape s, axes const& over) {
  for (i64 d : over) s[static_cast<int>(d)] = extent(1);
  return s;
}
/// y, a reduction of x along these axes, with axes of length 1 in their places.
template <class X, axes Over, class Y> constexpr auto kept_along(X const&, known_axes<Over>, Y const& y) {
  return emit<broadcast_in_dim_t, broadcast_in_dim_t::params{with_units(X::aval.shape, Over), kept_axes(X::rank(), Over)}>(y);
}
template <class X, class Y> dynamic_tracer kept_along(X const& x, axes const& over, Y const& y); // runtime/functions.hpp

} // namespace detail

/// reduction(x), reduction(x, axis), with axes of length 1.
template <class F, class X> constexpr auto keeping_axes(F const& reduction, X const& x, keepdims_t) {
  return detail::kept_along(x, detail::axes_meant(x), reduction(x));
}
template <class F, class X, axis_like A> constexpr auto keeping_axes(F const& reduction, X const& x, A axis, keepdims_t) {
  auto const y = reduction(x, axis); // a wrong axis is refused here
  return detail::kept_along(x, detail::axes_meant(x, axis), y);
}

// max and min are objects, which ask for keeping_axes themselves.
#define CONSTAX_KEEPDIMS(name) \
  template <traced_value X> constexpr auto name(X const& x, keepdims_t keep) { \
    return keeping_axes([](auto const&... a) { return name(a...); }, x, keep); \
  } \
  template <traced_value X, axis_like A> constexpr auto name(X const& x, A axis, keepdims_t keep) { \
    return keeping_axes([](auto const&... a) { return name(a...); }, x, axis, keep); \
  }
CONSTAX_KEEPDIMS(sum)
CONSTAX_KEEPDIMS(prod)
CONSTAX_KEEPDIMS(mean)
CONSTAX_KEEPDIMS(amax)
CONSTAX_KEEPDIMS(amin)
CONSTAX_KEEPDIMS(any)
CONSTAX_KEEPDIMS(all)
CONSTAX_KEEPDIMS(argmax)
CONSTAX_KEEPDIMS(argmin)
CONSTAX_KEEPDIMS(logsumexp)
CONSTAX_KEEPDIMS(norm)
CONSTAX_KEEPDIMS(var)
CONSTAX_KEEPDIMS(std_)
CONSTAX_KEEPDIMS(median)
CONSTAX_KEEPDIMS(ptp)
CONSTAX_KEEPDIMS(count_nonzero)
CONSTAX_KEEPDIMS(average)
CONSTAX_KEEPDIMS(nansum)
CONSTAX_KEEPDIMS(nanprod)
CONSTAX_KEEPDIMS(nanmean)
CONSTAX_KEEPDIMS(nanmax)
CONSTAX_KEEPDIMS(nanmin)
CONSTAX_KEEPDIMS(nanvar)
CONSTAX_KEEPDIMS(nanstd)
#undef CONSTAX_KEEPDIMS

} // namespace constax::inline CONSTAX_TAG
