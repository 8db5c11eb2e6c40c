// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/math/math.hpp>
#include <constax/primitives/broadcast_in_dim.hpp>
#include <constax/primitives/reduction.hpp>

namespace constax::inline CONSTAX_TAG {

/// Sum over axes, in the order that `associate` fixes. reduce_sum[axes] : T[s] -> T[s without axes]
struct reduce_sum_t : reduction<reduce_sum_t> {
  static constexpr std::string_view name = "reduce_sum";
  static constexpr std::string_view cpp = "math::add($x, $y)";
  static constexpr bool linear = true;
  // -0.0, not 0.0: x + -0.0 is x for every x, so empty chains and masked lanes leave no trace.
  template <class T>
  static constexpr T identity = std::is_floating_point_v<T> ? T(-0.0) : T(0);
  static constexpr auto combine(auto const& x, auto const& y) { return math::add(x, y); }
  static constexpr value transpose(auto ct, u32, auto xs, params const& p) {
    aval const x = type_of(xs[0]);
    return broadcast_in_dim(ct, x.shape, detail::kept_axes(x.rank(), p.axes));
  }
};

constexpr value reduce_sum(is_value auto x, axes const& over) { return over.size() ? bind<reduce_sum_t>({over}, x) : x; }

// A broadcast's transpose is the sum over the axes it made or stretched.
constexpr value broadcast_in_dim_t::transpose(auto ct, u32, auto xs, params const& p) {
  aval const x = type_of(xs[0]);
  axes summed, stretched;
  for (int d = 0; d < p.to.rank; ++d) {
    int from = -1;
    for (int k = 0; k < p.dims.size(); ++k)
      if (p.dims[k] == d) from = k;
    if (from < 0 || (x.shape[from] == extent(1) && !(p.to[d] == extent(1)))) summed.push(d);
    if (from >= 0 && !summed.contains(d)) stretched.push(from);
  }
  auto const s = reduce_sum(ct, summed);
  return stretched.size() == x.rank() ? s : broadcast_in_dim(s, x.shape, stretched);
}

} // namespace constax::inline CONSTAX_TAG
