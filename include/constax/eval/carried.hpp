// SPDX-License-Identifier: BSL-1.0
#pragma once
// carried: whole registers of lanes one behind the other, where neighbours share what they compute (plan/carry.hpp). What the next register
// needs waits in one.
#include <constax/eval/point.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Kernel: its steps and registers, of kernel.hpp.
template <class Kernel>
struct carried_values {
  using C = typename Kernel::program;
  using preloaded_set = typename Kernel::preloaded_set;
  using accumulators = typename Kernel::accumulators;
  using register_set = typename Kernel::register_set;
  static constexpr node const& n = Kernel::n;
  static constexpr int W = Kernel::W;
  static constexpr bool any = n.n_carried > 0;

  static constexpr carried_step const& step_at(u32 i) { return C::value.carried[n.carried + n.n_first + i]; }
  static constexpr u32 variable(u32 s) { return C::value.eqns[Kernel::step_at(s).at].out; }
  static constexpr dtype type(u32 s) { return C::value.type(variable(s)).type; }
  static constexpr u32 width(u32 s) { return unrolled_count(C::value.shape_of(variable(s)), C::value.made[variable(s)]); }

  /// The values that wait: the step that gives each, the step that takes it from furthest before, and the first register among those of its
  /// type.
  struct sources {
    u32 count = 0, of[n.n_carried + 1] = {}, taken[n.n_carried + 1] = {}, place[n.n_carried + 1] = {};
    int by[n.n_carried + 1] = {};
    register_counts registers;
  };
  static constexpr sources all = [] {
    sources r;
    for (u32 i = 0; i < n.n_carried; ++i) {
      carried_step const& at = step_at(i);
      if (at.from == carried_step::none) continue;
      u32 k = 0;
      while (k < r.count && r.of[k] != at.from) ++k;
      if (k == r.count) {
        u32& held = r.registers.of[static_cast<u8>(type(at.from))];
        ++r.count, r.of[k] = at.from, r.place[k] = held, held += width(at.from);
      }
      if (at.by > r.by[k]) r.by[k] = at.by, r.taken[k] = at.step;
    }
    return r;
  }();
  static constexpr u32 number_of(u32 step) {
    u32 k = 0;
    while (all.of[k] != step) ++k;
    return k;
  }

  using waiting = registers<W, all.registers>;
  /// f.template operator()<T>(u, register): for each register of the K-th value that waits.
  template <u32 K>
  CONSTAX_INLINE static void each_register(waiting& held, auto&& f) noexcept {
    using T = element_of<type(all.of[K])>;
    static_for<width(all.of[K])>([&](auto u) CONSTAX_INLINED { f.template operator()<T>(u, held.template file<T>()[all.place[K] + u]); });
  }
  template <u32 S, class T>
  CONSTAX_INLINE static auto& value(register_set& regs, u32 u) noexcept {
    return regs.template file<T>()[C::value.regs[variable(S)] + u];
  }

  /// What waits, as if the register before p had been there.
  template <class Call>
  CONSTAX_INLINE static void begin(Call const& c, position const& p, preloaded_set& pre, waiting& held) noexcept {
    register_set regs;
    accumulators none;
    static_for<n.n_first>([&](auto i) CONSTAX_INLINED {
      Kernel::template run_step<true, C::value.carried[n.carried + i].step>(c.memory, c.symbols, p, regs, pre, none);
    });
    static_for<all.count>([&](auto k) CONSTAX_INLINED {
      each_register<k>(held, [&]<class T>(auto u, auto& x) CONSTAX_INLINED {
        auto const& taken = value<all.taken[k], T>(regs, u);
        x = following<all.by[k]>(taken, taken);
      });
    });
  }
  /// All steps at p, the register behind the one before.
  template <class Call>
  CONSTAX_INLINE static void body(Call const& c, position const& p, preloaded_set& pre, accumulators& acc, waiting& held) noexcept {
    register_set regs;
    static_for<n.n_carried>([&](auto i) CONSTAX_INLINED {
      constexpr carried_step at = step_at(i);
      if constexpr (at.from == carried_step::none) Kernel::template run_step<true, at.step>(c.memory, c.symbols, p, regs, pre, acc);
      else
        each_register<number_of(at.from)>(held, [&]<class T>(auto u, auto& x) CONSTAX_INLINED {
          value<at.step, T>(regs, u) = following<W - at.by>(x, value<at.from, T>(regs, u));
        });
    });
    static_for<all.count>([&](auto k) CONSTAX_INLINED {
      each_register<k>(held, [&]<class T>(auto u, auto& x) CONSTAX_INLINED { x = value<all.of[k], T>(regs, u); });
    });
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
