// SPDX-License-Identifier: BSL-1.0
#pragma once
// region: strips of one axis, each through all nodes of the body. What lives inside stays in strip buffers; what leaves by a sum goes on
// in chains from strip to strip, a total for each block of the canonical order (primitives/order.hpp), one for each group.
//
//   for group in my groups: for block in group: for strip in block: the body's nodes;  block's chains are folded; groups in the fixed tree
//
// The area of a region in the workspace: totals of all groups, then for each thread its strip buffers and chains. Threads take groups;
// without exits, strips. Bits depend on neither.
#include <constax/eval/dot.hpp>
#include <constax/eval/kernel.hpp>
#include <constax/lane/stream.hpp>
#include <constax/plan/workspace.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class C, u32 K>
CONSTAX_INLINE void run_node(frame const& f) noexcept;

/// One of the program's exits from regions.
template <class C, u32 X>
struct leaving {
  static constexpr u32 eqn = C::value.exits[X].eqn, out = C::value.eqns[eqn].out, region = C::value.exits[X].region;
  static constexpr u32 type = C::value.vars[out];
  using T = element_of<C::value.type(out).type>;
  using rule = exit_rule<C, eqn>;
  static constexpr int chains = chains_of(dtype_of<T>);
  static constexpr u32 node_of = [] { // the kernel
    for (u32 k = 0; k < C::value.n_nodes; ++k)
      for (u32 s = 0; s < C::value.nodes[k].n_steps; ++s)
        if (step const& at = C::value.steps[C::value.nodes[k].steps + s]; at.kind == step_kind::exit && at.at == eqn) return k;
    return ~0u;
  }();
  using K = kernel<C, node_of>;
  static constexpr bool together = K::lane_axis == K::exit_axis; // the chains of an item are neighbours
  static i64 bytes(i64 const* symbols) noexcept { return bytes_of_type<C, type>(symbols); }
  static i64 items(i64 const* symbols) noexcept { return bytes(symbols) / static_cast<i64>(sizeof(T)); }
  static i64 groups(i64 n, i64 const* symbols) noexcept { return n <= short_sum ? 1 : group_count(n, bytes(symbols)); }
};

/// Calls f(number) for each exit of region R.
template <class C, u32 R, class F>
CONSTAX_INLINE void each_leaving(F&& f) noexcept {
  static_for<C::value.n_exits>([&](auto x) {
    if constexpr (C::value.exits[x].region == R) f(x);
  });
}
template <class C, u32 R>
CONSTAX_INLINE i64 bytes_of_thread(i64 const* symbols) noexcept {
  i64 bytes = 0;
  static_for<C::value.n_strips>([&](auto s) {
    if constexpr (C::value.strips[s].region == R) bytes += stagger(bytes_of_type<C, C::value.strips[s].type>(symbols));
  });
  each_leaving<C, R>([&](auto x) { bytes += stagger(leaving<C, x>::bytes(symbols) * leaving<C, x>::chains); });
  return bytes;
}
template <class C, u32 R>
CONSTAX_INLINE i64 bytes_of_totals(i64 n, i64 const* symbols) noexcept {
  i64 bytes = 0;
  each_leaving<C, R>([&](auto x) { bytes += stagger(leaving<C, x>::bytes(symbols) * leaving<C, x>::groups(n, symbols)); });
  return bytes;
}

template <class C, u32 K>
struct region {
  static constexpr node const& n = C::value.nodes[K];
  static constexpr u32 R = n.region;
  static constexpr i64 strip = n.strip;

  static i64 length(i64 const* symbols) noexcept { return bound_length<C, n.nest.dims[0]>(symbols); }
  static i64 bytes(i64 const* symbols, i64 team) noexcept { return bytes_of_totals<C, R>(length(symbols), symbols) + team * bytes_of_thread<C, R>(symbols); }

  /// What one thread works with.
  struct worker {
    frame f;
    void* memory[C::value.n_memories ? C::value.n_memories : 1];
    std::byte* buffer[C::value.n_strips ? C::value.n_strips : 1];
    std::byte* chains[C::value.n_exits ? C::value.n_exits : 1];

    worker(frame const& of, std::byte* at) noexcept : f(of) {
      for (u32 m = 0; m < C::value.n_memories; ++m) memory[m] = of.memory[m];
      static_for<C::value.n_strips>([&](auto s) {
        if constexpr (C::value.strips[s].region == R) buffer[s] = at, at += stagger(bytes_of_type<C, C::value.strips[s].type>(f.symbols));
      });
      each_leaving<C, R>([&](auto x) { chains[x] = at, at += stagger(leaving<C, x>::bytes(f.symbols) * leaving<C, x>::chains); });
      f.memory = memory, f.chains = chains;
    }
    worker(worker const&) = delete;
    ~worker() {
      if constexpr (packs) end_of_streams();
    }

