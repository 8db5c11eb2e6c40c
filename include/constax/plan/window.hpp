// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/movement.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elements start, start + 1, ... along each axis, also before the first and behind the last, where they are undefined: no result may
/// depend on them
/// (`inside` says where they are). window[start, shape] : T[s] -> T[shape]        made by the planner (windows.hpp), and by nobody else
struct window_t : movement<window_t> {
  static constexpr std::string_view name = "window";
  struct params {
    shape start, to;
    static constexpr char const* names[] = {"start", "shape"};
  };
  static constexpr typed type(operand_types xs, params const& p) {
    aval const& x = *xs[0];
    if (p.start.rank != x.rank() || p.to.rank != x.rank())
      return fault{fault_code::bad_params, {}, "a start and a length per axis are needed", x};
    return aval{x.type, p.to};
  }
  static constexpr affine_map affine(params const& p, shape const& in) {
    affine_map m;
    for (int d = 0; d < in.rank; ++d) m.axis[d] = d, m.start[d] = p.start[d];
    return m;
  }
  static constexpr bool beyond(params const& p, lengths const* operands, i64 const* at) {
    bool outside = false;
    for (int d = 0; d < p.start.rank; ++d) {
      i64 const i = at[d] + p.start[d].number;
      outside |= i < 0 || i >= operands[0][d];
    }
    return outside;
  }
  /// What is read beyond the ends: the nearest element would do, or any other.
  static constexpr element_source source(params const& p, lengths const* operands, lengths const& result, i64 const* at) {
    element_source e;
    for (int d = 0; d < result.rank; ++d) {
      i64 const i = at[d] + p.start[d].number;
      e.at[d] = i < 0 ? 0 : i < operands[0][d] ? i : operands[0][d] - 1;
    }
    return e;
  }
};

} // namespace constax::inline CONSTAX_TAG
