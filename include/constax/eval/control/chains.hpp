// SPDX-License-Identifier: BSL-1.0
#pragma once
// chains: groups of carries through the same steps; those that ran the other way are found again from the states that are kept
// (revolve.hpp)
#include <constax/eval/control/equation.hpp>
#include <constax/eval/revolve.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class C, u32 E>
struct chains_node {
  using X = control_equation<C, E>;
  static constexpr u32 groups = static_cast<u32>(X::params()[0]);
  /// The parameters, as arrays.
  struct numbers {
    u32 carry[groups + 1] = {}, first[groups + 1] = {}, ys[groups + 1] = {}, first_y[groups + 1] = {}, level[groups + 1] = {}, consts = 0,
                       first_out = 0, levels = 0;
    bool down[groups + 1] = {};
    i64 slots = 0;
  };
  static constexpr numbers p = [] {
    chains_t::params const q(X::params());
    numbers n;
    for (u32 g = 0; g < groups; ++g) {
      n.carry[g] = q.groups[g].carry, n.ys[g] = q.groups[g].ys, n.down[g] = q.groups[g].down;
      n.first[g + 1] = n.first[g] + n.carry[g], n.first_y[g + 1] = n.first_y[g] + n.ys[g];
      if (g == 0 || n.down[g] != n.down[g - 1]) ++n.levels;
      n.level[g] = n.levels - 1;
    }
    n.consts = q.consts, n.first_out = q.first_out, n.slots = q.slots > 0 ? q.slots : 1;
    return n;
  }();
  static constexpr u32 all_carries = p.first[groups], first_carry = 1 + p.consts, first_slice = first_carry + all_carries,
                       n_slices = X::e.n_in - first_slice;
  static constexpr u32 out_carries = all_carries - p.first[p.first_out];

  /// The carries of groups that run the same way, one after the other: a level.
  static constexpr u32 first_of_level(u32 l) {
    u32 g = 0;
    while (g < groups && p.level[g] < l) ++g;
    return g;
  }
  template <u32 L>
  struct level {
    static constexpr u32 begin = first_of_level(L), end = first_of_level(L + 1);
    static constexpr bool down = p.down[begin], top = L + 1 == p.levels;
    using state = carries<C, E, first_carry + p.first[begin], p.first[end] - p.first[begin]>;
    /// States kept, the one at hand, and the one being made; the top level is never read again.
    CONSTAX_INLINE static constexpr i64 bytes(i64 const* symbols) noexcept { return state::bytes(symbols) * (top ? 2 : p.slots + 2); }
  };
  static constexpr void each_function(auto const& f) { X::template each_of_functions<groups>(f); }
  static constexpr i64 bytes(i64 const* symbols, i64 team) noexcept {
    i64 n = X::copies_bytes(symbols), most = 0;
    static_for<p.levels>([&](auto l) { n += level<l>::bytes(symbols); });
    static_for<groups>([&](auto g) {
      if (i64 const b = X::template function_bytes<g>(symbols, team); b > most) most = b;
    });
    return n + most;
  }

  /// One run of the equation.
  struct walker {
    frame const& f;
    void const* operands[X::e.n_in];
    i64 trips;
    /// The buffers of a level change roles, and are never copied: the state at hand, the one being made, those kept; the rest is spare.
    struct buffers {
      std::byte *now, *next, *held[static_cast<u32>(p.slots)], *spare[static_cast<u32>(p.slots)];
      i64 n_spare = 0;
      bool now_is_held = false;
      CONSTAX_INLINE void keep(i64 k) noexcept { held[k] = now, now_is_held = true; }
      CONSTAX_INLINE void release(i64 k) noexcept {
        if (now_is_held && held[k] == now) now_is_held = false;
        else spare[n_spare++] = held[k];
      }
      /// A held state at hand, or, for -1, room for the first.
      CONSTAX_INLINE void restore(i64 k) noexcept {
        if (k < 0) {
          if (now_is_held) now = spare[--n_spare], now_is_held = false;
          return;
        }
        if (!now_is_held) spare[n_spare++] = now;
        now = held[k], now_is_held = true;
      }
      CONSTAX_INLINE void step() noexcept {
        std::byte* const previous = now;
        now = next;
        if (now_is_held) next = spare[--n_spare], now_is_held = false;
        else next = previous;
      }
    };
    std::byte* area;
    buffers at[p.levels];
    kept_states kept[p.levels];
    i64 steps[p.levels][static_cast<u32>(p.slots)]; // of those kept

