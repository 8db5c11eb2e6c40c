// SPDX-License-Identifier: BSL-1.0
#pragma once
// phases: whole registers of lanes of a kernel that is cut in two (plan/phases.hpp). A strip's first phases run one after another, and what
// the second ones need of them waits on the stack.
#include <constax/eval/access.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class Kernel>
struct in_phases {
  using C = typename Kernel::program;
  static constexpr node const& n = Kernel::n;
  static constexpr int strip = 8, W = Kernel::W; // a strip in registers of lanes

  /// The variables that cross.
  struct variables {
    u32 count = 0, of[64] = {};
  };
  static constexpr variables crossing = [] {
    auto const& c = C::value;
    variables all;
    bool made[sizeof c.vars / sizeof *c.vars] = {};
    for (u32 s = 0; s < n.n_steps; ++s) {
      step const& at = c.steps[n.steps + s];
      if (at.kind != step_kind::compute) continue;
      code_eqn const& e = c.eqns[at.at];
      for (u32 v = e.out; s < n.second && v < e.out + e.n_out; ++v) made[v] = true;
      for (u32 i = e.in; s >= n.second && i < e.in + e.n_in; ++i)
        if (!c.atoms[i].is_literal() && made[c.atoms[i].var()]) made[c.atoms[i].var()] = false, all.of[all.count++] = c.atoms[i].var();
    }
    return all;
  }();
  static constexpr u32 width(u32 v) { return unrolled_count(C::value.shape_of(v), C::value.made[v]); }
  /// The first register among those of its type that wait.
  static constexpr u32 place_of(u32 k) {
    u32 at = 0;
    for (u32 i = 0; i < k; ++i)
      if (C::value.type(crossing.of[i]).type == C::value.type(crossing.of[k]).type) at += width(crossing.of[i]);
    return at;
  }
  static constexpr register_counts counts = [] {
    register_counts r;
    for (u32 k = 0; k < crossing.count; ++k) r.of[static_cast<u8>(C::value.type(crossing.of[k]).type)] += width(crossing.of[k]);
    return r;
  }();
  using waiting = registers<W, counts>;
  template <bool Back>
  CONSTAX_INLINE static void move(typename Kernel::register_set& regs, waiting& to) noexcept {
    static_for<crossing.count>([&](auto k) CONSTAX_INLINED {
      constexpr u32 v = crossing.of[k], first = C::value.regs[v], at = place_of(k);
      using T = element_of<C::value.type(v).type>;
      static_for<width(v)>([&](auto u) CONSTAX_INLINED {
        auto &here = regs.template file<T>()[first + u], &there = to.template file<T>()[at + u];
        if constexpr (Back) here = there;
        else there = here;
      });
    });
  }

  /// From i on -> where it ends: before `end`, by less than a register.
  template <class Call, class Position, class Preloaded>
  CONSTAX_INLINE static i64 run(Call const& c, Position& p, i64 i, i64 end, Preloaded& pre) noexcept {
    constexpr int axis = Kernel::lane_axis;
    waiting of[strip];
    typename Kernel::accumulators none;
    for (i64 count; (count = (end - i) / W < strip ? (end - i) / W : strip) > 0; i += count * W) {
      for (i64 k = 0; k < count; ++k) {
        typename Kernel::register_set regs;
        p.at[axis] = i + k * W;
        Kernel::template some_steps<true, 0>(c.memory, c.symbols, p, regs, pre, none, std::make_index_sequence<n.second>{});
        move<false>(regs, of[k]);
      }
      for (i64 k = 0; k < count; ++k) {
        typename Kernel::register_set regs;
        p.at[axis] = i + k * W;
        move<true>(regs, of[k]);
        Kernel::template some_steps<true, n.second>(c.memory, c.symbols, p, regs, pre, none,
                                                    std::make_index_sequence<n.n_steps - n.second>{});
      }
    }
    return i;
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
