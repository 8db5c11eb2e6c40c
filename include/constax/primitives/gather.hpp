// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/scatter_add.hpp>

namespace constax::inline CONSTAX_TAG {

/// Slices of x at places that integers say (indexed.hpp). gather[along, at, indexed, mode, slice_sizes] : T[s], I[t]... -> T[slices]
/// Linear in x; the transpose adds each slice where it was read.
struct gather_t : indexed<gather_t, 0> {
  static constexpr std::string_view name = "gather";
  using accepted = anything;
  static constexpr typed type(operand_types xs, params const& p) { return detail::slices_type(*xs[0], indices_of(xs), p); }
  static constexpr bool evaluate(range<tensor> xs, params const& p, tensor& y) {
    return detail::each_slice(xs[0].type.shape, y.type.shape, {xs.first + 1, xs.count - 1}, p, [&](i64 from, i64 to) {
      y.words[static_cast<u32>(to)] = from < 0 ? 0 : xs[0].words[static_cast<u32>(from)];
    });
  }
  static constexpr int aligned(params const& p, u32 operand, int d) {
    int const of_indices = p.place_of(d), a = p.operand_axis(d);
    if (operand > 0) return of_indices < 0 ? relation::invariant : of_indices;
    return a < 0 ? relation::invariant : p.index_of(a) < 0 ? a : relation::whole;
  }
  template <is_value V>
  static constexpr value jvp(range<V> xs, range<V> dxs, range<V>, params const& p) {
    return bind_indexed<gather_t>(p, {dxs[0]}, indices_of(xs));
  }
  static constexpr value transpose(auto ct, u32, auto xs, params const& p) {
    return bind_indexed<scatter_add_t>(p, {broadcast_in_dim(like(ct, 0.0), type_of(xs[0]).shape, {}), ct}, indices_of(xs));
  }
  template <is_value V>
  static constexpr value batch(range<V> xs, range<bool> mapped, extent n, params const& p) {
    vec<V> ys; // of a dependent type: else clang would make gather's rules before this one is there
    ys.push(xs[0]);
    bool const rows_of_indices = batch_indices(ys, xs, mapped, 1, n);
    return bind_all<gather_t>(with_rows(p, mapped[0], rows_of_indices), ys);
  }
};

} // namespace constax::inline CONSTAX_TAG
