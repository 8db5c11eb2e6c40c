// SPDX-License-Identifier: BSL-1.0
#pragma once
// region: strips of one axis, each through all nodes of the body. What lives inside stays in strip buffers; what leaves by a sum goes on
// in chains from strip to strip, a total for each block of the canonical order (primitives/order.hpp), one for each group.
//
//   for group in my groups: for block in group: for strip in block: the body's nodes;  block's chains are folded; groups in the fixed tree
//
// The area of a region in the workspace: totals of all groups, then for each thread its strip buffers and chains. Threads take groups;
// without exits, strips. Where these are fewer than the threads, and long, threads share the loops in each strip (kernel.hpp): of exits
// too large for many groups an axis that they carry, of few long rows the rows. Bits depend on none of it.
#include <constax/eval/dot.hpp>
#include <constax/eval/kernel.hpp>
#include <constax/lane/stream.hpp>
#include <constax/plan/workspace.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class C, u32 K>
CONSTAX_INLINE void run_node(frame const& f) noexcept;
/// What a node of a region does before the first strip.
template <class C, u32 K>
CONSTAX_INLINE void begin_node(frame const& f) noexcept;

/// Exits from regions come in runs, which one loop clears and folds: consecutive ones of one kernel, of one type and rule, side by side in
/// their chains. (The 231 of gmm's gradient, d = 20, are 13. One by one they took a fifth of a call with five components, and a tenth of
/// the compiler's time.)
template <class C>
struct exit_runs {
  u32 node[C::value.n_exits ? C::value.n_exits : 1] = {}; // the kernel of each
  u32 count[C::value.n_exits ? C::value.n_exits : 1] = {}; // of each that a run begins with: how many they are; 0: of the others
  constexpr exit_runs() {
    auto const& c = C::value;
    for (u32 k = 0; k < c.n_nodes; ++k)
      for (u32 s = c.nodes[k].steps; s < c.nodes[k].steps + c.nodes[k].n_steps; ++s)
        if (c.steps[s].kind == step_kind::exit)
          for (u32 x = 0; x < c.n_exits; ++x)
            if (c.exits[x].eqn == c.steps[s].at) node[x] = k;
    for (u32 x = 0, first = 0; x < c.n_exits; ++x) {
      if (x == 0 || !alike(first, x)) first = x;
      ++count[first];
    }
  }

private:
  constexpr bool alike(u32 x, u32 y) const {
    auto const& c = C::value;
    code_eqn const &a = c.eqns[c.exits[x].eqn], &b = c.eqns[c.exits[y].eqn];
    return node[x] == node[y] && c.nodes[node[x]].lane_axis == c.nodes[node[x]].exit_axis && a.prim == b.prim &&
           c.type(a.out).type == c.type(b.out).type && exit_width<C>(c.exits[x].eqn) == exit_width<C>(c.exits[y].eqn);
  }
};
template <class C>
inline constexpr exit_runs<C> runs_of{};

/// The run that begins with exit X.
template <class C, u32 X>
struct leaving {
  static constexpr u32 eqn = C::value.exits[X].eqn, out = C::value.eqns[eqn].out, count = runs_of<C>.count[X];
  static constexpr u32 type = C::value.vars[out];
  using T = element_of<C::value.type(out).type>;
  using rule = exit_rule<C, eqn>;
  static constexpr int chains = chains_of(dtype_of<T>);
  using K = kernel<C, runs_of<C>.node[X]>;
  static constexpr bool together = K::lane_axis == K::exit_axis; // the chains of an item are neighbours
  static constexpr i64 width = i64{count} * K::exit_width(eqn);  // of an item
  static constexpr i64 bytes(i64 const* symbols) noexcept { return bytes_of_type<C, type>(symbols); } // of one of them
  static i64 items(i64 const* symbols) noexcept { return count * (bytes(symbols) / static_cast<i64>(sizeof(T))); }
  static constexpr i64 groups(i64 n, i64 const* symbols) noexcept {
    return n <= short_sum ? 1 : group_count(n, bytes_of_all_rows<C, out>(bytes(symbols), symbols));
  }
  static constexpr i64 bytes_of_chains(i64 const* symbols) noexcept { return count * stagger(bytes(symbols) * chains); }
  static constexpr i64 bytes_of_totals(i64 n, i64 const* symbols) noexcept { return count * stagger(bytes(symbols) * groups(n, symbols)); }
};

