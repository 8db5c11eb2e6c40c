// SPDX-License-Identifier: BSL-1.0
#pragma once
// others: a line of products of all others (primitives/order.hpp) by itself: its chains are lanes, the blocks of a stretch lie side by
// side.
#include <constax/eval/frame.hpp>
#include <constax/primitives/order.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// P of the terms x[0], x[x_by], ... to y[0], y[y_by], ...; XUnit, YUnit: neighbours in memory.
template <class P, class T, bool XUnit, bool YUnit>
struct others_in_lanes {
  static constexpr int chains = chains_of(dtype_of<T>), W = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T));
  static constexpr int V = W < chains ? W : chains, R = chains / V; // registers of a block
  using L = lane<T, V>;

  T const* const x;
  T* const y;
  i64 const x_by, y_by;
  L chain[4 * R];

  static constexpr auto combine = [](auto const& p, auto const& q) CONSTAX_INLINED {
    return static_cast<std::remove_cvref_t<decltype(p)>>(P::combine(p, q));
  };
  CONSTAX_INLINE L term(i64 i, i64 count) const noexcept {
    if constexpr (!XUnit) return load_strided<T, V>(x + i * x_by, x_by, count, P::template identity<T>);
    else return count == V ? load<T, V>(x + i) : load_n<T, V>(x + i, count, P::template identity<T>);
  }
  CONSTAX_INLINE L get(i64 i, i64 count) const noexcept {
    if constexpr (!YUnit) return load_strided<T, V>(y + i * y_by, y_by, count, T());
    else return count == V ? load<T, V>(y + i) : load_n<T, V>(y + i, count, T());
  }
  CONSTAX_INLINE void put(i64 i, i64 count, L const& v) const noexcept {
    if constexpr (!YUnit) store_strided(y + i * y_by, y_by, v, count);
    else if (count == V) store(y + i, v);
    else store_n(y + i, v, count);
  }

  /// f(chain, i, count) for all registers of a stretch of so many blocks, of which the last may be short.
  template <int Blocks, bool Backwards, class F>
  CONSTAX_INLINE void sweep(i64 begin, i64 end, F const& f) noexcept {
    i64 const last = begin + (Blocks - 1) * block_length, whole = (end - last) / chains * chains;
    L here[Blocks * R]; // a copy that nothing points to stays in registers
    static_for<Blocks * R>([&](auto q) { here[q] = chain[q]; });
    auto const round = [&]<int Of>(std::integral_constant<int, Of>, i64 i) CONSTAX_INLINED {
      static_for<Of * R>([&](auto q) CONSTAX_INLINED { f(here[q], begin + q / R * block_length + i + q % R * V, V); });
    };
    constexpr std::integral_constant<int, Blocks> all{};
    constexpr std::integral_constant<int, Blocks - 1> full{};
    auto const edge = [&]() CONSTAX_INLINED {
      static_for<R>([&](auto r) CONSTAX_INLINED {
        i64 const i = last + whole + r * V, count = end - i;
        if (count > 0) f(here[(Blocks - 1) * R + r], i, count < V ? count : V);
      });
    };
    if constexpr (!Backwards) {
      for (i64 i = 0; i < whole; i += chains) round(all, i);
      edge();
      if constexpr (Blocks > 1)
        for (i64 i = whole; i < block_length; i += chains) round(full, i);
    } else {
      if constexpr (Blocks > 1)
        for (i64 i = block_length - chains; i >= whole; i -= chains) round(full, i);
      edge();
      for (i64 i = whole - chains; i >= 0; i -= chains) round(all, i);
    }
    static_for<Blocks * R>([&](auto q) { chain[q] = here[q]; });
  }
  template <bool Backwards, class F>
  CONSTAX_INLINE void sweep(i64 begin, i64 end, F const& f) noexcept {
    i64 const blocks = block_count(end - begin);
    static_for<4>([&](auto b) CONSTAX_INLINED {
      if (blocks == static_cast<i64>(b) + 1) sweep<static_cast<int>(b) + 1, Backwards>(begin, end, f);
    });
  }
  CONSTAX_INLINE void clear() noexcept {
    static_for<4 * R>([&](auto q) { chain[q] = broadcast<T, V>(P::template identity<T>); });
  }

  CONSTAX_INLINE void multiply(i64 begin, i64 end) noexcept {
    clear(), sweep<false>(begin, end, [this](L& c, i64 i, i64 count) CONSTAX_INLINED { c = combine(c, term(i, count)); });
  }
  CONSTAX_INLINE void forwards(i64 begin, i64 end) noexcept {
    clear(), sweep<false>(begin, end, [this](L& c, i64 i, i64 count) CONSTAX_INLINED { put(i, count, c), c = combine(c, term(i, count)); });
  }
  CONSTAX_INLINE void backwards(i64 begin, i64 end) noexcept {
    sweep<true>(begin, end, [this](L& c, i64 i, i64 count) CONSTAX_INLINED {
      put(i, count, combine(get(i, count), c)), c = combine(term(i, count), c);
    });
  }
  CONSTAX_INLINE T block(i64 b) const noexcept {
    L of[R];
    for (int r = 0; r < R; ++r) of[r] = chain[b * R + r];
    fold_chains(of, R, combine);
    return fold(of[0], combine);
  }
  CONSTAX_INLINE void spread(T rest) noexcept { spread<4 * R>(chain, rest); }
  template <int Q>
  CONSTAX_INLINE static void spread(L* c, T rest) noexcept {
    if constexpr (Q == 1) *c = fold_others(*c, rest, combine);
    else {
      L pair[Q / 2];
      static_for<Q / 2>([&](auto q) { pair[q] = combine(c[q], c[Q / 2 + q]); });
      spread<Q / 2>(pair, rest);
      static_for<Q / 2>([&](auto q) {
        L const own = c[q];
        c[q] = combine(pair[q], c[Q / 2 + q]), c[Q / 2 + q] = combine(pair[q], own);
      });
    }
  }
  CONSTAX_INLINE void keep(i64 i, T value) noexcept { y[i * y_by] = value; }
  CONSTAX_INLINE T kept(i64 i) const noexcept { return y[i * y_by]; }
};

} // namespace constax::inline CONSTAX_TAG::detail
