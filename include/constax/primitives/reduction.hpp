// SPDX-License-Identifier: BSL-1.0
#pragma once
// reduction: the family of y = combine over the reduced axes of x. Members give `combine` on lanes and its neutral element.
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// x's shape without the axes in `gone`, which must ascend.
constexpr typed without_axes(aval const& x, axes const& gone, dtype result) {
  aval r{result, {}};
  for (int i = 0; i < gone.size(); ++i)
    if (gone[i] < 0 || gone[i] >= x.rank() || (i && gone[i] <= gone[i - 1]))
      return fault{fault_code::bad_axis, {}, "axes ascend and are counted from 0", x, {}, gone[i]};
  for (int d = 0; d < x.rank(); ++d)
    if (!gone.contains(d)) r.shape.push(x.shape[d]);
  return r;
}
/// The axes that stay, as broadcast_in_dim's dimensions on the way back.
constexpr axes kept_axes(int rank, axes const& gone) {
  axes kept;
  for (int d = 0; d < rank; ++d)
    if (!gone.contains(d)) kept.push(d);
  return kept;
}
constexpr axes shifted(axes a) {
  for (i64& d : a.at) ++d;
  return a;
}
} // namespace detail

/// Parameters of every reduction.
struct reduction_params {
  constax::axes axes;
  static constexpr char const* names[] = {"axes"};
};

template <class Self, class Accepts = numeric>
struct reduction {
  static constexpr constax::kind kind = constax::kind::reduction;
  using params = reduction_params;

  static constexpr typed type(operand_types xs, params const& p) {
    if (!Accepts::accepts(xs[0]->type)) return fault{fault_code::dtype_not_accepted, {}, Accepts::name, *xs[0]};
    return detail::without_axes(*xs[0], p.axes, xs[0]->type);
  }
  static constexpr value batch(range<value> xs, range<bool>, extent, params const& p) {
    return bind<Self>({detail::shifted(p.axes)}, xs[0]);
  }
};

} // namespace constax::inline CONSTAX_TAG
