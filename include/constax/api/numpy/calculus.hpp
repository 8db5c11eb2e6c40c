// SPDX-License-Identifier: BSL-1.0
#pragma once
// calculus: differences, integrals and filters of samples. diff, ediff1d, trapezoid, gradient, interp, convolve, correlate, polyval,
// polyder, polyint, unwrap
#include <constax/api/numpy/elementwise.hpp>
#include <constax/api/numpy/products.hpp>

#include <array>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// x[i + 1] - x[i] along an axis, of bool whether they differ.
template <int Axis, class X> constexpr auto difference(X const& x) {
  constexpr extent n = X::aval.shape[Axis];
  if constexpr (n == extent(0)) return x;
  else {
    auto const behind = sliced<Axis, extent(1), n>(x), before = sliced<Axis, extent(0), n - extent(1)>(x);
    if constexpr (std::is_same_v<typename X::value_type, bool>) return ne(behind, before);
    else return behind - before;
  }
}
template <i64 N, int Axis, class X> constexpr auto differences(X const& x) {
  if constexpr (N == 0) return x;
  else return differences<N - 1, Axis>(difference<Axis>(x));
}
template <class X> struct says_samples {
  constexpr text operator()() const {
    text t;
    return t << "[constax] diff, trapezoid and gradient: samples lie along an axis, gradient needs two of them; an operand has type "
             << X::aval;
  }
};
} // namespace detail

/// Differences of neighbours along an axis, the last, n times: diff(x), diff(x, 2_c, 0_c) : [..., m] -> [..., m - n].
template <tracing X, integral_number N = integer<1>, axis_like A = integer<-1>> constexpr auto diff(X const& x, N = {}, A = {}) {
  static_assert(static_cast<i64>(N::value) >= 0, "[constax] diff: differences are taken 0 times or more");
  if constexpr (X::rank() == 0) {
    expect_silence<detail::says_samples<X>>();
    return x;
  } else return detail::differences<static_cast<i64>(N::value), detail::axis_of<X>(A{})>(x);
}
template <tracing X> constexpr auto ediff1d(X const& x) { return diff(ravel(x)); }

namespace detail {
template <int Axis, class Y, class D> constexpr auto trapezoids(Y const& y, D const& dx) {
  constexpr extent n = Y::aval.shape[Axis];
  if constexpr (n == extent(0)) return sum(y, integer<Axis>{});
  else {
    auto const both = sliced<Axis, extent(1), n>(y) + sliced<Axis, extent(0), n - extent(1)>(y);
    return sum(both * dx, integer<Axis>{}) * 0.5;
  }
}
/// x beside an array of Rank axes: a vector along one of them.
template <int Rank, int Axis, class X> constexpr auto beside(X const& x) {
  if constexpr (X::rank() != 1 || Rank == 1) return x;
  else {
    constexpr auto p = [] {
      broadcast_in_dim_t::params q;
      for (int d = 0; d < Rank; ++d) q.to.push(d == Axis ? X::aval.shape[0] : extent(1));
      q.dims.push(Axis);
      return q;
    }();
    return emit<broadcast_in_dim_t, p>(x);
  }
}
} // namespace detail
/// Integral of samples y along an axis, the last, at distance dx, a number, or at places x: trapezoid(y), trapezoid(y, 0.1), trapezoid(y,
/// x, 0_c) : [..., n] -> [...].
template <tracing Y, class D, axis_like A = integer<-1>>
requires(tracing<D> || std::is_floating_point_v<D>) constexpr auto trapezoid(Y const& y, D const& dx, A = {}) {
  if constexpr (!floating_element<typename Y::value_type>) return detail::floats(y);
  else if constexpr (Y::rank() == 0) {
    expect_silence<detail::says_samples<Y>>();
    return y;
  } else {
    constexpr int a = detail::axis_of<Y>(A{});
    if constexpr (std::is_floating_point_v<D>) return detail::trapezoids<a>(y, dx);
    else if constexpr (D::rank() == 0) return detail::trapezoids<a>(y, dx);
    else if constexpr (D::rank() == 1) return detail::trapezoids<a>(y, detail::beside<Y::rank(), a>(diff(dx)));
    else return detail::trapezoids<a>(y, diff(dx, integer<1>{}, integer<a>{}));
  }
}
template <tracing Y, axis_like A = integer<-1>> constexpr auto trapezoid(Y const& y, A axis = {}) { return trapezoid(y, 1.0, axis); }

