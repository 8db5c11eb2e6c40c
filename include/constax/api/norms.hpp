// SPDX-License-Identifier: BSL-1.0
#pragma once
// norms: norm, var, std_ of all elements, or along axes: right wherever the result is a number of the type, whatever its squares are.
//
// Sums of floats are taken as doubles. Sums of doubles that over- or underflow are taken again, of elements that are larger or smaller by a
// power of two. Derivatives see neither: with_gradient and unit_of bring theirs, in which no square is.
#include <constax/api/control/branches.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <class X, class Y> dynamic_tracer astype_dynamic(X const& x, Y const& y); // runtime/functions.hpp

template <class X> inline constexpr bool sums_are_wider = std::is_same_v<typename X::value_type, float>;
inline constexpr double upwards = 0x1p600, downwards = 0x1p-600;

/// y with elements of x's type.
template <class X, class Y> constexpr auto astype_of([[maybe_unused]] X const& x, Y const& y) {
  if constexpr (is_dynamic<X>) return astype_dynamic(x, y);
  else return cast<typename X::value_type>(y);
}
/// in_floats(s) if sums of x, s, are taken as doubles that have room for them, else in_doubles(s). (Parameters of both, which then cost
/// nothing unless called.)
template <class X, class S, class F, class G> constexpr auto by_width(X const& x, S const& s, F const& in_floats, G const& in_doubles) {
  if constexpr (is_dynamic<X>) return x.type().type == dtype::f32 ? in_floats(s) : in_doubles(s);
  else if constexpr (sums_are_wider<X>) return in_floats(s);
  else return in_doubles(s);
}
constexpr bool few_elements(shape const& s) {
  i64 n = 1;
  for (int d = 0; d < s.rank; ++d) {
    if (!s[d].is_number()) return false;
    n *= s[d].number;
  }
  return n <= 16;
}
/// s, a sum of X's along axes, or where `far` what `again(s, x)` sums. One sum of many elements is taken again only where it has to be; of
/// lines and of few elements both are taken at once, since a branch reads x in memory, and lines are best passed once.
template <class X, class Over, class C, class S, class F>
constexpr auto unless(Over const& over, C const& far, S const& s, X const& x, F const& again) {
  constexpr auto keep = [](auto sum, auto) { return sum; };
  if constexpr (is_dynamic<X>)
    return few_elements(x.type().shape) || over.size() < x.rank() ? select_n(far, s, again(s, x)) : cond(far, again, keep, s, x);
  else if constexpr (few_elements(X::aval.shape) || Over::size() < X::rank()) return select_n(far, s, again(s, x));
  else return cond(far, again, keep, s, x);
}
/// sqrt(sum(x^2) / count), whose derivative in x is the unit vector times `share`.
template <class X, class N, class S, class... A> constexpr auto root_of_squares(X const& x, N const& count, S const& share, A... axis) {
  auto const over = axes_meant(x, axis...);
  auto const plain = stop_gradient(x);
  auto const sums = sum(square(astype<double>(plain)), axis...), number = full_like(sums, 1.0);
  auto const is_low = lt(sums, 1.0);
  // unit: x times to_unit, over its length; to_unit brings lengths into the range where their reciprocals are numbers
  auto const finish = [&](auto const& y, auto const& to_unit, auto const& length) {
    auto const r = 1.0 / length;
    auto const unit = plain * repeated_along(x, over, astype_of(x, to_unit)) * repeated_along(x, over, astype_of(x, r));
    auto const seen = emit_along<unit_of_t>(over, unit, repeated_along(x, over, astype_of(x, r * to_unit)), x);
    return emit_along<with_gradient_t>(over, astype_of(x, y), seen * astype_of(x, share), x);
  };
  auto const in_floats = [&](auto const& s) {
    auto const in_range = and_(ge(s, 0x1p-200), lt(s, 0x1p200));
    auto const to_unit = select_n(in_range, select_n(is_low, number * 0x1p-100, 0x1p100), 1.0);
    return finish(sqrt(s / count), to_unit, sqrt(s) * to_unit);
  };
  auto const in_doubles = [&](auto const& s) {
    auto const again = [=](auto const& plain_sum, auto const& v) {
      return select_n(lt(plain_sum, 1.0), sum(square(v * downwards), axis...), sum(square(v * upwards), axis...));
    };
    auto const scaled = unless(over, or_(lt(s, 0x1p-900), ge(s, std::numeric_limits<double>::infinity())), s, plain, again);
    // asked of the sum, so that what comes of it waits for it and is made with it
    auto const by = [&](double low, double high) { return select_n(eq(scaled, s), select_n(is_low, number * high, low), 1.0); };
    return finish(sqrt(scaled / count) * by(downwards, upwards), by(upwards, downwards), sqrt(scaled));
  };
  return by_width(x, sums, in_floats, in_doubles);
}
/// sums / count, or where it overflows, of what is summed a power of two smaller: again(s, x) / count * back. Its derivative in `of` is w.
template <class X, class Over, class S, class F, class N, class W, class Y>
constexpr auto mean_in_range(Over const& over, S const& sums, F const& again, double back, N const& count, W const& w, X const& x,
                             Y const& of) {
  auto const in_floats = [&](auto const& s) { return s / count; };
  auto const in_doubles = [&](auto const& s) {
    auto const far = not_(is_finite(s));
    auto const scale = select_n(far, full_like(s, 1.0), back);
    return unless(over, far, s, x, again) / count * scale * scale;
  };
  return emit_along<with_gradient_t>(over, astype_of(x, by_width(x, sums, in_floats, in_doubles)), w, of);
}
/// Distances from the mean.
template <class X, class N, class... A> constexpr auto deviations(X const& x, N const& count, A... axis) {
  auto const over = axes_meant(x, axis...);
  auto const plain = stop_gradient(x);
  auto const again = [=](auto const&, auto const& v) { return sum(v * 0x1p-64, axis...); };
  auto const w = full_like(x, astype_of(x, 1.0 / count));
  return x - repeated_along(x, over, mean_in_range(over, sum(astype<double>(plain), axis...), again, 0x1p32, count, w, plain, x));
}
template <class X, class... A> constexpr auto count_of(X const& x, A const&... axis) {
  if constexpr (is_dynamic<X>) return count_along(x, dynamic_axes(x, axis...), dtype::f64);
  else return count<double, X::aval, axes_of<X>(A{}...)>(some_context({&x.value, 1}));
}
} // namespace detail

