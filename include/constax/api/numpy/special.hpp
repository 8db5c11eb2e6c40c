// SPDX-License-Identifier: BSL-1.0
#pragma once
// special: functions of jax.scipy.special that are written with others. expit, logit, xlogy, xlog1py, entr, rel_entr, kl_div, ndtr,
// log_ndtr
//
// Values and derivatives keep their relative accuracy where a formula written down naively cancels or overflows; those of ndtr and log_ndtr
// to 1 + x^2 units, since x / sqrt(2) is rounded.
#include <constax/api/numpy/arithmetic.hpp>

namespace constax::inline CONSTAX_TAG {

inline constexpr logistic_t expit{};

/// log(x / (1 - x)), x in [0, 1]: the inverse of the logistic function.
template <traced_value X> constexpr auto logit(X const& x) {
  auto const middle = lt(abs(x - 0.5), 0.25); // where the logarithms would cancel, and x - 0.5 is exact
  auto const d = select_n(middle, 0, x - 0.5);
  return select_n(middle, log(x) - log1p(-x), 2 * atanh(2 * d));
}
namespace detail {
/// x log_of(y), whose derivatives are log_of(y) and x / inner(y).
template <class X, class Y, class F, class G> constexpr auto times_log(X const& x, Y const& y, F log_of, G inner) {
  return broadcast_both(x, y, [&](auto const& a, auto const& b) {
    auto const p = stop_gradient(a);
    auto const value = select_n(eq(p, 0), p * log_of(stop_gradient(b)), 0);
    return with_slope_in(value, log_of(b), a) + with_slope_in(zeros_like(b), a / inner(b), b);
  });
}
} // namespace detail
/// x log(y), x log(1 + y): 0 where x is 0, whatever y is. The derivatives are log(y) and x / y, log(1 + y) and x / (1 + y).
template <class X, class Y>
requires detail::some_late_or_traced<X, Y>
constexpr auto xlogy(X const& x, Y const& y) {
  return detail::times_log(x, y, log, [](auto const& b) { return b; });
}
template <class X, class Y>
requires detail::some_late_or_traced<X, Y>
constexpr auto xlog1py(X const& x, Y const& y) {
  return detail::times_log(x, y, log1p, [](auto const& b) { return b + 1; });
}
/// -x log(x), 0 at 0, -inf below: the terms of an entropy.
template <traced_value X> constexpr auto entr(X const& x) {
  return select_n(lt(x, 0), -xlogy(x, x), -std::numeric_limits<double>::infinity());
}
/// p log(p / q), the terms of a relative entropy: 0 where p is 0 and q is not below, inf where one is negative or q alone is 0.
template <class P, class Q>
requires detail::some_late_or_traced<P, Q>
constexpr auto rel_entr(P const& p, Q const& q) {
  return detail::broadcast_both(p, q, [](auto const& a, auto const& b) {
    auto const positive = and_(gt(a, 0), gt(b, 0));
    auto const x = select_n(positive, 1, a), y = select_n(positive, 1, b);
    auto const otherwise = select_n(and_(eq(a, 0), ge(b, 0)), full_like(a, std::numeric_limits<double>::infinity()), 0);
    return select_n(positive, otherwise, x * log(x / y));
  });
}
/// rel_entr(p, q) - p + q: the terms of a divergence of numbers that need not add up to 1.
template <class P, class Q>
requires detail::some_late_or_traced<P, Q>
constexpr auto kl_div(P const& p, Q const& q) { return rel_entr(p, q) - p + q; }

/// The probability that a normal number is below x.
template <traced_value X> constexpr auto ndtr(X const& x) { return erfc(x * -0.70710678118654752440) * 0.5; }
/// Its logarithm. Far below 0 by the asymptotic series of Mills' ratio (Abramowitz, Stegun, 26.2.12), so that nothing underflows.
template <traced_value X> constexpr auto log_ndtr(X const& x) {
  auto const far = lt(x, -12);
  auto const below = select_n(far, -12, x), near = select_n(far, x, -12);
  auto const by_square = 1 / square(below);
  auto series = 1 - 31 * by_square; // (2 k - 1)!! / x^(2 k), k to 16: f64's accuracy from 12 on
  for (int k = 15; k > 0; --k) series = 1 - (2 * k - 1) * by_square * series;
  auto const density = exp(square(near) * -0.5) * 0.39894228040143267794;
  auto const tail = stop_gradient(ndtr(-abs(near)));
  auto const value_near = select_n(gt(near, 0), log(tail), log1p(-tail));
  auto const value_far = square(below) * -0.5 - log(-below) - 0.91893853320467274178 + log(series);
  auto const slope = select_n(far, density / ndtr(near), -below / series);
  return detail::with_slope_in(stop_gradient(select_n(far, value_near, value_far)), slope, x);
}

} // namespace constax::inline CONSTAX_TAG