namespace detail {
/// (x[i + 1] - x[i - 1]) / 2 along an axis.
template <int Axis, class X> constexpr auto central(X const& x) {
  constexpr extent n = X::aval.shape[Axis];
  return (sliced<Axis, extent(2), n>(x) - sliced<Axis, extent(0), n - extent(2)>(x)) * 0.5;
}
template <int Axis, class X, class H> constexpr auto slope_along(X const& x, H const& h) {
  constexpr extent n = X::aval.shape[Axis];
  if constexpr (n.is_number() && n.number < 2) {
    expect_silence<says_samples<X>>();
    return x;
  } else {
    auto const d = difference<Axis>(x);
    constexpr extent m = n - extent(1);
    auto const first = sliced<Axis, extent(0), extent(1)>(d), last = sliced<Axis, m - extent(1), m>(d);
    if constexpr (tracing<H>) {
      if constexpr (H::rank() == 1) { // places: parabolas through three of them
        auto const steps = beside<X::rank(), Axis>(diff(h));
        auto const h0 = sliced<Axis, extent(0), m - extent(1)>(steps), h1 = sliced<Axis, extent(1), m>(steps);
        auto const slopes = d / steps;
        auto const s0 = sliced<Axis, extent(0), m - extent(1)>(slopes), s1 = sliced<Axis, extent(1), m>(slopes);
        auto const inner = (s0 * h1 + s1 * h0) / (h0 + h1);
        return concatenate_along<Axis>(sliced<Axis, extent(0), extent(1)>(slopes), inner, sliced<Axis, m - extent(1), m>(slopes));
      } else return concatenate_along<Axis>(first / h, central<Axis>(x) / h, last / h);
    } else return concatenate_along<Axis>(first / h, central<Axis>(x) / h, last / h);
  }
}
} // namespace detail
/// Slopes of samples at equal distances, 1 or h, or at places h, by central differences, at the ends by one: gradient(y), gradient(y, 0.1),
/// gradient(y, x), along an axis gradient(y, h, 0_c). Of several axes an array of them, one for each. The shape stays.
template <tracing X, class H, axis_like A>
requires(tracing<H> || std::is_floating_point_v<H>) constexpr auto gradient(X const& x, H const& h, A) {
  return detail::slope_along<detail::axis_of<X>(A{})>(detail::floats(x), h);
}
template <tracing X, axis_like A> constexpr auto gradient(X const& x, A axis) { return gradient(x, 1.0, axis); }
template <tracing X, class... H>
requires(sizeof...(H) <= 1 && ((tracing<H> || std::is_floating_point_v<H>)&&...)) constexpr auto gradient(X const& x, H const&... h) {
  if constexpr (X::rank() == 1) return gradient(x, h..., integer<0>{});
  else return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::array{gradient(x, h..., integer<static_cast<i64>(I)>{})...};
    }
  (std::make_index_sequence<static_cast<std::size_t>(X::rank())>{});
}

namespace detail {
/// How many of sorted numbers are not above x: of few by comparison with all, else by halves.
template <class X, class P> constexpr auto places_among(X const& x, P const& sorted) {
  constexpr i64 n = P::aval.shape[0].number;
  if constexpr (n <= 16) return sum(ge(expand_dims(x, integer<-1>{}), sorted), integer<-1>{});
  else {
    constexpr i64 half = [] {
      i64 p = 1;
      while (2 * p <= n) p *= 2;
      return p;
    }();
    auto const step = [&]<i64 By, class K>(auto const& self, integer<By>, K const& k) {
      if constexpr (By == 0) return k;
      else {
        auto const next = k + static_cast<int>(By);
        auto const inside = min(next, static_cast<int>(n)) - 1;
        auto const there = and_(le(next, static_cast<int>(n)), le(read_at(in_bounds, sorted, inside), x));
        return self(self, integer<By / 2>{}, select_n(there, k, next));
      }
    };
    return step(step, integer<half>{}, full_like(astype<int>(x), 0));
  }
}
template <class P, class F> struct says_interp {
  constexpr text operator()() const {
    text t;
    return t << "[constax] interp: places and values are vectors of one length, a number, 1 or more; these are " << P::aval << " and "
             << F::aval;
  }
};
} // namespace detail
/// Piecewise linear through points (xp, fp) of increasing xp; outside left and right, or the first and last value: interp(x, xp, fp),
/// interp(x, xp, fp, left, right) : x's shape.
template <tracing X, tracing P, tracing F, class... Outside>
requires(sizeof...(Outside) <= 2) constexpr auto interp(X const& x, P const& xp, F const& fp, Outside const&... outside) {
  if constexpr (!floating_element<typename X::value_type>) return detail::floats(x);
  else if constexpr (!floating_element<typename F::value_type>) return detail::floats(fp);
  else if constexpr (P::rank() != 1 || !(P::aval.shape == F::aval.shape) || !P::aval.shape.is_static() ||
                     P::aval.shape == shape{extent(0)}) {
    expect_silence<detail::says_interp<P, F>>();
    return after_error<X>();
  } else {
    using T = typename F::value_type;
    constexpr int n = static_cast<int>(P::aval.shape[0].number);
    auto const i = min(max(detail::places_among(stop_gradient(x), stop_gradient(xp)), 1), n > 1 ? n - 1 : 1);
    auto const at = [](auto const& v, auto const& k) { return detail::read_at(mode::tag<index_mode::clip, false>{}, v, k); };
    auto const x0 = at(xp, i - 1);
    auto const f0 = at(fp, i - 1);
    auto const dx = at(xp, i) - x0;
    auto const df = at(fp, i) - f0;
    auto const none = eq(dx, 0);
    auto const inside = select_n(none, f0 + (x - x0) / select_n(none, dx, 1) * df, f0);
    auto const ends = std::tuple<Outside const&...>(outside...);
    auto const first = [&] {
      if constexpr (sizeof...(Outside) > 0) return detail::as_tracer<T>(std::get<0>(ends), x.value.ctx);
      else return fp[integer<0>{}];
    }();
    auto const last = [&] {
      if constexpr (sizeof...(Outside) > 1) return detail::as_tracer<T>(std::get<1>(ends), x.value.ctx);
      else return fp[integer<-1>{}];
    }();
    return where(gt(x, xp[integer<-1>{}]), last, where(lt(x, xp[integer<0>{}]), first, inside));
  }
}
template <number X, tracing P, tracing F, class... Outside> constexpr auto interp(X x, P const& xp, F const& fp,
                                                                                  Outside const&... outside) {
  return interp(detail::as_tracer<typename P::value_type>(x, xp.value.ctx), xp, fp, outside...);
}