    explicit walker(frame const& call) noexcept : f(call), area(call.area) {
      X::find_operands(f, operands, area);
      trips = *static_cast<i64 const*>(operands[0]);
      static_for<p.levels>([&](auto l) {
        i64 const state = level<l>::state::bytes(f.symbols);
        at[l].now = area, at[l].next = area + state;
        if constexpr (!level<l>::top)
          for (i64 k = p.slots; k-- > 0;) at[l].spare[at[l].n_spare++] = area + (2 + k) * state;
        area += level<l>::bytes(f.symbols);
        kept[l].steps = steps[l], kept[l].slots = p.slots;
        level<l>::state::fill(at[l].now, operands, f.symbols);
      });
    }
    /// The step that level L takes after `done` of its own, and how many it has done before a step.
    template <u32 L>
    CONSTAX_INLINE i64 turned(i64 done) const noexcept {
      return level<L>::down ? trips - 1 - done : done;
    }
    /// A step of level L: its groups read what the levels below enter that step with, and their own carries.
    template <u32 L>
    CONSTAX_INLINE void go() noexcept {
      i64 const step = turned<L>(kept[L].at), *const symbols = f.symbols;
      std::byte const* entering[p.levels];
      static_for<L>([&](auto k) { // the highest first: finding its state moves those of the levels below
        constexpr u32 l = L - 1 - k;
        entering[l] = find<l>(turned<l>(step));
      });
      entering[L] = at[L].now;
      using top = level<L>;
      static_for<top::end - top::begin>([&](auto k) {
        constexpr u32 g = top::begin + k;
        void const* in[X::e.n_in];
        void* out[p.carry[g] + p.ys[g]];
        static_for<p.consts>([&](auto i) { in[i] = operands[1 + i]; });
        static_for<L + 1>([&](auto l) {
          level<l>::state::each(symbols, [&](auto i, i64 offset) {
            constexpr u32 c = p.first[level<l>::begin] + i;
            if constexpr (c < p.first[g + 1]) in[p.consts + c] = entering[l] + offset;
          });
        });
        static_for<n_slices>([&](auto i) {
          in[p.consts + p.first[g + 1] + i] =
              static_cast<std::byte const*>(operands[first_slice + i]) + step * X::template slice_bytes<first_slice + i>(symbols);
        });
        top::state::each(symbols, [&](auto i, i64 offset) {
          constexpr u32 c = p.first[top::begin] + i;
          if constexpr (c >= p.first[g] && c < p.first[g + 1]) out[c - p.first[g]] = at[L].next + offset;
        });
        static_for<p.ys[g]>([&](auto i) {
          constexpr u32 y = out_carries + p.first_y[g] + i;
          out[p.carry[g] + i] = X::template result<y>(f) + step * X::template slice_bytes_of_type<C::value.vars[X::e.out + y]>(symbols);
        });
        constax::run<typename X::template function<g>>(in, out, area, symbols, f.team);
      });
      at[L].step();
    }
    /// The state of level L after `done` steps of its own: kept, or computed from the nearest that is (revolve.hpp).
    template <u32 L>
    std::byte const* find(i64 done) noexcept {
      buffers& mine = at[L];
      i64 const k = kept[L].find(
          done,
          [&](i64 from) {
            mine.restore(from);
            if (from < 0) level<L>::state::fill(mine.now, operands, f.symbols);
          },
          [&] { go<L>(); }, [&](i64 to) { mine.keep(to); }, [&](i64 to) { mine.release(to); });
      return k < 0 ? mine.now : mine.held[k];
    }
  };

  static void run(frame const& f) noexcept {
    walker w(f);
    constexpr u32 top = p.levels - 1;
    for (i64& done = w.kept[top].at; done < w.trips; ++done) w.template go<top>();
    // Results of levels below the top that are asked for: their last states.
    static_for<p.levels>([&](auto l) {
      using here = level<l>;
      if constexpr (here::end > p.first_out) {
        std::byte const* const last = here::top ? w.at[l].now : w.template find<l>(w.trips);
        here::state::each(f.symbols, [&](auto i, i64 offset) {
          constexpr u32 c = p.first[here::begin] + i;
          if constexpr (c >= p.first[p.first_out])
            X::copy(X::template result<c - p.first[p.first_out]>(f), last + offset, X::template bytes_of<first_carry + c>(f.symbols));
        });
      }
    });
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