/// Calls f(number) for each run of exits of region R.
template <class C, u32 R, class F>
CONSTAX_INLINE constexpr void each_leaving(F&& f) noexcept {
  static_for<C::value.n_exits>([&](auto x) {
    if constexpr (C::value.exits[x].region == R && runs_of<C>.count[x] > 0) f(x);
  });
}
template <class C, u32 R>
CONSTAX_INLINE constexpr i64 bytes_of_thread(i64 const* symbols) noexcept {
  i64 bytes = 0;
  static_for<C::value.n_strips>([&](auto s) {
    if constexpr (C::value.strips[s].region == R) bytes += stagger(bytes_of_type<C, C::value.strips[s].type>(symbols));
  });
  each_leaving<C, R>([&](auto x) { bytes += leaving<C, x>::bytes_of_chains(symbols); });
  return bytes;
}
template <class C, u32 R>
CONSTAX_INLINE constexpr i64 bytes_of_totals(i64 n, i64 const* symbols) noexcept {
  i64 bytes = 0;
  each_leaving<C, R>([&](auto x) { bytes += leaving<C, x>::bytes_of_totals(n, symbols); });
  return bytes;
}

template <class C, u32 K>
struct region {
  static constexpr node const& n = C::value.nodes[K];
  static constexpr u32 R = n.region;
  static constexpr i64 strip = n.strip;

  static constexpr i64 length(i64 const* symbols) noexcept { return bound_length<C, n.nest.dims[0]>(symbols); }
  static constexpr parts_of_region parts(i64 const* symbols) noexcept {
    i64 const count = length(symbols);
    parts_of_region all(count, strip);
    each_leaving<C, R>([&](auto x) { all.leave(leaving<C, x>::groups(count, symbols)); });
    return all;
  }
  static constexpr i64 bytes(i64 const* symbols, i64 team) noexcept {
    return bytes_of_totals<C, R>(length(symbols), symbols) + parts(symbols).buffers(team) * bytes_of_thread<C, R>(symbols);
  }

  /// What one thread works with.
  struct worker {
    frame f;
    void* memory[C::value.n_memories ? C::value.n_memories : 1];
    std::byte* buffer[C::value.n_strips ? C::value.n_strips : 1];
    std::byte* chains[C::value.n_exits ? C::value.n_exits : 1];

    /// within: the team that shares each strip.
    worker(frame const& of, std::byte* at, i64 within) noexcept : f(of) {
      f.team = within;
      for (u32 m = 0; m < C::value.n_memories; ++m) memory[m] = of.memory[m];
      static_for<C::value.n_strips>([&](auto s) {
        if constexpr (C::value.strips[s].region == R) buffer[s] = at, at += stagger(bytes_of_type<C, C::value.strips[s].type>(f.symbols));
      });
      each_leaving<C, R>([&](auto x) { chains[x] = at, at += leaving<C, x>::bytes_of_chains(f.symbols); });
      f.memory = memory, f.chains = chains;
    }
    worker(worker const&) = delete;
    ~worker() {
      if constexpr (writes_rows) end_of_streams();
    }

