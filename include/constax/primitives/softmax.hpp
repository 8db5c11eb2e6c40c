// SPDX-License-Identifier: BSL-1.0
#pragma once
// softmax: the derivatives of softmax and log_softmax, whose values are computed from other primitives (api/numpy/): y = softmax_of(y, x)
// is y, with the derivative in x that softmax has. Evaluators do not see it.
//
// The tangent of p = softmax(x) is p (dx - sum(p dx)), in which 1 - p[m] cancels where one element dominates. What is left of it is the sum
// of all others:
//
//   p[m] (sum'(p) dx[m] - sum'(p dx)),     p[i] (dx[i] - sum'(p dx) - p[m] dx[m]) of the others,      sum': over j != m
#include <constax/primitives/derivative_along.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// dx - sum(p dx) along axes, for p >= 0 of sum 1.
constexpr value off_mean(is_value auto p, is_value auto dx, axes const& over) {
  return off_mean(p, p, dx, over, [](value mean) { return mean; });
}
} // namespace detail

/// softmax_of[axes] : y, x -> y
struct softmax_of_t : detail::derivative_along<softmax_of_t, 2> {
  static constexpr std::string_view name = "softmax_of";
  static constexpr value jvp(auto, auto, auto, auto dx, auto y, params const& p) { return y * detail::off_mean(y, dx, p.axes); }
};
/// log_softmax_of[axes] : y, softmax, x -> y
struct log_softmax_of_t : detail::derivative_along<log_softmax_of_t, 3> {
  static constexpr std::string_view name = "log_softmax_of";
  static constexpr value jvp(auto, auto weights, auto, auto, auto, auto dx, auto, params const& p) {
    return detail::off_mean(weights, dx, p.axes);
  }
};

} // namespace constax::inline CONSTAX_TAG
