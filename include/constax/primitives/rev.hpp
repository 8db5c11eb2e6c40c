// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/broadcast_in_dim.hpp>
#include <constax/primitives/reduction.hpp>

namespace constax::inline CONSTAX_TAG {

/// x backwards along axes. rev[dimensions] : T[s] -> T[s]
struct rev_t : movement<rev_t> {
  static constexpr std::string_view name = "rev";
  struct params {
    axes dimensions;
    static constexpr char const* names[] = {"dimensions"};
  };
  static constexpr typed type(operand_types xs, params const& p) {
    typed const t = detail::without_axes(*xs[0], p.dimensions, xs[0]->type);
    if (t.fault) return t;
    return *xs[0];
  }
  static constexpr affine_map affine(params const& p, shape const& in) {
    affine_map m;
    for (int d = 0; d < in.rank; ++d) {
      m.axis[d] = d;
      if (p.dimensions.contains(d)) m.step[d] = -1, m.start[d] = in[d] - extent(1);
    }
    return m;
  }
  static constexpr value transpose(auto ct, u32, auto, params const& p) { return bind<rev_t>(p, ct); }
  static constexpr value batch(auto xs, range<bool>, extent, params const& p) {
    return bind<rev_t>({detail::shifted(p.dimensions)}, xs[0]);
  }
};

constexpr value rev(is_value auto x, axes const& dimensions) { return dimensions.size() ? bind<rev_t>({dimensions}, x) : x; }

} // namespace constax::inline CONSTAX_TAG