// ---- filters
// ---------------------------------------------------------------------------------------------------------------------------------

namespace mode {
struct full_t {};
struct same_t {};
struct valid_t {};
/// What of a convolution is kept: all n + m - 1 places, as many in the middle as the longer operand has, those that need no zeros around
/// it.
inline constexpr full_t full{};
inline constexpr same_t same{};
inline constexpr valid_t valid{};
} // namespace mode

namespace detail {
template <class X, class Y> struct says_convolve {
  constexpr text operator()() const {
    text t;
    return t << "[constax] convolve, correlate: operands are vectors, of lengths that are numbers, 1 or more; these are " << X::aval
             << " and " << Y::aval;
  }
};
template <class M>
inline constexpr bool is_part_of_convolution =
    std::is_same_v<M, mode::full_t> || std::is_same_v<M, mode::same_t> || std::is_same_v<M, mode::valid_t>;

/// sum over k of v[k] x[i - k] for places From ... To - 1 of all, v the shorter one.
template <i64 From, i64 To, class X, class V> constexpr auto convolved(X const& x, V const& v) {
  constexpr i64 n = X::aval.shape[0].number, m = V::aval.shape[0].number;
  constexpr i64 before = From < m - 1 ? m - 1 - From : 0, after = To > n ? To - n : 0; // zeros that these places see
  constexpr pad_t::params around{{extent(before)}, {extent(after)}, {0}};
  auto const zero = as_tracer<typename X::value_type>(0, x.value.ctx);
  if constexpr (m <= 16) { // term after term: one loop
    auto const wide = [&] {
      if constexpr (before == 0 && after == 0) return x;
      else return emit<pad_t, around>(x, zero);
    }();
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return (... + (v[integer<static_cast<i64>(K)>{}] *
                     sliced<0, extent(From + before - static_cast<i64>(K)), extent(To + before - static_cast<i64>(K))>(wide)));
    }
    (std::make_index_sequence<static_cast<std::size_t>(m)>{});
  } else { // rows of x, each moved by one: x and m zeros, m times, read in rows that are shorter by one
    constexpr i64 row = n + m - 1;
    constexpr pad_t::params behind{{extent(0)}, {extent(m)}, {0}};
    auto const rows = reshape<m, row>(sliced<0, extent(0), extent(m * row)>(tile<m>(emit<pad_t, behind>(x, zero))));
    return dot(v, sliced<1, extent(From), extent(To)>(rows));
  }
}
/// Two vectors, and the first one is the shorter.
template <class X, class V>
inline constexpr bool is_shorter = [] {
  if constexpr (X::rank() != 1 || V::rank() != 1) return false;
  else {
    extent const n = X::aval.shape[0], m = V::aval.shape[0];
    return n.is_number() && m.is_number() && n.number > 0 && n.number < m.number;
  }
}();
template <class M, class X, class V> constexpr auto part_of_convolution(X const& x, V const& v) {
  constexpr bool fits = [] {
    if (X::rank() != 1 || V::rank() != 1) return false;
    extent const n = X::aval.shape[0], m = V::aval.shape[0];
    return n.is_number() && m.is_number() && n.number > 0 && m.number > 0;
  }();
  if constexpr (!fits) {
    expect_silence<says_convolve<X, V>>();
    return after_error<X>();
  } else {
    constexpr i64 n = X::aval.shape[0].number, m = V::aval.shape[0].number;
    if constexpr (n < m) return part_of_convolution<M>(v, x);
    else if constexpr (std::is_same_v<M, mode::full_t>) return convolved<0, n + m - 1>(x, v);
    else if constexpr (std::is_same_v<M, mode::same_t>) return convolved<(m - 1) / 2, (m - 1) / 2 + n>(x, v);
    else return convolved<m - 1, n>(x, v);
  }
}
} // namespace detail