    /// One strip. Strip buffers are addressed by places of the whole axis, like everything else: their first element moves along.
    void run(i64 first, i64 last) noexcept {
      f.first = first, f.last = last;
      static_for<C::value.n_memories>([&](auto m) {
        constexpr constax::memory at = C::value.memories[m];
        if constexpr (at.kind == memory_kind::strip)
          if constexpr (C::value.strips[at.index].region == R) {
            i64 const back =
                first * memory_stride<C, -1, at.type, C::value.strips[at.index].axis>(f.symbols) * info(C::value.avals[at.type].type).bytes;
            memory[m] = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(buffer[at.index]) - static_cast<std::uintptr_t>(back));
          }
      });
      static_for<n.body>([&](auto k) { run_node<C, K + 1 + k>(f); });
    }
    /// Calls f(chains, k) for each item of a run, whose total is the k-th; chain q is at [q * stride<X>()].
    template <u32 X, class F>
    CONSTAX_INLINE void each_item(F&& f_of) noexcept {
      using L = leaving<C, X>;
      using T = typename L::T;
      i64 const items = L::items(f.symbols);
      if constexpr (L::together) {
        using sums = strip_sums<typename L::K>;
        for (i64 i = 0, k = 0; k < items; ++i) {
          T* at = sums::template chains_among<L::eqn, T>(sums::chains_of_item(chains, i), 0);
          for (i64 const end = k + L::width; k < end; ++k, at += L::chains) f_of(at, k);
        }
      } else {
        T* const at = reinterpret_cast<T*>(chains[X]);
        for (i64 k = 0; k < items; ++k) f_of(at + k, k);
      }
    }
    template <u32 X>
    CONSTAX_INLINE i64 stride() const noexcept {
      return leaving<C, X>::together ? 1 : leaving<C, X>::items(f.symbols);
    }
    template <u32 X>
    void clear() noexcept {
      using L = leaving<C, X>;
      i64 const apart = stride<X>();
      each_item<X>([&](typename L::T* at, i64) CONSTAX_INLINED {
        for (int q = 0; q < L::chains; ++q) at[q * apart] = L::rule::template identity<typename L::T>;
      });
    }
    /// total = total combined with the block's chains; a short sum has one.
    template <u32 X>
    void fold(typename leaving<C, X>::T* total, bool one_chain) noexcept {
      using L = leaving<C, X>;
      using T = typename L::T;
      i64 const apart = stride<X>();
      each_item<X>([&](T const* at, i64 k) CONSTAX_INLINED {
        if (one_chain) {
          total[k] = at[0];
          return;
        }
        T t[L::chains];
        for (int q = 0; q < L::chains; ++q) t[q] = at[q * apart];
        for (int half = L::chains / 2; half > 0; half /= 2)
          for (int q = 0; q < half; ++q) t[q] = static_cast<T>(L::rule::combine(t[q], t[q + half]));
        total[k] = static_cast<T>(L::rule::combine(total[k], t[0]));
      });
    }
  };

  /// totals[x]: those of the groups of exit x, one after the other.
  struct totals {
    std::byte* of[C::value.n_exits ? C::value.n_exits : 1];
    template <u32 X>
    CONSTAX_INLINE auto* at(i64 group, i64 const* symbols) const noexcept {
      return reinterpret_cast<typename leaving<C, X>::T*>(of[X]) + group * leaving<C, X>::items(symbols);
    }
  };

  static void run(frame const& f) noexcept {
    i64 const count = length(f.symbols);
    std::byte* at = f.area;
    totals all;
    each_leaving<C, R>([&](auto x) { all.of[x] = at, at += leaving<C, x>::bytes_of_totals(count, f.symbols); });
    i64 const per_thread = bytes_of_thread<C, R>(f.symbols), parts_here = parts(f.symbols).count();
    i64 const at_once = has_exits && count <= short_sum ? 1 : count < strip ? count : strip; // elements of the axis
    i64 const within = parts_here < f.team && work(f, at_once) >= n.body * team_threshold ? f.team : 1;
    i64 const team = within == 1 && work(f, count) >= team_threshold ? f.team : 1;
    static_for<n.body>([&](auto k) { begin_node<C, K + 1 + k>(f); });
    if constexpr (!has_exits) {
      share_among(team, parts_here, [&](i64 me, i64 first, i64 last) {
        worker w(f, at + me * per_thread, within);
        for (i64 s = first; s < last; ++s) w.run(s * strip, (s + 1) * strip < count ? (s + 1) * strip : count);
      });
    } else if (count <= short_sum) {
      worker w(f, at, within);
      each_leaving<C, R>([&](auto x) { w.template clear<x>(); });
      for (i64 i = 0; i < count; ++i) w.run(i, i + 1); // one by one, left to right
      each_leaving<C, R>([&](auto x) { w.template fold<x>(all.template at<x>(0, f.symbols), true); });
    } else {
      // Exits of unequal size may have unequal groups: then one thread takes all blocks, and each exit closes its groups when they end.
      i64 const blocks = block_count(count);
      share_among(team, parts_here, [&](i64 me, i64 first, i64 last) {
        worker w(f, at + me * per_thread, within);
        i64 group[C::value.n_exits];
        each_leaving<C, R>([&](auto x) { group[x] = first - 1; });
        for (i64 b = group_begin(first, parts_here, blocks); b < group_begin(last, parts_here, blocks); ++b) {
          each_leaving<C, R>([&](auto x) {
            if (b == group_begin(group[x] + 1, leaving<C, x>::groups(count, f.symbols), blocks)) start<x>(all, ++group[x], f.symbols);
            w.template clear<x>();
          });
          i64 const end = (b + 1) * block_length < count ? (b + 1) * block_length : count;
          for (i64 i = b * block_length; i < end; i += strip) w.run(i, i + strip < end ? i + strip : end);
          each_leaving<C, R>([&](auto x) { w.template fold<x>(all.template at<x>(group[x], f.symbols), false); });
        }
      });
    }
    each_leaving<C, R>([&](auto x) { finish<x>(f, all, count); });
  }

