// SPDX-License-Identifier: BSL-1.0
#pragma once
// rearrange: elements in another order, or several times. moveaxis, rot90, flipud, fliplr, atleast_1d, roll, repeat, delete_, insert,
// append
#include <constax/api/at.hpp>
#include <constax/api/numpy/join.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// Axes in the order in which they are written, counted from the beginning.
template <i64... A> constexpr axes listed_axes(int rank, axes_constant<A...>) {
  axes a;
  ((a.push(A < 0 && A >= -rank ? A + rank : A)), ...);
  return a;
}
template <integral_number A> constexpr axes listed_axes(int rank, A) {
  return listed_axes(rank, axes_constant<static_cast<i64>(A::value)>{});
}
/// Indices that are counted from the beginning, and in bounds.
inline constexpr mode::tag<index_mode::promise_in_bounds, false> in_bounds{};
/// x(..., i, ...) with an array of them along one axis.
template <int Axis, class X, class I> constexpr auto gathered_along(X const& x, I const& i) {
  return [&]<std::size_t... D>(std::index_sequence<D...>) { return read_at(in_bounds, x, (static_cast<void>(D), slice())..., i); }
  (std::make_index_sequence<static_cast<std::size_t>(Axis)>{});
}
constexpr text not_moved(aval const& of) {
  text t;
  return t << "[constax] moveaxis: as many places are needed as axes of an operand of type " << of << " are moved, and each once";
}
template <class X, class A> struct says_moved_axes {
  constexpr text operator()() const { return not_moved(X::aval); }
};
} // namespace detail

namespace detail {
/// The order in which axes `from` stand at places `to`, the others in their own.
struct moved_axes {
  bool ok = true;
  axes order;
};
constexpr moved_axes plan_of_moved(int rank, axes const& from, axes const& to) {
  moved_axes q;
  q.ok = from.size() == to.size();
  for (int d = 0; d < rank; ++d) q.order.push(-1);
  for (int i = 0; q.ok && i < from.size(); ++i) {
    if (from[i] < 0 || from[i] >= rank || to[i] < 0 || to[i] >= rank || q.order[static_cast<int>(to[i])] >= 0 || q.order.contains(from[i]))
      q.ok = false;
    else q.order.at[to[i]] = from[i];
  }
  for (int d = 0, next = 0; q.ok && d < rank; ++d) {
    if (q.order[d] >= 0) continue;
    while (from.contains(next)) ++next;
    q.order.at[d] = next++;
  }
  return q;
}
} // namespace detail
/// x with axes at other places, the others in their order: moveaxis(x, 0_c, -1_c), moveaxis(x, axes_c<0, 1>, axes_c<-1, -2>).
template <tracing X, axis_like From, axis_like To> constexpr auto moveaxis(X const& x, From, To) {
  if constexpr (std::is_integral_v<From> || std::is_integral_v<To>) {
    expect_silence<detail::says_plain_axis<std::conditional_t<std::is_integral_v<From>, From, To>>>();
    return after_error<X>();
  } else {
    constexpr auto p = detail::plan_of_moved(X::rank(), detail::listed_axes(X::rank(), From{}), detail::listed_axes(X::rank(), To{}));
    if constexpr (!p.ok) {
      expect_silence<detail::says_moved_axes<X, From>>();
      return after_error<X>();
    } else if constexpr (p.order == detail::every_axis(X::rank())) return x;
    else return emit<transpose_t, transpose_t::params{p.order}>(x);
  }
}
/// Two axes turned by k right angles, from the first towards the second: rot90(x), rot90(x, 2_c, axes_c<1, 2>).
template <tracing X, integral_number K = integer<1>, axis_like A = detail::axes_constant<0, 1>>
constexpr auto rot90(X const& x, K = {}, A = {}) {
  constexpr axes two = detail::listed_axes(X::rank(), A{});
  static_assert(two.size() == 2, "[constax] rot90: a plane has two axes, cx::axes_c<0, 1>");
  constexpr i64 k = (static_cast<i64>(K::value) % 4 + 4) % 4;
  using First = integer<two[0]>;
  using Second = integer<two[1]>;
  if constexpr (k == 0) return x;
  else if constexpr (k == 1) return flip(swapaxes(x, First{}, Second{}), First{});
  else if constexpr (k == 2) return flip(flip(x, First{}), Second{});
  else return flip(swapaxes(x, First{}, Second{}), Second{});
}
/// Rows, columns in reverse order.
template <tracing X> constexpr auto flipud(X const& x) { return flip(x, integer<0>{}); }
template <tracing X> constexpr auto fliplr(X const& x) { return flip(x, integer<1>{}); }
/// The last two axes exchanged: x[..., j, i].
template <tracing X> constexpr auto matrix_transpose(X const& x) { return swapaxes(x, integer<-1>{}, integer<-2>{}); }
template <tracing X, i64... Axes> constexpr auto permute_dims(X const& x, detail::axes_constant<Axes...> order) {
  return transpose(x, order);
}

