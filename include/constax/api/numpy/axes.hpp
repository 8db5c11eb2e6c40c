// SPDX-License-Identifier: BSL-1.0
#pragma once
// axes: 0_c, -1_c, axes_c<0, 1> or nothing at all -> the axes of an X that are meant
#include <constax/api/index.hpp>

namespace constax::inline CONSTAX_TAG {

/// What may be written for an axis: 0_c, axes_c<0, 1>; and plain integers, which have a sentence of their own. A bool is none.
template <class A>
concept axis_like = detail::is_axes<A> || integer_number<A>;

namespace detail {
/// What may be written for counts: 2_c, axes_c<1, 0, 3>.
template <class A>
concept counts_in_type = is_axes<A> && !std::is_same_v<A, axes_list>;

/// Axes in a type, where static tracers need them; dynamic ones take a value. What is written once for both asks neither.
template <axes Over> struct known_axes {
  static constexpr int size() { return Over.size(); }
};
template <class X, class... A> constexpr auto axes_meant([[maybe_unused]] X const& x, A const&... axis) {
  if constexpr (is_dynamic<X>) return dynamic_axes(x, axis...);
  else {
    constexpr axes over = axes_of<X>(A{}...);
    return known_axes<over>{};
  }
}
/// A primitive whose parameters are axes.
template <class P, axes Over, class... X> constexpr auto emit_along(known_axes<Over>, X const&... x) {
  return emit<P, params_of<P>{Over}>(x...);
}
template <class P, class... X> dynamic_tracer emit_along(axes const& over, X const&... x); // runtime/functions.hpp

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