/// y[i] = sum over k of v[k] x[i - k]: convolve(x, v), convolve(x, v, mode::same) : [n], [m] -> [n + m - 1], [max(n, m)], [|n - m| + 1].
template <tracing X, tracing V, class M = mode::full_t>
requires detail::is_part_of_convolution<M>
constexpr auto convolve(X const& x, V const& v, M = {}) { return detail::part_of_convolution<M>(x, v); }
/// y[i] = sum over k of v[k] x[i + k]: correlate(x, v) is mode::valid.
template <tracing X, tracing V, class M = mode::valid_t>
requires detail::is_part_of_convolution<M>
constexpr auto correlate(X const& x, V const& v, M how = {}) {
  // of an even number of places in the middle the second half has one more, as in NumPy: seen from the longer operand
  if constexpr (std::is_same_v<M, mode::same_t> && detail::is_shorter<X, V>) return flip(correlate(v, x, how));
  else return detail::part_of_convolution<M>(x, flip(v));
}
/// p[0] x^(n-1) + ... + p[n-1], by Horner's rule: [n], s -> s.
template <tracing P, tracing X> constexpr auto polyval(P const& p, X const& x) {
  static_assert(P::rank() == 1 && P::aval.shape.is_static(), "[constax] polyval: coefficients are a vector whose length is a number");
  constexpr i64 n = P::aval.shape[0].number;
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    auto y = zeros_like(x);
    ((y = y * x + p[integer<static_cast<i64>(I)>{}]), ...);
    return y;
  }
  (std::make_index_sequence<static_cast<std::size_t>(n)>{});
}
template <tracing P, number X> constexpr auto polyval(P const& p, X x) {
  return polyval(p, detail::as_tracer<typename P::value_type>(x, p.value.ctx));
}
/// The coefficients of a polynomial's derivative, the highest power first: [n] -> [n - 1].
template <tracing P> constexpr auto polyder(P const& p) {
  static_assert(P::rank() == 1 && P::aval.shape.is_static(), "[constax] polyder: coefficients are a vector whose length is a number");
  constexpr i64 n = P::aval.shape[0].number;
  using T = typename P::value_type;
  if constexpr (n < 2) return p[slice_index<0, 0, 1>{}];
  else return p[slice_index<0, n - 1, 1>{}] * arange<T, n - 1, 0, -1>();
}
/// Of the integral that is 0 at 0: [n] -> [n + 1].
template <tracing P> constexpr auto polyint(P const& p) {
  static_assert(P::rank() == 1 && P::aval.shape.is_static(), "[constax] polyint: coefficients are a vector whose length is a number");
  constexpr i64 n = P::aval.shape[0].number;
  using T = typename P::value_type;
  static_assert(floating_element<T>,
                "[constax] polyint: coefficients are floating numbers; convert others with cx::astype<double>");
  return concatenate(p / arange<T, n, 0, -1>(), zeros<T, 1>());
}
namespace detail {
/// first, and later with what its differences d from the one before are short of the nearest turn taken back.
template <class First, class Later, class D, class H, class A>
constexpr auto unwrapped(First const& first, Later const& later, D const& d, H half, A axis) {
  auto const turned = remainder(d + half, 2 * half) - half;
  auto const least = where(logical_and(eq(turned, -half), gt(d, 0)), half, turned);
  auto const jump = where(lt(abs(d), half), 0, least - d);
  return constax::concatenate(first, later + cumsum(jump, axis), axis);
}
} // namespace detail
/// Angles along an axis, the last, without jumps: each differs from the one before by at most half a turn.
template <tracing X, axis_like A = integer<-1>> constexpr auto unwrap(X const& x, A = {}) {
  using T = typename X::value_type;
  static_assert(std::is_floating_point_v<T>, "[constax] unwrap: angles are floating numbers; convert others with cx::astype<double>");
  constexpr int axis = detail::axis_of<X>(A{});
  constexpr extent n = X::aval.shape[axis];
  constexpr T half = std::numbers::pi_v<T>;
  if constexpr (n == extent(0) || n == extent(1)) return x;
  else
    return detail::unwrapped(detail::sliced<axis, extent(0), extent(1)>(x), detail::sliced<axis, extent(1), n>(x),
                             diff(x, integer<1>{}, integer<axis>{}), half, integer<axis>{});
}

} // namespace constax::inline CONSTAX_TAG