    /// One strip. Strip buffers are addressed by places of the whole axis, like everything else: their first element moves along.
    void run(i64 first, i64 last) noexcept {
      f.first = first, f.last = last;
      static_for<C::value.n_memories>([&](auto m) {
        constexpr constax::memory at = C::value.memories[m];
        if constexpr (at.kind == memory_kind::strip)
          if constexpr (C::value.strips[at.index].region == R) {
            i64 const back = first * memory_stride<C, -1, at.type, C::value.strips[at.index].axis>(f.symbols) * info(C::value.avals[at.type].type).bytes;
            memory[m] = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(buffer[at.index]) - static_cast<std::uintptr_t>(back));
          }
      });
      static_for<n.body>([&](auto k) { run_node<C, K + 1 + k>(f); });
    }
    /// Where chain q of item i of exit X is: [q * stride<X>()] of this.
    template <u32 X>
    CONSTAX_INLINE auto* item(i64 i) noexcept {
      using L = leaving<C, X>;
      using sums = strip_sums<typename L::K>;
      constexpr i64 width = L::K::exit_width(L::eqn);
      if constexpr (L::together) return sums::template chains_among<L::eqn, typename L::T>(sums::chains_of_item(chains, i / width), static_cast<u32>(i % width));
      else return reinterpret_cast<typename L::T*>(chains[X]) + i;
    }
    template <u32 X>
    CONSTAX_INLINE i64 stride() const noexcept {
      return leaving<C, X>::together ? 1 : leaving<C, X>::items(f.symbols);
    }
    template <u32 X>
    CONSTAX_INLINE void clear() noexcept {
      using L = leaving<C, X>;
      for (i64 i = 0, items = L::items(f.symbols); i < items; ++i)
        for (int q = 0; q < L::chains; ++q) item<X>(i)[q * stride<X>()] = L::rule::template identity<typename L::T>;
    }
    /// total = total combined with the block's chains; a short sum has one.
    template <u32 X>
    void fold(typename leaving<C, X>::T* total, bool one_chain) noexcept {
      using L = leaving<C, X>;
      using T = typename L::T;
      for (i64 i = 0, items = L::items(f.symbols); i < items; ++i) {
        T const* const at = item<X>(i);
        if (one_chain) total[i] = at[0];
        else {
          T t[L::chains];
          for (int q = 0; q < L::chains; ++q) t[q] = at[q * stride<X>()];
          for (int half = L::chains / 2; half > 0; half /= 2)
            for (int q = 0; q < half; ++q) t[q] = static_cast<T>(L::rule::combine(t[q], t[q + half]));
          total[i] = static_cast<T>(L::rule::combine(total[i], t[0]));
        }
      }
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
    each_leaving<C, R>([&](auto x) { all.of[x] = at, at += stagger(leaving<C, x>::bytes(f.symbols) * leaving<C, x>::groups(count, f.symbols)); });
    i64 const per_thread = bytes_of_thread<C, R>(f.symbols), team = work(f, count) >= team_threshold ? f.team : 1;
    if constexpr (!has_exits) {
      i64 const strips = (count + strip - 1) / strip;
      share_among(team, strips, [&](i64 me, i64 first, i64 last) {
        worker w(f, at + me * per_thread);
        for (i64 s = first; s < last; ++s) w.run(s * strip, (s + 1) * strip < count ? (s + 1) * strip : count);
      });
    } else if (count <= short_sum) {
      worker w(f, at);
      each_leaving<C, R>([&](auto x) { w.template clear<x>(); });
      for (i64 i = 0; i < count; ++i) w.run(i, i + 1); // one by one, left to right
      each_leaving<C, R>([&](auto x) { w.template fold<x>(all.template at<x>(0, f.symbols), true); });
    } else {
      // Exits of unequal size may have unequal groups: then one thread takes all blocks, and each exit closes its groups when they end.
      i64 groups = 0;
      bool equal = true;
      each_leaving<C, R>([&](auto x) {
        i64 const g = leaving<C, x>::groups(count, f.symbols);
        equal = equal && (groups == 0 || groups == g);
        groups = g;
      });
      i64 const blocks = block_count(count), parts = equal ? groups : 1;
      share_among(team, parts, [&](i64 me, i64 first, i64 last) {
        worker w(f, at + me * per_thread);
        i64 group[C::value.n_exits];
        each_leaving<C, R>([&](auto x) { group[x] = equal ? first - 1 : -1; });
        for (i64 b = group_begin(first, parts, blocks); b < group_begin(last, parts, blocks); ++b) {
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
  /// Are there rows that are written through a pack? (Where they go past the caches, what reads them next has to wait for the last of them.)
  static constexpr bool packs = [] {
    for (u32 k = 0; k < n.body; ++k)
      if (C::value.nodes[K + 1 + k].kind == node_kind::pack) return true;
    return false;
  }();
  static constexpr bool has_exits = [] {
    for (u32 x = 0; x < C::value.n_exits; ++x)
      if (C::value.exits[x].region == R) return true;
    return false;
  }();

  template <u32 X>
  CONSTAX_INLINE static void start(totals const& all, i64 group, i64 const* symbols) noexcept {
    auto* const t = all.template at<X>(group, symbols);
    for (i64 i = 0, items = leaving<C, X>::items(symbols); i < items; ++i) t[i] = leaving<C, X>::rule::template identity<typename leaving<C, X>::T>;
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
    L::K::store_totals(f, std::integral_constant<u32, L::eqn>{}, all.template at<X>(0, f.symbols));
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