/// x with 1, 2, 3 axes or more: [], [n] become [1, n] and [1, n, 1], [n, m] becomes [n, m, 1].
template <tracing X> constexpr auto atleast_1d(X const& x) {
  if constexpr (X::rank() == 0) return expand_dims(x, integer<0>{});
  else return x;
}
template <tracing X> constexpr auto atleast_2d(X const& x) {
  if constexpr (X::rank() < 2) return expand_dims(atleast_1d(x), integer<0>{});
  else return x;
}
template <tracing X> constexpr auto atleast_3d(X const& x) {
  if constexpr (X::rank() < 3) return expand_dims(atleast_2d(x), integer<-1>{});
  else return x;
}

namespace detail {
constexpr i64 shift_around(i64 shift, extent const& n) {
  if (!n.is_number()) return shift;
  return n.number == 0 ? 0 : (shift % n.number + n.number) % n.number;
}
template <int Axis, i64 Shift, class X> constexpr auto rolled(X const& x) {
  constexpr extent n = X::aval.shape[Axis];
  constexpr i64 shift = shift_around(Shift, n);
  if constexpr (shift == 0) return x;
  else {
    constexpr extent at = shift > 0 ? n - extent(shift) : extent(-shift);
    return concatenate_along<Axis>(sliced<Axis, at, n>(x), sliced<Axis, extent(0), at>(x));
  }
}
template <int Axis, class X, class S> constexpr auto rolled_by(X const& x, S const& s) {
  constexpr extent n = X::aval.shape[Axis];
  using T = element_of<type_of_shifts(S::aval.type, n)>;
  if constexpr (n == extent(0)) return x;
  else if constexpr (!std::is_same_v<typename S::value_type, T>) return rolled_by<Axis>(x, as_indices<T, n>(mode::wrap, s));
  else {
    auto const length = traced_extent<typename S::value_type>(some_context({&s.value, 1}), n);
    auto const r = rem(s, length), shift = select_n(lt(r, 0), r, r + length);
    auto const i = emit_later<iota_t, iota_t::params{0, S::aval.type, shape{n}}>() - shift;
    return gathered_along<Axis>(x, select_n(lt(i, 0), i, i + length));
  }
}
template <class X, i64... Shifts, i64... Axes> constexpr auto rolled_along(X const& x, axes_constant<Shifts...>, axes_constant<Axes...>) {
  if constexpr (sizeof...(Axes) == 0) return x;
  else {
    constexpr i64 shifts[] = {Shifts...};
    constexpr bool one_shift = sizeof...(Shifts) == 1;
    static_assert(one_shift || sizeof...(Shifts) == sizeof...(Axes), "[constax] roll: one shift is needed, or as many as axes");
    constexpr axes at = listed_axes(X::rank(), axes_constant<Axes...>{});
    auto const next = [&]<std::size_t I>(auto const& self, auto const& y, std::integral_constant<std::size_t, I>) {
      if constexpr (I == sizeof...(Axes)) return y;
      else
        return self(self, rolled<static_cast<int>(at[static_cast<int>(I)]), shifts[one_shift ? 0 : I]>(y),
                    std::integral_constant<std::size_t, I + 1>{});
    };
    return next(next, x, std::integral_constant<std::size_t, 0>{});
  }
}
template <class S> struct as_axes { using type = axes_constant<static_cast<i64>(S::value)>; };
template <i64... A> struct as_axes<axes_constant<A...>> { using type = axes_constant<A...>; };
} // namespace detail

/// Elements moved along an axis, or in row-major order, around its end: roll(x, 1_c), roll(x, axes_c<1, -1>, axes_c<0, 1>), roll(x, s, 0_c)
/// with a traced s.
template <tracing X, class S, axis_like... A>
requires(sizeof...(A) <= 1 && (axis_like<S> || tracing<S>)) constexpr auto roll(X const& x, S const& shift, A...) {
  if constexpr (sizeof...(A) == 0) {
    constexpr shape to = X::aval.shape;
    auto const flat = roll(ravel(x), shift, integer<0>{});
    if constexpr (to.rank == 1) return flat;
    else return emit<reshape_t, reshape_t::params{to}>(flat);
  } else if constexpr (detail::is_axes<S>)
    return detail::rolled_along(x, typename detail::as_axes<S>::type{}, typename detail::as_axes<A>::type{}...);
  else if constexpr (tracing<S>) return detail::rolled_by<detail::axis_of<X>(A{}...)>(x, shift);
  else return detail::rolled_by<detail::axis_of<X>(A{}...)>(x, detail::as_tracer<int>(shift, x.value.ctx));
}

