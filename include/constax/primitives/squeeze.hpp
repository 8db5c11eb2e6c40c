// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/broadcast_in_dim.hpp>
#include <constax/primitives/reduction.hpp>

namespace constax::inline CONSTAX_TAG {

/// x without axes of length 1. squeeze[dimensions] : T[s] -> T[s without dimensions]
struct squeeze_t : movement<squeeze_t> {
  static constexpr std::string_view name = "squeeze";
  struct params {
    axes dimensions;
    static constexpr char const* names[] = {"dimensions"};
  };
  static constexpr typed type(operand_types xs, params const& p) {
    for (i64 d : p.dimensions)
      if (d >= 0 && d < xs[0]->rank() && !(xs[0]->shape[static_cast<int>(d)] == extent(1)))
        return fault{fault_code::bad_params, {}, "only an axis of length 1 can be squeezed", *xs[0]};
    return detail::without_axes(*xs[0], p.dimensions, xs[0]->type);
  }
  static constexpr affine_map affine(params const& p, shape const& in) {
    affine_map m;
    axes const kept = detail::kept_axes(in.rank, p.dimensions);
    for (int d = 0; d < kept.size(); ++d) m.axis[d] = kept[d];
    return m;
  }
  static constexpr value transpose(auto ct, u32, auto xs, params const& p) {
    aval const x = type_of(xs[0]);
    return broadcast_in_dim(ct, x.shape, detail::kept_axes(x.rank(), p.dimensions));
  }
  static constexpr value batch(auto xs, range<bool>, extent, params const& p) {
    return bind<squeeze_t>({detail::shifted(p.dimensions)}, xs[0]);
  }
};

constexpr value squeeze(is_value auto x, axes const& dimensions) { return dimensions.size() ? bind<squeeze_t>({dimensions}, x) : x; }

} // namespace constax::inline CONSTAX_TAG
