// SPDX-License-Identifier: BSL-1.0
#pragma once
// quotients: remainder, mod, floor_divide, divmod of dynamic tracers: api/numpy/arithmetic.hpp, by dtypes that are known at run time.
#include <constax/runtime/functions.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// One of two is a dynamic tracer, the other traced or a number.
template <class X, class Y>
concept late_pair = (dynamic_tracing<X> || dynamic_tracing<Y>)&&(traced_value<X> || number<X>)&&(traced_value<Y> || number<Y>);
} // namespace detail

template <class X, class Y>
requires detail::late_pair<X, Y> dynamic_tracer remainder(X const& x, Y const& y) {
  dynamic_tracer const r = rem(x, y);
  if (!info(r.type().type).is_signed) return r;
  return select_n(detail::rounds_up(r, y), r, r + y);
}
template <class X, class Y>
requires detail::late_pair<X, Y> dynamic_tracer mod(X const& x, Y const& y) { return remainder(x, y); }
template <class X, class Y>
requires detail::late_pair<X, Y> dynamic_tracer floor_divide(X const& x, Y const& y) {
  dtype const t = detail::dtype_among(x, y);
  if (!info(t).is_signed) return div(x, y);
  dynamic_tracer const r = rem(x, y), below = detail::rounds_up(r, y);
  if (!info(t).floating) {
    dynamic_tracer const q = div(x, y);
    return select_n(below, q, q - 1);
  }
  dynamic_tracer const q = select_n(eq(y, 0), x - r, x) / y;
  return round(select_n(below, q, q - 1));
}
template <class X, class Y>
requires detail::late_pair<X, Y>
auto divmod(X const& x, Y const& y) { return std::tuple{floor_divide(x, y), remainder(x, y)}; }

} // namespace constax::inline CONSTAX_TAG
