// SPDX-License-Identifier: BSL-1.0
#pragma once
// scattered: the family of x with slices combined into it at places that integers say (indexed.hpp). Members give `combine(element, of
// slice)`.
#include <constax/primitives/indexed.hpp>

namespace constax::inline CONSTAX_TAG {

template <class Self, class Accepts>
struct scattered : indexed<Self, 1> {
  using base = indexed<Self, 1>;
  using typename base::params;
  using accepted = Accepts;
  static constexpr bool updates = true;

  static constexpr typed type(operand_types xs, params const& p) {
    if (xs.size() < 3) return fault{fault_code::wrong_count, {}, "an array, slices and indices are needed", {}, {}, xs.size()};
    aval const &x = *xs[0], &slices = *xs[1];
    if (!Accepts::accepts(x.type)) return fault{fault_code::dtype_not_accepted, {}, Accepts::name, x};
    typed const t = detail::slices_type(x, base::indices_of(xs), p);
    if (t.fault) return t;
    if (slices.type != x.type) return fault{fault_code::dtypes_differ, {}, {}, x, slices};
    if (!(slices.shape == t.results[0].shape))
      return fault{fault_code::shapes_differ, {}, "of slices and what the indices ask for", slices, t.results[0]};
    return x;
  }
  static constexpr bool evaluate(range<tensor> xs, params const& p, tensor& y) {
    y.words = xs[0].words;
    return detail::visit_accepted<Accepts, bool>(y.type.type, [&]<class T>(T) {
      return detail::each_slice(y.type.shape, xs[1].type.shape, {xs.first + 2, xs.count - 2}, p, [&](i64 to, i64 from) {
        if (to >= 0)
          y.put(static_cast<u32>(to), static_cast<T>(Self::combine(y.at<T>(static_cast<u32>(to)), xs[1].at<T>(static_cast<u32>(from)))));
      });
    });
  }
  /// Along an axis that is indexed any slice may go to any element.
  static constexpr int aligned(params const& p, u32 operand, int axis) {
    if (p.index_of(axis) >= 0) return relation::whole;
    int const d = static_cast<int>(p.along[axis]), of_indices = p.place_of(d);
    return operand == 0 ? axis : operand == 1 ? d : of_indices >= 0 ? of_indices : relation::invariant;
  }
  template <is_value V>
  static constexpr value batch(range<V> xs, range<bool> mapped, extent n, params const& p) {
    vec<value> ys;
    for (u32 k = 0; k < 2; ++k) ys.push(mapped[k] ? xs[k] : repeat_rows(xs[k], n));
    bool const rows_of_indices = batch_indices(ys, xs, mapped, 2, n);
    return bind_all<Self>(base::with_rows(p, true, rows_of_indices), ys);
  }
};

} // namespace constax::inline CONSTAX_TAG