namespace detail {
template <i64... Counts> constexpr i64 first_count(axes_constant<Counts...>) { return std::array<i64, sizeof...(Counts)>{Counts...}[0]; }
constexpr spread_and_merged plan_of_repeated(shape const& s, int axis, i64 times) {
  spread_and_merged q;
  q.merged = s;
  for (int d = 0; d < s.rank; ++d) {
    q.spread.dims.push(q.spread.to.rank);
    q.spread.to.push(s[d]);
    if (d == axis) q.spread.to.push(extent(times));
  }
  q.merged[axis] = s[axis] * times;
  return q;
}
template <int Axis, i64 Times, class X> constexpr auto repeated(X const& x) {
  static_assert(Times >= 0, "[constax] repeat: elements are repeated 0 times or more");
  if constexpr (Times == 1) return x;
  else {
    constexpr spread_and_merged p = plan_of_repeated(X::aval.shape, Axis, Times);
    return emit<reshape_t, reshape_t::params{p.merged}>(emit<broadcast_in_dim_t, p.spread>(x));
  }
}
template <class X> struct says_repeats {
  constexpr text operator()() const {
    text t;
    return t << "[constax] repeat: one number is needed, or one for each element along the axis of an operand of type " << X::aval
             << ": cx::repeat(x, cx::axes_c<1, 2>, 0_c)";
  }
};
template <int Axis, class X, i64... Times> constexpr auto repeated_each(X const& x, axes_constant<Times...> times) {
  if constexpr (sizeof...(Times) == 1) return repeated<Axis, first_count(times)>(x);
  else if constexpr (!(X::aval.shape[Axis] == extent(static_cast<i64>(sizeof...(Times))))) {
    expect_silence<says_repeats<X>>();
    return after_error<X>();
  } else return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return concatenate_along<Axis>(
          repeated<Axis, Times>(sliced<Axis, extent(static_cast<i64>(I)), extent(static_cast<i64>(I) + 1)>(x))...);
    }
  (std::make_index_sequence<sizeof...(Times)>{});
}
} // namespace detail
/// Each element so often, along an axis or in row-major order: repeat(x, 2_c), repeat(x, axes_c<1, 0, 3>, 0_c).
template <tracing X, detail::counts_in_type T, axis_like... A>
requires(sizeof...(A) <= 1)
constexpr auto repeat(X const& x, T, A... axis) {
  ((void)axis, ...);
  using times = typename detail::as_axes<T>::type;
  if constexpr (sizeof...(A) == 0) {
    auto const flat = ravel(x);
    return detail::repeated_each<0>(flat, times{});
  } else return detail::repeated_each<detail::axis_of<X>(A{}...)>(x, times{});
}

namespace detail {
/// Place I along an axis, counted from the beginning. Places outside stay what they are.
template <int Axis, class X, i64 I> inline constexpr extent place_along = I < 0 ? X::aval.shape[Axis] + extent(I) : extent(I);
} // namespace detail
/// x without one element or row along an axis: delete_(x, 2_c, 0_c). (Without an axis: of all in row-major order.)
template <tracing X, integral_number I, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto delete_(X const& x, I i, A... axis) {
  ((void)axis, ...);
  if constexpr (sizeof...(A) == 0) return delete_(ravel(x), i, integer<0>{});
  else {
    constexpr int a = detail::axis_of<X>(A{}...);
    constexpr extent at = detail::place_along<a, X, static_cast<i64>(I::value)>;
    return detail::concatenate_along<a>(detail::sliced<a, extent(0), at>(x), detail::sliced<a, at + extent(1), X::aval.shape[a]>(x));
  }
}
/// x with v, which broadcasts to a row, before one element or row along an axis: insert(x, 2_c, v, 0_c).
template <tracing X, integral_number I, class V, axis_like... A>
requires(sizeof...(A) <= 1 && (tracing<V> || number<V>)) constexpr auto insert(X const& x, I i, V const& v, A... axis) {
  ((void)axis, ...);
  if constexpr (sizeof...(A) == 0) return insert(ravel(x), i, v, integer<0>{});
  else {
    constexpr int a = detail::axis_of<X>(A{}...);
    constexpr extent at = detail::place_along<a, X, static_cast<i64>(I::value)>;
    constexpr shape row = [] {
      shape s = X::aval.shape;
      s[a] = extent(1);
      return s;
    }();
    auto const y = detail::filled_to<typename X::value_type, row>(v, x.value.ctx);
    return detail::concatenate_along<a>(detail::sliced<a, extent(0), at>(x), y, detail::sliced<a, at, X::aval.shape[a]>(x));
  }
}
/// One after the other along an axis, or all elements in row-major order.
template <tracing X, tracing Y, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto append(X const& x, Y const& y, A... axis) {
  if constexpr (sizeof...(A) == 0) return concatenate(ravel(x), ravel(y), integer<0>{});
  else return concatenate(x, y, axis...);
}

} // namespace constax::inline CONSTAX_TAG
