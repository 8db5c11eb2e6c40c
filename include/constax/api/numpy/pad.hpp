// SPDX-License-Identifier: BSL-1.0
#pragma once
// pad: more elements before and after those of each axis. pad(x, 1_c), pad(x, pad_width<1, 2>, pad_width<0>, mode::reflect)
#include <constax/api/numpy/join.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <i64 Before, i64 After> struct width_of_padding { static constexpr i64 before = Before, after = After; };
enum class padding : u8 { constant, edge, reflect, symmetric, wrap };
template <padding P> struct padding_tag { static constexpr padding of = P; };
} // namespace detail

/// So many elements before an axis' own, and after them: pad_width<1, 2>; pad_width<1> is pad_width<1, 1>.
template <i64 Before, i64 After = Before> inline constexpr detail::width_of_padding<Before, After> pad_width{};

// What pad fills with, beside a number: of 1 2 3, by three on each side,
namespace mode {
/// 1 1 1 | 1 2 3 | 3 3 3
inline constexpr detail::padding_tag<detail::padding::edge> edge{};
/// 2 3 2 | 1 2 3 | 2 1 2
inline constexpr detail::padding_tag<detail::padding::reflect> reflect{};
/// 3 2 1 | 1 2 3 | 3 2 1. (mode::wrap: 1 2 3 | 1 2 3 | 1 2 3)
inline constexpr detail::padding_tag<detail::padding::symmetric> symmetric{};
} // namespace mode

namespace detail {

template <class W> inline constexpr bool is_pad_width = integral_number<W>;
template <i64 B, i64 A> inline constexpr bool is_pad_width<width_of_padding<B, A>> = true;
template <class M> inline constexpr padding padding_by = requires { M::wraps; }
? padding::wrap : padding::constant; // mode::wrap, an index' too
template <padding P> inline constexpr padding padding_by<padding_tag<P>> = P;

template <class W> constexpr i64 width_before() {
  if constexpr (integral_number<W>) return static_cast<i64>(W::value);
  else return W::before;
}
template <class W> constexpr i64 width_after() {
  if constexpr (integral_number<W>) return static_cast<i64>(W::value);
  else return W::after;
}

/// Elements start ... limit - 1 of an axis, or backwards, or its element `start` so often.
struct padding_run {
  extent start, limit;
  bool reversed = false;
  i64 repeated = 0;
};
struct padding_runs {
  static constexpr int most = 32;
  padding_run at[most] = {};
  int count = 0;
  bool too_many = false;
  constexpr void push(padding_run const& r) {
    if (count == most) too_many = true;
    else at[count++] = r;
  }
};
/// The element of an axis of n that stands at place i, which may be outside.
constexpr i64 place_of_padding(padding by, i64 i, i64 n) {
  if (by == padding::edge) return i < 0 ? 0 : i < n ? i : n - 1;
  i64 const period = by == padding::wrap ? n : by == padding::symmetric ? 2 * n : n > 1 ? 2 * n - 2 : 1;
  i64 const r = (i % period + period) % period;
  return r < n ? r : by == padding::symmetric ? period - 1 - r : period - r;
}
constexpr void add_padding(padding_runs& r, padding by, i64 from, i64 to, i64 n) {
  while (from < to) {
    i64 const first = place_of_padding(by, from, n);
    i64 const step = from + 1 < to ? place_of_padding(by, from + 1, n) - first : 1;
    i64 last = first, k = from + 1;
    while (k < to && place_of_padding(by, k, n) - last == step && step * step <= 1) last += step, ++k;
    if (step == 0) r.push({extent(first), extent(first + 1), false, k - from});
    else if (step == -1) r.push({extent(last), extent(first + 1), true});
    else r.push({extent(first), extent(last + 1)});
    from = k;
  }
}
constexpr padding_runs runs_of_padding(padding by, i64 before, i64 after, extent const& n) {
  padding_runs r;
  if (n.is_number()) {
    add_padding(r, by, -before, 0, n.number);
    r.push({extent(0), n});
    add_padding(r, by, n.number, n.number + after, n.number);
    return r;
  }
  i64 const skip = by == padding::reflect; // of a length that the call tells: no more than there is, once
  bool const back = by == padding::reflect || by == padding::symmetric;
  if (before > 0) {
    if (by == padding::edge) r.push({extent(0), extent(1), false, before});
    else if (back) r.push({extent(skip), extent(before + skip), true});
    else r.push({n - extent(before), n});
  }
  r.push({extent(0), n});
  if (after > 0) {
    if (by == padding::edge) r.push({n - extent(1), n, false, after});
    else if (back) r.push({n - extent(after + skip), n - extent(skip), true});
    else r.push({extent(0), extent(after)});
  }
  return r;
}
template <int Axis, padding_run R, class X> constexpr auto run_of_padding(X const& x) {
  auto const y = sliced<Axis, R.start, R.limit>(x);
  if constexpr (R.repeated != 0) {
    constexpr shape to = [] {
      shape s = X::aval.shape;
      s[Axis] = extent(R.repeated);
      return s;
    }();
    return detail::broadcast_to<to>(y);
  } else if constexpr (R.reversed) return emit<rev_t, rev_t::params{axes{Axis}}>(y);
  else return y;
}

constexpr text no_pad_widths(aval const& of) {
  text t;
  return t << "[constax] pad: an operand of type " << of
           << " takes one width for all axes or one for each, then a mode or a number: cx::pad(x, 1_c), cx::pad(x, cx::pad_width<1, 2>, "
              "cx::mode::edge)";
}
template <class X> struct says_pad_widths {
  constexpr text operator()() const { return no_pad_widths(X::aval); }
};
constexpr text nothing_to_pad(aval const& of) {
  text t;
  return t << "[constax] pad: an axis of an operand of type " << of
           << " has no element to pad with, or too few for this many: widths are 0 or more, and at most 15 times the axis";
}
template <class X, padding P> struct says_nothing_to_pad {
  constexpr text operator()() const { return nothing_to_pad(X::aval); }
};

template <int Axis, padding P, class X, class W, class... More> constexpr auto pad_by(X const& x) {
  [[maybe_unused]] constexpr i64 before = width_before<W>(), after = width_after<W>();
  auto const y = [&] {
    if constexpr (before == 0 && after == 0) return x;
    else if constexpr (before < 0 || after < 0 || X::aval.shape[Axis] == extent(0)) {
      expect_silence<says_nothing_to_pad<X, P>>();
      return x;
    } else {
      constexpr padding_runs r = runs_of_padding(P, before, after, X::aval.shape[Axis]);
      if constexpr (r.too_many) {
        expect_silence<says_nothing_to_pad<X, P>>();
        return x;
      } else return [&]<std::size_t... I>(std::index_sequence<I...>) {
          return concatenate_along<Axis>(run_of_padding<Axis, r.at[I]>(x)...);
        }
      (std::make_index_sequence<static_cast<std::size_t>(r.count)>{});
    }
  }();
  if constexpr (Axis + 1 == X::rank()) return y;
  else if constexpr (sizeof...(More) == 0) return pad_by<Axis + 1, P, std::remove_const_t<decltype(y)>, W>(y);
  else return pad_by<Axis + 1, P, std::remove_const_t<decltype(y)>, More...>(y);
}
template <class... W, class X, class V> constexpr auto pad_with(X const& x, V const& v) {
  constexpr auto p = [] {
    constexpr i64 before[] = {width_before<W>()...}, after[] = {width_after<W>()...};
    pad_t::params q;
    for (int d = 0; d < X::rank(); ++d) {
      int const i = sizeof...(W) == 1 ? 0 : d;
      q.lo.push(extent(before[i])), q.hi.push(extent(after[i])), q.interior.push(0);
    }
    return q;
  }();
  return emit<pad_t, p>(x, as_tracer<typename X::value_type>(v, x.value.ctx));
}
} // namespace detail

