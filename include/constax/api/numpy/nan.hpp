// SPDX-License-Identifier: BSL-1.0
#pragma once
// nan: reductions of what is a number; nan counts for nothing, and has derivative 0. nansum, nanprod, nanmean, nanvar, nanstd, nanmax,
// nanmin, nanargmax, ...
#include <constax/api/numpy/comparisons.hpp>
#include <constax/api/numpy/cumulative.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// x with v in the place of nan.
template <class X, class V> constexpr auto without_nan(X const& x, V v) {
  if constexpr (is_dynamic<X>) return x.type().floating() ? X(select_n(isnan(x), x, v)) : x;
  else if constexpr (floating_element<typename X::value_type>) return select_n(isnan(x), x, v);
  else return x;
}
template <class X, class... A> constexpr auto numbers_in(X const& x, A... axis) {
  return astype_like(x, sum(not_(isnan(x)), axis...));
}
/// y where there is a number at all, else nan.
template <class X, class Y, class... A> constexpr auto unless_all_nan(X const& x, Y const& y, A... axis) {
  if constexpr (is_dynamic<X>)
    return x.type().floating() ? Y(select_n(all(isnan(x), axis...), y, std::numeric_limits<double>::quiet_NaN())) : y;
  else if constexpr (floating_element<typename X::value_type>)
    return select_n(all(isnan(x), axis...), y, std::numeric_limits<typename X::value_type>::quiet_NaN());
  else return y;
}
} // namespace detail

/// Sum, product of what is not nan, of all elements or along axes; of nothing 0 and 1.
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto nansum(X const& x, A... axis) { return sum(detail::without_nan(x, 0), axis...); }
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto nanprod(X const& x, A... axis) { return prod(detail::without_nan(x, 1), axis...); }
/// Mean, variance, its root; of nothing nan.
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto nanmean(X const& x, A... axis) {
  return detail::through_floats(x, [=](auto const& y) { return nansum(y, axis...) / detail::numbers_in(y, axis...); });
}
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto nanvar(X const& x, A... axis) {
  return detail::through_floats(x, [=](auto const& y) {
    auto const over = detail::axes_meant(y, axis...);
    auto const d = detail::without_nan(y, 0) - detail::repeated_along(y, over, nanmean(y, axis...));
    return sum(square(select_n(isnan(y), d, 0)), axis...) / detail::numbers_in(y, axis...);
  });
}
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1)
constexpr auto nanstd(X const& x, A... axis) {
  return detail::through_floats(x, [=](auto const& y) { return sqrt(nanvar(y, axis...)); });
}
/// The largest, smallest number; of nothing nan.
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto nanmax(X const& x, A... axis) {
  return detail::unless_all_nan(
      x, detail::reduce_along<reduce_max_t>(detail::without_nan(x, -std::numeric_limits<double>::infinity()), axis...), axis...);
}
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto nanmin(X const& x, A... axis) {
  return detail::unless_all_nan(
      x, detail::reduce_along<reduce_min_t>(detail::without_nan(x, std::numeric_limits<double>::infinity()), axis...), axis...);
}
namespace detail {
template <class X, class Y, class... A> constexpr auto place_or_none(X const& x, Y const& y, A... axis) {
  if constexpr (is_dynamic<X>) return x.type().floating() ? Y(select_n(all(isnan(x), axis...), y, -1)) : y;
  else if constexpr (floating_element<typename X::value_type>) return select_n(all(isnan(x), axis...), y, -1);
  else return y;
}
} // namespace detail
/// Its place; of nothing -1.
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto nanargmax(X const& x, A... axis) {
  return detail::place_or_none(x, argmax(detail::without_nan(x, -std::numeric_limits<double>::infinity()), axis...), axis...);
}
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto nanargmin(X const& x, A... axis) {
  return detail::place_or_none(x, argmin(detail::without_nan(x, std::numeric_limits<double>::infinity()), axis...), axis...);
}
/// cumsum, cumprod with 0, 1 in the place of nan.
template <traced_value X, class... Options> constexpr auto nancumsum(X const& x, Options... options) {
  return cumsum(detail::without_nan(x, 0), options...);
}
template <traced_value X, class... Options> constexpr auto nancumprod(X const& x, Options... options) {
  return cumprod(detail::without_nan(x, 1), options...);
}

} // namespace constax::inline CONSTAX_TAG
