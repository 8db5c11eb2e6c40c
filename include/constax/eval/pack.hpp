// SPDX-License-Identifier: BSL-1.0
#pragma once
// pack: rows of structures to columns of a strip, and back: x[n, 5] <-> strip[5][S], a block of rows at a time (row_block.hpp).
#include <constax/eval/nodes.hpp>
#include <constax/eval/row_block.hpp>

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
  using in_memory = row_block<T, W, width>;
  /// Rows one behind the other, each without gaps?
  static constexpr bool plain =
      !(layout<C, rows>::at.view >= 0) && layout_of<C>(layout<C, rows>::leaf) == memory_layout::row_major && dtype_of<T> != dtype::boolean;

  static void run(frame const& f) noexcept {
    T* const columns_at = span_of<C, columns>(f).first; // element k of row i: [k * strip + i]
    if constexpr (plain) {
      T* const rows_at = span_of<C, rows>(f).first;
      i64 const of_array = bytes_of_type<C, layout<C, rows>::type>(f.symbols);
      if constexpr (!to_strip && in_memory::goes_past)
        if (of_array > beyond_cache) return past_cache(f, rows_at, columns_at, of_array);
      blocks(f.first, f.last, rows_at + f.first * width, columns_at, of_array);
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
  static void past_cache(frame const& f, T* rows_at, T* columns_at, i64 of_array) noexcept {
    constexpr i64 at_once = rows_at_once(in_memory::bytes, W);
    alignas(cache_line) T buffer[at_once * width];
    for (i64 i = f.first; i < f.last; i += at_once) {
      i64 const end = f.last - i < at_once ? f.last : i + at_once;
      blocks(i, end, buffer, columns_at, of_array);
      stream(rows_at + i * width, buffer, static_cast<std::size_t>((end - i) * in_memory::bytes));
    }
  }
  /// Rows i to last, which lie at `row`.
  CONSTAX_INLINE static void blocks(i64 i, i64 last, T* row, T* columns_at, i64 of_array) noexcept {
    for (; i + W <= last; i += W, row += W * width) block<true>(row, columns_at + i, W, of_array);
    if (i < last) block<false>(row, columns_at + i, last - i, of_array);
  }
  /// W rows, or the last `count`. Lanes behind the end belong to the strip buffer, whose length is a multiple of W.
  template <bool Full>
  CONSTAX_INLINE static void block(T* row, T* column, i64 count, i64 of_array) noexcept {
    if constexpr (to_strip) {
      if constexpr (Full) in_memory::template fetch<0>(row, of_array);
      in_memory::template read<Full>(row, count, [&](auto k, auto const& x) { store(column + k * strip, x); });
    } else in_memory::template write<Full>(row, count, of_array, [&](auto k) { return load<T, W>(column + k * strip); });
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
