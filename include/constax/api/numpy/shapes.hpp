// SPDX-License-Identifier: BSL-1.0
#pragma once
// shapes: the same elements in another shape. reshape, ravel, expand_dims, squeeze, transpose, swapaxes, flip, broadcast_to, tile
#include <constax/api/numpy/axes.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// dims with -1 replaced by what is left of s' elements.
constexpr shape fill_in(shape const& s, shape dims) {
  if (dims.overflowed()) return dims;
  int hole = -1;
  bool used[max_rank] = {};
  i64 have = 1, given = 1;
  for (int d = 0; d < s.rank; ++d)
    if (s[d].is_number()) have *= s[d].number;
  for (int i = 0; i < dims.rank; ++i) {
    if (dims[i] == extent(-1)) hole = i;
    else if (dims[i].is_number()) given *= dims[i].number;
    else
      for (int d = 0; d < s.rank; ++d)
        if (!used[d] && s[d] == dims[i]) {
          used[d] = true;
          break;
        }
  }
  if (hole < 0) return dims;
  extent left = 1;
  for (int d = 0; d < s.rank; ++d)
    if (!s[d].is_number() && !used[d]) left = left == extent(1) ? s[d] : extent(extent::overflow);
  dims[hole] = given == 0 || have % given ? extent(-1) : left * (have / given);
  return dims;
}
/// s with an axis of length 1 at that place of the result, negative ones counted from its end. No such place: refused by the type rule.
constexpr broadcast_in_dim_t::params with_new_axis(shape const& s, i64 given) {
  broadcast_in_dim_t::params q;
  i64 const at = given < 0 ? given + s.rank + 1 : given;
  for (int d = 0, k = 0; d <= s.rank; ++d) {
    if (d == at) q.to.push(1);
    else if (k < s.rank) q.to.push(s[k++]), q.dims.push(d);
  }
  if (at < 0 || at > s.rank) q.dims.push(given);
  return q;
}
constexpr axes unit_axes(shape const& s) {
  axes a;
  for (int d = 0; d < s.rank; ++d)
    if (s[d] == extent(1)) a.push(d);
  return a;
}
constexpr axes reversed_axes(int rank) {
  axes a;
  for (int d = rank; d-- > 0;) a.push(d);
  return a;
}
/// All axes, i and j exchanged; one that is none is refused by the type rule.
constexpr axes exchanged_axes(int rank, int i, int j) {
  axes a = every_axis(rank);
  if (i < 0 || i >= rank || j < 0 || j >= rank) a.at[0] = i < 0 || i >= rank ? i : j;
  else std::swap(a.at[i], a.at[j]);
  return a;
}
} // namespace detail

/// The same elements in row-major order: reshape<3, 2>(x); one length may be -1: what is left.
template <auto... Dims, tracing X>
  requires(sizeof...(Dims) != 0)
constexpr auto reshape(X const& x) {
  constexpr shape to = detail::fill_in(X::aval.shape, shape_of_dims<Dims...>);
  if constexpr (to == X::aval.shape) return x;
  else return emit<reshape_t, reshape_t::params{to}>(x);
}
template <tracing X, integral_number... D>
  requires(sizeof...(D) != 0)