/// Mean of squared distances from the mean, where these are numbers.
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto var(X const& x, A... axis) {
  return detail::through_floats(x, [=](auto const& y) {
    auto const over = detail::axes_meant(y, axis...);
    auto const n = detail::count_of(y, axis...);
    auto const d = detail::deviations(y, n, axis...);
    auto const plain = stop_gradient(d);
    auto const again = [=](auto const&, auto const& v) { return sum(square(v * detail::downwards), axis...); };
    return detail::mean_in_range(over, sum(square(astype<double>(plain)), axis...), again, detail::upwards, n,
                                 d * detail::astype_of(y, 2.0 / n), plain, d);
  });
}
/// sqrt(var(x)), also where var(x) is 0 or inf.
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto std_(X const& x, A... axis) {
  return detail::through_floats(x, [=](auto const& y) {
    auto const n = detail::count_of(y, axis...);
    return detail::root_of_squares(detail::deviations(y, n, axis...), n, 1.0 / sqrt(n), axis...);
  });
}
/// Euclidean length of all elements, or along axes, also where its square is 0 or inf.
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto norm(X const& x, A... axis) {
  return detail::through_floats(x, [=](auto const& y) { return detail::root_of_squares(y, 1.0, 1.0, axis...); });
}

} // namespace constax::inline CONSTAX_TAG
