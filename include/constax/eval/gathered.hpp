// SPDX-License-Identifier: BSL-1.0
#pragma once
// gathered: lanes that lie apart along their axis and beside each other along another one: a transpose beside what is none.
//
// The lines of the cache that one row of lanes is gathered from serve the next rows too, unless they meet in the same few sets of the
// cache. Then both axes are taken in tiles, as many rows as a line has elements: x + transpose(x) of 1024 x 1024 3.3 -> 1.4 ns an element,
// of 128 x 128 0.9 -> 0.3. Where lines do not meet, tiles keep the processor from reading ahead: exp(transpose(x)) + y of 1000 x 1000 1.5
// -> 3.3 (docs/decisions/0030).
#include <constax/eval/point.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Kernel: its steps and axes, of kernel.hpp.
template <class Kernel>
struct gathered_lanes {
  using C = typename Kernel::program;
  using call = typename Kernel::call;

  /// The axis along which step S, a load, takes neighbours, while its lanes lie apart, or -1.
  template <u32 S>
  static constexpr int axis_of_neighbours() {
    constexpr u32 v = Kernel::step_at(S).at, loops = C::value.loops[v];
    using L = layout<C, v>;
    constexpr int rank = C::value.shape_of(v).rank, along_lanes = axis_along(loops, rank, Kernel::lane_axis);
    if constexpr (along_lanes >= 0)
      if constexpr (L::direction(along_lanes) == L::along::strided)
        for (int d = 0; d < rank; ++d)
          if ((loops >> d & 1) && L::direction(d) == L::along::unit) return nest_axis(loops, d);
    return -1;
  }
  /// The templates above are one for each load: only where there are views.
  static constexpr bool is_worth_a_look() {
    if (Kernel::rank < 2 || Kernel::exit_axis >= 0 || Kernel::has_edges || Kernel::n.second) return false;
    bool views = C::has_layouts;
    for (u32 s = 0; s < Kernel::n.n_steps; ++s)
      views = views || (Kernel::step_at(s).kind == step_kind::load && C::value.places[Kernel::step_at(s).at].view >= 0);
    return views;
  }
  static constexpr int find_across() {
    int axis = -1;
    if constexpr (is_worth_a_look())
      Kernel::template each_step<step_kind::load>([&](auto s) {
        if (constexpr int a = axis_of_neighbours<s>(); a >= 0) axis = a;
      });
    return axis;
  }
  static constexpr int across = find_across();
  static constexpr i64 rows_of_tile = static_cast<i64>(cache_line) / Kernel::n.width_bytes;

  /// Do lines meet in this call? Those of lanes that are a multiple of eight lines apart.
  CONSTAX_INLINE static bool lines_meet(call const& c) noexcept {
    bool meet = false;
    Kernel::template each_step<step_kind::load>([&](auto s) {
      if constexpr (axis_of_neighbours<s>() == across) {
        constexpr u32 v = Kernel::step_at(s).at;
        using T = element_of<C::value.type(v).type>;
        constexpr int d = axis_along(C::value.loops[v], C::value.shape_of(v).rank, Kernel::lane_axis);
        meet = meet || layout<C, v>::template stride<d>(c.symbols) * static_cast<i64>(sizeof(T)) % (8 * static_cast<i64>(cache_line)) == 0;
      }
    });
    return meet;
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
