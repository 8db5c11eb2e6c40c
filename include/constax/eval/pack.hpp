// SPDX-License-Identifier: BSL-1.0
#pragma once
// pack: rows of structures to columns of a strip, and back: x[n, 5] <-> strip[5][S]. By registers that are turned in place (lane/turn.hpp):
// gathers and scatters cost four times as much (19 against 40 to 105 ns for a 2x15 Jacobian).
#include <constax/eval/nodes.hpp>
#include <constax/lane/stream.hpp>
#include <constax/lane/turn.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class C, u32 E>
struct pack_node {
  static constexpr u32 in = C::value.atoms[C::value.eqns[E].in].var(), out = C::value.eqns[E].out;
  static constexpr bool to_strip = C::value.memories[layout<C, out>::memory].kind == memory_kind::strip;
  static constexpr u32 rows = to_strip ? in : out, columns = to_strip ? out : in; // the variable that lies in rows, and the one in columns
  using T = element_of<C::value.type(out).type>;
  static constexpr i64 width = unrolled_count(C::value.shape_of(out), 1); // elements of a row
  static constexpr i64 strip = C::value.avals[layout<C, columns>::type].shape.dims[C::value.shape_of(out).rank - 1].number;
  static constexpr int W = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T));
  /// Rows one behind the other, each without gaps?
  static constexpr bool plain = !(layout<C, rows>::at.view >= 0) && layout_of<C>(layout<C, rows>::leaf) == memory_layout::row_major && dtype_of<T> != dtype::boolean;

  static void run(frame const& f) noexcept {
    T* const columns_at = span_of<C, columns>(f).first; // element k of row i: [k * strip + i]
    if constexpr (plain) {
      T* const rows_at = span_of<C, rows>(f).first;
      i64 const bytes = bytes_of_type<C, layout<C, rows>::type>(f.symbols);
      if (goes_past && bytes > beyond_cache) blocks<goes_past>(f, rows_at, columns_at, true);
      else blocks<false>(f, rows_at, columns_at, bytes > in_second_cache);
    } else {
      span_of<C, rows> const r(f);
      lengths inner = r.length;
      inner.of[0] = 1;
      for (i64 i = f.first; i < f.last; ++i)
        for (i64 k = 0; k < width; ++k) {
          place at(k, inner);
          at.at[0] = i;
          if constexpr (to_strip) columns_at[k * strip + i] = r.at(at.at);
          else r.at(at.at) = columns_at[k * strip + i];
        }
    }
  }
  /// Past: long rows that no cache holds go past it.
  static constexpr bool goes_past = !to_strip && width * static_cast<i64>(sizeof(T)) >= long_point;
  /// Rows of so many bytes a second cache holds.
  static constexpr i64 in_second_cache = i64{1} << 19;
  template <bool Past>
  CONSTAX_INLINE static void blocks(frame const& f, T* rows_at, T* columns_at, bool far) noexcept {
    i64 i = f.first;
    for (; i + W <= f.last; i += W) {
      T* const row = rows_at + i * width;
      if constexpr (Past) {
        alignas(64) T collected[W * width];
        block<true>(collected, columns_at + i, W), stream(row, collected, sizeof collected);
      } else {
        // The rows of the next strip come closer while this one is computed: in strips of its own, memory would wait for arithmetic and back. (Those
        // that the second cache holds are close: to fetch them is 6% of `ba`. A loop: g++ 12 takes a lambda that only prefetches for one that does nothing.)
        for (i64 at = 0; far && at < W * width * static_cast<i64>(sizeof(T)); at += 64)
          __builtin_prefetch(reinterpret_cast<char const*>(row + 4 * W * width) + at, to_strip ? 0 : 1, 2);
        block<true>(row, columns_at + i, W);
      }
    }
    if (i < f.last) block<false>(rows_at + i * width, columns_at + i, f.last - i);
  }
  /// Does a whole register from element k of row i end within the W rows of a block?
  static constexpr bool stays_inside(i64 i, i64 k) { return i * width + k + W <= W * width; }

  /// W rows that lie at least two in a register: whole registers in the order of memory. (Rows of 2 and 3 numbers in half the time of blocks that are
  /// turned, rows of 5 in 0.95 of it.)
  static constexpr bool is_short = 2 * width <= W;
  CONSTAX_INLINE static void short_block(T* row, T* column) noexcept {
    lane<T, W> r[width];
    static_for<width>([&](auto k) { r[k] = load<T, W>(to_strip ? row + k * W : column + k * strip); });
    if constexpr (to_strip) unzip(r);
    else zip(r);
    static_for<width>([&](auto k) { store(to_strip ? column + k * strip : row + k * W, r[k]); });
  }
  template <bool Full>
  CONSTAX_INLINE static void block(T* row, T* column, i64 count) noexcept {
    if constexpr (Full && is_short) short_block(row, column);
    else long_block<Full>(row, column, count);
  }
  /// W rows, or the last `count`. Lanes behind the end belong to the strip buffer, whose length is a multiple of W.
  template <bool Full>
  CONSTAX_INLINE static void long_block(T* row, T* column, i64 count) noexcept {
    constexpr int chunks = static_cast<int>((width + W - 1) / W);
    static_for<chunks>([&](auto step) {
      constexpr i64 chunk = chunks - 1 - step; // the partial one first: what is written past a row's end is overwritten by its owner
      constexpr i64 k = chunk * W, used = width - k < W ? width - k : W;
      lane<T, W> r[W];
      static_for<W>([&](auto i) {
        if constexpr (!to_strip) {
          if constexpr (i < used) r[i] = load<T, W>(column + (k + i) * strip);
          else r[i] = broadcast<T, W>(T(0));
        } else if (Full || i < count) {
          if constexpr (used == W || (Full && stays_inside(i, k))) r[i] = load<T, W>(row + i * width + k); // reads on into the next rows
          else r[i] = load_n<T, W>(row + i * width + k, used, T(0));
        } else r[i] = broadcast<T, W>(T(0));
      });
      turn(r);
      static_for<W>([&](auto i) {
        if constexpr (to_strip) {
          if constexpr (i < used) store(column + (k + i) * strip, r[i]);
        } else if (Full || i < count) {
          if constexpr (used == W || (Full && stays_inside(i, k))) store(row + i * width + k, r[i]);
          else store_n(row + i * width + k, r[i], used);
        }
      });
    });
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