constexpr auto reshape(X const& x, D...) {
  return reshape<static_cast<i64>(D::value)...>(x);
}
/// All elements in one axis.
template <traced_value X> constexpr auto ravel(X const& x) { return reshape<-1>(x); }
/// x with a new axis of length 1 at that place of the result.
template <tracing X, integral_number A> constexpr auto expand_dims(X const& x, A) {
  constexpr auto p = detail::with_new_axis(X::aval.shape, static_cast<i64>(A::value));
  return emit<broadcast_in_dim_t, p>(x);
}
/// x without the given axes, or without all axes, of length 1.
template <tracing X, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto squeeze(X const& x, A... axis) {
  constexpr axes gone = [] {
    if constexpr (sizeof...(A) != 0) {
      axes const over = detail::axes_of<X>(A{}...);
      return detail::has_axes<X, A...> ? over : axes{};
    } else return detail::unit_axes(X::aval.shape);
  }();
  ((void)axis, ...);
  if constexpr (gone.size() == 0) return x;
  else return emit<squeeze_t, squeeze_t::params{gone}>(x);
}
/// Axes in reverse order.
template <tracing X>
constexpr auto transpose(X const& x) {
  constexpr auto p = detail::reversed_axes(X::rank());
  if constexpr (X::rank() < 2) return x;
  else return emit<transpose_t, transpose_t::params{p}>(x);
}
/// Axis d of the result is axis Axes[d] of x: transpose(x, axes_c<2, 0, 1>).
template <tracing X, i64... Axes>
constexpr auto transpose(X const& x, detail::axes_constant<Axes...>) {
  return emit<transpose_t, transpose_t::params{axes{(Axes < 0 && Axes >= -X::rank() ? Axes + X::rank() : Axes)...}}>(x);
}
/// x with two axes exchanged.
template <tracing X, axis_like A, axis_like B>
constexpr auto swapaxes(X const& x, A, B) {
  constexpr auto p = detail::exchanged_axes(X::rank(), detail::axis_of<X>(A{}), detail::axis_of<X>(B{}));
  return emit<transpose_t, transpose_t::params{p}>(x);
}
/// x backwards along axes, or along all.
template <tracing X, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto flip(X const& x, A... axis) {
  constexpr axes over = detail::axes_of<X>(A{}...);
  ((void)axis, ...);
  if constexpr (over.size() == 0) return x;
  else return emit<rev_t, rev_t::params{over}>(x);
}
/// x broadcast to a shape: broadcast_to<4, 3>(x).
template <auto... Dims, tracing X>
constexpr auto broadcast_to(X const& x) {
  constexpr shape to = shape_of_dims<Dims...>;
  if constexpr (to == X::aval.shape) return x;
  else {
    constexpr auto dims = detail::last_axes(X::rank(), to.rank);
    return emit<broadcast_in_dim_t, broadcast_in_dim_t::params{to, dims}>(x);
  }
}

namespace detail {
/// Elements From ... To - 1 along an axis, counted from its beginning.
template <int Axis, extent From, extent To, class X>
constexpr auto sliced(X const& x) {
  constexpr auto p = [] {
    slice_t::params q;
    for (int d = 0; d < X::rank(); ++d)
      q.start_indices.push(d == Axis ? From : extent(0)), q.limit_indices.push(d == Axis ? To : X::aval.shape[d]), q.strides.push(1);
    return q;
  }();
  if constexpr (From == extent(0) && To == X::aval.shape[Axis]) return x;
  else return emit<slice_t, p>(x);
}
} // namespace detail

namespace detail {
/// Elements several times: spread along new axes, which then are one with others.
struct spread_and_merged {
  broadcast_in_dim_t::params spread;
  shape merged;
};
constexpr spread_and_merged plan_of_tiles(shape const& s, range<i64> reps) {
  int const n = static_cast<int>(reps.size()), rank = n > s.rank ? n : s.rank;
  spread_and_merged q;
  for (int d = 0; d < rank; ++d) {
    i64 const times = d - (rank - n) >= 0 ? reps[static_cast<u32>(d - (rank - n))] : 1;
    int const from = d - (rank - s.rank);
    extent length = 1;
    if (from >= 0) length = s[from];
    if (times != 1) q.spread.to.push(extent(times));
    if (from >= 0) q.spread.dims.push(q.spread.to.rank), q.spread.to.push(length);
    else if (times == 1) q.spread.to.push(1);
    q.merged.push(length * times);
  }
  return q;
}
} // namespace detail
/// x repeated: tile<2, 3>(x) twice along the last axis but one, three times along the last.
template <i64... Reps, tracing X>
constexpr auto tile(X const& x) {
  constexpr detail::spread_and_merged p = [] {
    constexpr i64 reps[] = {Reps...};
    return detail::plan_of_tiles(X::aval.shape, {reps, sizeof...(Reps)});
  }();
  auto const spread = emit<broadcast_in_dim_t, p.spread>(x);
  if constexpr (p.merged == p.spread.to || p.spread.to.overflowed()) return spread;
  else return emit<reshape_t, reshape_t::params{p.merged}>(spread);
}

} // namespace constax::inline CONSTAX_TAG
