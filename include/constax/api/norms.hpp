// SPDX-License-Identifier: BSL-1.0
#pragma once
// norms: norm, var, std_ of all elements, or along axes: right wherever the result is a number of the type, whatever its squares are.
//
// Sums of floats are taken as doubles. Sums of doubles that over- or underflow are taken again, of elements that are larger or smaller by a
// power of two. Derivatives see neither: with_gradient and unit_of bring theirs, in which no square is.
#include <constax/api/control/branches.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <class X> inline constexpr bool sums_are_wider = std::is_same_v<typename X::value_type, float>;
inline constexpr double upwards = 0x1p600, downwards = 0x1p-600;

/// s, a sum of X's along axes, or where `far` what `again(s, x)` sums. One sum of many elements is taken again only where it has to be; of
/// lines and of few elements both are taken at once, since a branch reads x in memory, and lines are best passed once.
template <class X, axes Over, class C, class S, class F> constexpr auto unless(C const& far, S const& s, X const& x, F const& again) {
  constexpr bool few = [] {
    i64 n = 1;
    for (int d = 0; d < X::rank(); ++d) {
      if (!X::aval.shape[d].is_number()) return false;
      n *= X::aval.shape[d].number;
    }
    return n <= 16;
  }();
  constexpr auto keep = [](auto sum, auto) { return sum; };
  if constexpr (few || Over.size() < X::rank()) return select_n(far, s, again(s, x));
  else return cond(far, again, keep, s, x);
}
/// sqrt(sum(x^2) / count), whose derivative in x is the unit vector times `share`.
template <class X, class N, class S, class... A> constexpr auto root_of_squares(X const& x, N const& count, S const& share, A... axis) {
  using T = typename X::value_type;
  constexpr axes over = axes_of<X>(A{}...);
  auto const plain = stop_gradient(x);
  auto const s = sum(square(astype<double>(plain)), axis...), number = full_like(s, 1.0);
  auto const is_low = lt(s, 1.0);
  // unit: x times to_unit, over its length; to_unit brings lengths into the range where their reciprocals are numbers
  auto const finish = [&](auto const& y, auto const& to_unit, auto const& length) {
    auto const r = 1.0 / length;
    auto const unit = plain * along<X, over>(astype<T>(to_unit)) * along<X, over>(astype<T>(r));
    auto const seen = emit<unit_of_t, unit_of_t::params{over}>(unit, along<X, over>(astype<T>(r * to_unit)), x);
    return emit<with_gradient_t, with_gradient_t::params{over}>(astype<T>(y), seen * cast<T>(share), x);
  };
  if constexpr (sums_are_wider<X>) {
    auto const in_range = and_(ge(s, 0x1p-200), lt(s, 0x1p200));
    auto const to_unit = select_n(in_range, select_n(is_low, number * 0x1p-100, 0x1p100), 1.0);
    return finish(sqrt(s / count), to_unit, sqrt(s) * to_unit);
  } else {
    auto const again = [=](auto const& plain_sum, auto const& v) {
      return select_n(lt(plain_sum, 1.0), sum(square(v * downwards), axis...), sum(square(v * upwards), axis...));
    };
    auto const scaled = unless<X, over>(or_(lt(s, 0x1p-900), ge(s, std::numeric_limits<double>::infinity())), s, plain, again);
    // asked of the sum, so that what comes of it waits for it and is made with it
    auto const by = [&](double low, double high) { return select_n(eq(scaled, s), select_n(is_low, number * high, low), 1.0); };
    return finish(sqrt(scaled / count) * by(downwards, upwards), by(upwards, downwards), sqrt(scaled));
  }
}
/// s / count, or where s overflows, of what is summed a power of two smaller: again(s, x) / count * back. Its derivative in `of` is w.
template <class X, axes Over, class S, class F, class N, class W, class Y>
constexpr auto mean_in_range(S const& s, F const& again, double back, N const& count, W const& w, X const& x, Y const& of) {
  auto const y = [&] {
    if constexpr (sums_are_wider<X>) return s / count;
    else {
      auto const far = not_(is_finite(s));
      auto const scale = select_n(far, full_like(s, 1.0), back);
      return unless<X, Over>(far, s, x, again) / count * scale * scale;
    }
  }();
  return emit<with_gradient_t, with_gradient_t::params{Over}>(astype<typename X::value_type>(y), w, of);
}
/// Distances from the mean.
template <class X, class N, class... A> constexpr auto deviations(X const& x, N const& count, A... axis) {
  using T = typename X::value_type;
  constexpr axes over = axes_of<X>(A{}...);
  auto const plain = stop_gradient(x);
  auto const again = [=](auto const&, auto const& v) { return sum(v * 0x1p-64, axis...); };
  auto const w = full_like(x, astype<T>(1.0 / count));
  return x - along<X, over>(mean_in_range<X, over>(sum(astype<double>(plain), axis...), again, 0x1p32, count, w, plain, x));
}
template <class X, class... A> constexpr auto count_of(X const& x, A...) {
  return count<double, X::aval, axes_of<X>(A{}...)>(some_context({&x.value, 1}));
}
} // namespace detail

/// Mean of squared distances from the mean, where these are numbers.
template <tracing X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto var(X const& x, A... axis) {
  using T = typename X::value_type;
  detail::expect_floating<X>();
  constexpr axes over = detail::axes_of<X>(A{}...);
  auto const n = detail::count_of(x, axis...);
  auto const d = detail::deviations(x, n, axis...);
  auto const plain = stop_gradient(d);
  auto const again = [=](auto const&, auto const& v) { return sum(square(v * detail::downwards), axis...); };
  return detail::mean_in_range<X, over>(sum(square(astype<double>(plain)), axis...), again, detail::upwards, n, d * astype<T>(2.0 / n),
                                        plain, d);
}
/// sqrt(var(x)), also where var(x) is 0 or inf.
template <tracing X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto std_(X const& x, A... axis) {
  detail::expect_floating<X>();
  auto const n = detail::count_of(x, axis...);
  return detail::root_of_squares(detail::deviations(x, n, axis...), n, 1.0 / sqrt(n), axis...);
}
/// Euclidean length of all elements, or along axes, also where its square is 0 or inf.
template <tracing X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto norm(X const& x, A... axis) {
  detail::expect_floating<X>();
  return detail::root_of_squares(x, 1.0, 1.0, axis...);
}

} // namespace constax::inline CONSTAX_TAG