/// x with more elements at the ends of its axes, zeros or what is said last: pad(x, 1_c), pad(x, pad_width<1, 2>, pad_width<0>, 7.0),
/// pad(x, 2_c, mode::edge). Negative widths of zeros and numbers take elements away, as jax.lax.pad does.
template <tracing X, class W, class... More>
requires detail::is_pad_width<W>
constexpr auto pad(X const& x, W, More const&... more) {
  constexpr int widths = 1 + (0 + ... + (detail::is_pad_width<More> ? 1 : 0)), others = static_cast<int>(sizeof...(More)) + 1 - widths;
  if constexpr (X::rank() == 0 && widths == 1 && others == 0) return x;
  else if constexpr (others > 1 || (widths != 1 && widths != X::rank()) || X::rank() == 0) {
    expect_silence<detail::says_pad_widths<X>>();
    return after_error<X>();
  } else if constexpr (others == 0) return detail::pad_with<W, More...>(x, 0);
  else {
    using last = std::tuple_element_t<sizeof...(More) - 1, std::tuple<More...>>;
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      using all = std::tuple<W, More...>;
      if constexpr (detail::is_pad_width<last>) { // a width after the mode
        expect_silence<detail::says_pad_widths<X>>();
        return after_error<X>();
      } else if constexpr (constexpr detail::padding by = detail::padding_by<last>; by != detail::padding::constant)
        return detail::pad_by<0, by, X, std::tuple_element_t<I, all>...>(x);
      else return detail::pad_with<std::tuple_element_t<I, all>...>(x, std::get<sizeof...(More) - 1>(std::tie(more...)));
    }
    (std::make_index_sequence<static_cast<std::size_t>(widths)>{});
  }
}

} // namespace constax::inline CONSTAX_TAG