private:
  /// Are rows of structures written? (Where they go past the caches, what reads them next has to wait for the last of them.)
  static constexpr bool writes_rows = [] {
    bool any = false;
    static_for<n.body>([&](auto k) {
      constexpr u32 of = K + 1 + k;
      if constexpr (C::value.nodes[of].kind == node_kind::pack) any = true;
      else if constexpr (C::value.nodes[of].kind == node_kind::kernel) any = any || kernel<C, of>::stores_rows;
    });
    return any;
  }();
  static constexpr bool has_exits = [] {
    for (u32 x = 0; x < C::value.n_exits; ++x)
      if (C::value.exits[x].region == R) return true;
    return false;
  }();

  template <u32 X>
  CONSTAX_INLINE static void start(totals const& all, i64 group, i64 const* symbols) noexcept {
    auto* const t = all.template at<X>(group, symbols);
    for (i64 i = 0, items = leaving<C, X>::items(symbols); i < items; ++i)
      t[i] = leaving<C, X>::rule::template identity<typename leaving<C, X>::T>;
  }
  /// Groups are combined in the fixed tree, and the result goes to its place.
  template <u32 X>
  static void finish(frame const& f, totals const& all, i64 count) noexcept {
    using L = leaving<C, X>;
    i64 const groups = L::groups(count, f.symbols), items = L::items(f.symbols);
    for (i64 step = 1; step < groups; step *= 2)
      for (i64 g = 0; g + step < groups; g += 2 * step) {
        auto *const a = all.template at<X>(g, f.symbols), *const b = all.template at<X>(g + step, f.symbols);
        for (i64 i = 0; i < items; ++i) a[i] = static_cast<typename L::T>(L::rule::combine(a[i], b[i]));
      }
    static_for<L::count>([&](auto k) {
      constexpr u32 eqn = C::value.exits[X + k].eqn;
      L::K::store_totals(f, std::integral_constant<u32, eqn>{}, all.template at<X>(0, f.symbols) + k * (L::width / L::count), L::width);
    });
  }
  /// Operations of a call, roughly: is a team worth starting?
  static i64 work(frame const& f, i64 count) noexcept {
    i64 ops = 0;
    static_for<n.body>([&](auto k) {
      constexpr node const& at = C::value.nodes[K + 1 + k];
      i64 points = at.flops + elementary_flops * at.transcendental + 1;
      static_for<at.nest.rank>([&](auto d) {
        if constexpr (d != at.region_axis) points *= bound_length<C, at.nest.dims[d]>(f.symbols);
      });
      ops += points;
    });
    return ops * count;
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
