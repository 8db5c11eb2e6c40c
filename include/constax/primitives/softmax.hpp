// SPDX-License-Identifier: BSL-1.0
#pragma once
// softmax: the derivatives of softmax, log_softmax and logsumexp, whose values are computed from other primitives (api/numpy/): y = softmax_of(y, x) is y,
// with the derivative in x that softmax has. Evaluators do not see it.
//
// The tangent of p = softmax(x) is p (dx - sum(p dx)), in which 1 - p[m] cancels where one element dominates. What is left of it is the sum of all others:
//
//   p[m] (sum'(p) dx[m] - sum'(p dx)),     p[i] (dx[i] - sum'(p dx) - p[m] dx[m]) of the others,      sum': over j != m
#include <constax/primitives/gt.hpp>
#include <constax/primitives/reduce_sum.hpp>
#include <constax/primitives/select_n.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
struct softmax_params {
  constax::axes axes;
  static constexpr char const* names[] = {"axes"};
};
/// The family of values that bring the derivative along axes with them: the first operand is the result, the others are arrays that have these axes.
/// OfLines: the result has one element for each line along the axes.
template <class Self, u32 Operands, bool OfLines = false>
struct with_softmax_derivative {
  static constexpr constax::kind kind = constax::kind::annotation;
  static constexpr u32 operands = Operands;
  using accepted = floating;
  using params = softmax_params;
  static constexpr bool unseen = true;
  static constexpr i64 flops = 0;
  static constexpr typed type(operand_types xs, params const& p) {
    if (xs.size() != Operands) return fault{fault_code::wrong_count, {}, {}, {}, {}, xs.size()};
    aval const &y = *xs[0], &x = *xs[1];
    typed const lines = without_axes(x, p.axes, x.type);
    if (lines.fault) return lines;
    aval const& expected = OfLines ? lines.results[0] : x;
    if (!floating::accepts(y.type)) return fault{fault_code::dtype_not_accepted, {}, floating::name, y};
    for (aval const* z : xs)
      if (z->type != y.type) return fault{fault_code::dtypes_differ, {}, {}, y, *z};
    if (!(y == expected)) return fault{fault_code::shapes_differ, {}, {}, y, expected};
    if (!(*xs[Operands - 1] == x)) return fault{fault_code::shapes_differ, {}, {}, *xs[Operands - 1], x};
    return y;
  }
  static constexpr value batch(auto xs, range<bool> mapped, extent n, params const& p) {
    return bind_all<Self>(params{shifted(p.axes)}, all_rows(xs, mapped, n));
  }
};

/// dx - sum(p dx) along axes, for p >= 0 of sum 1.
constexpr value off_mean(is_value auto p, is_value auto dx, axes const& over) {
  aval const a = type_of(p);
  auto const sum = [&](value x) { return broadcast_in_dim(reduce_sum(x, over), a.shape, kept_axes(a.rank(), over)); };
  auto const most = gt(p, 0.5), rest = select_n(most, p, like(p, 0.0)), dominant = select_n(most, like(p, 0.0), p);
  return dx * select_n(most, like(p, 1.0), sum(rest)) - (sum(rest * dx) + select_n(most, like(p, 1.0), like(p, 0.0)) * sum(dominant * dx));
}
} // namespace detail

/// softmax_of[axes] : y, x -> y
struct softmax_of_t : detail::with_softmax_derivative<softmax_of_t, 2> {
  static constexpr std::string_view name = "softmax_of";
  static constexpr value jvp(auto, auto, auto, auto dx, auto y, params const& p) { return y * detail::off_mean(y, dx, p.axes); }
};
/// log_softmax_of[axes] : y, softmax, x -> y
struct log_softmax_of_t : detail::with_softmax_derivative<log_softmax_of_t, 3> {
  static constexpr std::string_view name = "log_softmax_of";
  static constexpr value jvp(auto, auto weights, auto, auto, auto, auto dx, auto, params const& p) { return detail::off_mean(weights, dx, p.axes); }
};
/// logsumexp_of[axes] : y, softmax, x -> y, one for each line.
struct logsumexp_of_t : detail::with_softmax_derivative<logsumexp_of_t, 3, true> {
  static constexpr std::string_view name = "logsumexp_of";
  static constexpr value jvp(auto, auto weights, auto, auto, auto, auto dx, auto, params const& p) { return reduce_sum(dx * weights, p.axes); }
};

} // namespace constax::inline CONSTAX_TAG
