// SPDX-License-Identifier: BSL-1.0
#pragma once
// shape_lists: functions of shapes with lists in braces, of dynamic tracers and of ndarrays: flip(x, {0, 1}), expand_dims(x, {0, 2}),
// roll(x, {1, 2}, {0, 1}), repeat(x, {1, 2, 3}), split(x, {1, 3}), tensordot(x, y, {1}, {0}). Of static tracers lists are parts of types,
// cx::axes_c<0, 1>.
#include <constax/api/axes_lists.hpp>
#include <constax/runtime/eager_lists.hpp>
#include <constax/runtime/matrices.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <class X>
concept takes_lists = dynamic_tracing<X> || is_ndarray<X>;
/// f(x, more...) of a dynamic tracer, or of ndarrays, at once.
template <class F, class X, class... More> auto with_lists(F const& f, X const& x, More const&... more) {
  if constexpr (is_ndarray<X>) return eagerly_late(f, x, more...);
  else return f(x, more...);
}
} // namespace detail

#define CONSTAX_AXES_LISTED(name)                                                                   \
  template <detail::takes_lists X> auto name(X const& x, std::initializer_list<i64> axes) {         \
    return detail::with_lists([l = detail::listed(axes)](auto const& y) { return name(y, l); }, x); \
  }
CONSTAX_AXES_LISTED(flip)
CONSTAX_AXES_LISTED(squeeze)
#undef CONSTAX_AXES_LISTED
template <detail::takes_lists X> auto permute_dims(X const& x, std::initializer_list<i64> order) { return transpose(x, order); }
/// x with new axes of length 1 at these places of the result.
template <detail::takes_lists X> auto expand_dims(X const& x, std::initializer_list<i64> places) {
  auto const wider = [places](dynamic_tracer y) {
    int const rank = y.rank() + static_cast<int>(places.size());
    for (i64 at : detail::axes_in(rank, axes(places))) y = expand_dims(y, at);
    return y;
  };
  return detail::with_lists(wider, x);
}
template <detail::takes_lists X>
auto moveaxis(X const& x, std::initializer_list<i64> from, std::initializer_list<i64> to) {
  return detail::with_lists([=](auto const& y) { return moveaxis(y, detail::listed(from), detail::listed(to)); }, x);
}
/// roll(x, {1, 2}, {0, 1}), roll(x, 1, {0, 1}).
template <detail::takes_lists X>
auto roll(X const& x, std::initializer_list<i64> shifts, std::initializer_list<i64> over) {
  return detail::with_lists([=](auto const& y) { return roll(y, detail::listed(shifts), detail::listed(over)); }, x);
}
template <detail::takes_lists X, integer_number N> auto roll(X const& x, N shift, std::initializer_list<i64> over) {
  return detail::with_lists([=](auto const& y) { return roll(y, shift, detail::listed(over)); }, x);
}
template <detail::takes_lists X> auto rot90(X const& x, i64 times, std::initializer_list<i64> plane) {
  return detail::with_lists([=](auto const& y) { return rot90(y, times, detail::listed(plane)); }, x);
}
/// Each element, or row along an axis, as often as the list says.
template <detail::takes_lists X> auto repeat(X const& x, std::initializer_list<i64> times) {
  return detail::with_lists([times](dynamic_tracer const& y) { return detail::repeated_dynamic(ravel(y), 0, times); }, x);
}
template <detail::takes_lists X, axis_like A> auto repeat(X const& x, std::initializer_list<i64> times, A axis) {
  auto const repeated = [=](dynamic_tracer const& y) { return detail::repeated_dynamic(y, detail::dynamic_axis(y.rank(), axis), times); };
  return detail::with_lists(repeated, x);
}
/// The parts before, between and behind these places, as a std::vector.
template <detail::takes_lists X, axis_like A = integer<0>> auto split(X const& x, std::initializer_list<i64> places, A axis = {}) {
  auto const parts = [=](dynamic_tracer const& y) { return detail::split_dynamic<true>(y, places, detail::dynamic_axis(y.rank(), axis)); };
  return detail::with_lists(parts, x);
}
template <detail::takes_lists X, axis_like A = integer<0>> auto array_split(X const& x, std::initializer_list<i64> places, A axis = {}) {
  return split(x, places, axis);
}
/// Summed over axes a of x and b of y.
template <detail::takes_lists X, detail::takes_lists Y>
auto tensordot(X const& x, Y const& y, std::initializer_list<i64> a, std::initializer_list<i64> b) {
  auto const product = [=](auto const& p, auto const& q) { return tensordot(p, q, detail::listed(a), detail::listed(b)); };
  if constexpr (detail::is_ndarray<X> && detail::is_ndarray<Y>) return detail::eagerly_late(product, x, y);
  else return product(detail::as_traced(x), detail::as_traced(y));
}

} // namespace constax::inline CONSTAX_TAG
