// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/movement.hpp>

namespace constax::inline CONSTAX_TAG {

/// Axes in another order: axis d of the result is axis permutation[d] of x. transpose[permutation] : T[s] -> T[permuted s]
struct transpose_t : movement<transpose_t> {
  static constexpr std::string_view name = "transpose";
  struct params {
    axes permutation;
    static constexpr char const* names[] = {"permutation"};
  };
  static constexpr typed type(operand_types xs, params const& p) {
    aval const& x = *xs[0];
    aval y{x.type, {}};
    if (p.permutation.size() != x.rank()) return fault{fault_code::bad_params, {}, "the permutation names each axis once", x};
    bool seen[max_rank] = {};
    for (i64 d : p.permutation) {
      if (d < 0 || d >= x.rank() || seen[d]) return fault{fault_code::bad_axis, {}, "the permutation names each axis once", x, {}, d};
      seen[d] = true;
      y.shape.push(x.shape[static_cast<int>(d)]);
    }
    return y;
  }
  static constexpr affine_map affine(params const& p, shape const&) {
    affine_map m;
    for (int d = 0; d < p.permutation.size(); ++d) m.axis[d] = p.permutation[d];
    return m;
  }
  static constexpr value transpose(auto ct, u32, auto, params const& p) {
    axes back = p.permutation;
    for (int d = 0; d < back.size(); ++d) back.at[p.permutation[d]] = d;
    return bind<transpose_t>({back}, ct);
  }
  static constexpr value batch(auto xs, range<bool>, extent, params const& p) {
    axes q{0};
    for (i64 d : p.permutation) q.push(d + 1);
    return bind<transpose_t>({q}, xs[0]);
  }
};

constexpr value transpose(is_value auto x, axes const& permutation) {
  bool sorted = true;
  for (int d = 0; d < permutation.size(); ++d) sorted &= permutation[d] == d;
  return sorted ? x : bind<transpose_t>({permutation}, x);
}

} // namespace constax::inline CONSTAX_TAG
