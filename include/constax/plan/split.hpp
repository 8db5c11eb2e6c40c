// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/movement.hpp>

namespace constax::inline CONSTAX_TAG {

/// A reshape that takes axes apart and joins none: each axis of the result walks along one of the operand, so that it is a view, in any
/// layout. split[shape] : T[s] -> T[shape]        made by the planner (prepare.hpp) of reshapes, and by nobody else
struct split_t : movement<split_t> {
  static constexpr std::string_view name = "split";
  struct params {
    shape to;
    static constexpr char const* names[] = {"shape"};
  };
  static constexpr void resize(params& p, int result_axis, int, extent to) { p.to[result_axis] = to; }
  static constexpr typed type(operand_types xs, params const& p) {
    aval const& x = *xs[0];
    if (!splits(x.shape, p.to)) return fault{fault_code::bad_params, {}, "axes of the operand would be joined", x};
    return aval{x.type, p.to};
  }
  static constexpr affine_map affine(params const& p, shape const& in) { return find(in, p.to).map; }

  /// Is a reshape from one shape to the other of this kind? [600] -> [20,30], [5n,m] -> [n,5,m,1]; axes of length 1 come and go.
  static constexpr bool splits(shape const& from, shape const& to) { return find(from, to).found; }

private:
  struct answer {
    affine_map map;
    bool found;
  };
  /// From the last axis to the first: axes of the result until their lengths make that of the operand's.
  static constexpr answer find(shape const& from, shape const& to) {
    answer a{{}, false};
    int d = to.rank;
    for (int q = from.rank; q-- > 0;) {
      i64 inside = 1;
      for (extent made(1); !(made == from[q]);) {
        if (d == 0) return a;
        extent const& n = to[--d];
        a.map.axis[d] = q, a.map.step[d] = inside, made = n * inside;
        if (made == from[q]) break;
        if (!n.is_number() || n.number < 1) return a;
        inside *= n.number;
      }
    }
    while (d > 0)
      if (!(to[--d] == extent(1))) return a;
    a.found = true;
    return a;
  }
};

} // namespace constax::inline CONSTAX_TAG
