// SPDX-License-Identifier: BSL-1.0
#pragma once
// derivative_along: the family of values that bring a derivative along axes with them, which other primitives have computed them without;
// with_gradient, its simplest member. Evaluators do not see them.
#include <constax/primitives/gt.hpp>
#include <constax/primitives/reduce_sum.hpp>
#include <constax/primitives/select_n.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
struct along_params {
  constax::axes axes;
  static constexpr char const* names[] = {"axes"};
};
/// The first operand is the result, the others are arrays that have these axes, the last is what the derivative is in.
/// OfLines: the result has one element for each line along the axes.
template <class Self, u32 Operands, bool OfLines = false> struct derivative_along {
  static constexpr constax::kind kind = constax::kind::annotation;
  static constexpr u32 operands = Operands;
  using accepted = floating;
  using params = along_params;
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

/// dx - scale(sum(v dx)) along axes, where p = v scale(1) are weights >= 0 of sum 1. Where one has more than half of the weight, what is
/// left of it, 1 - p, is the sum of all others.
constexpr value off_mean(is_value auto p, is_value auto v, is_value auto dx, axes const& over, auto scale) {
  aval const a = type_of(p);
  auto const sum = [&](value x) { return broadcast_in_dim(reduce_sum(x, over), a.shape, kept_axes(a.rank(), over)); };
  auto const most = gt(p, 0.5), none = like(p, 0.0), one = like(p, 1.0);
  auto const others = sum(select_n(most, p, none)), rest = sum(select_n(most, v, none) * dx), dominant = sum(select_n(most, none, v) * dx);
  return dx * select_n(most, one, others) - scale(rest + select_n(most, one, none) * dominant);
}
} // namespace detail

/// with_gradient[axes] : y, w, x -> y, one for each line along axes; its derivative in x is w.
struct with_gradient_t : detail::derivative_along<with_gradient_t, 3, true> {
  static constexpr std::string_view name = "with_gradient";
  static constexpr value jvp(auto, auto w, auto, auto, auto, auto dx, auto, params const& p) { return reduce_sum(dx * w, p.axes); }
};

} // namespace constax::inline CONSTAX_TAG
