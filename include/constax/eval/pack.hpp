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
  static constexpr bool plain = !(layout<C, rows>::at.view >= 0) && layout_of<C>(layout<C, rows>::leaf) == memory_layout::row_major && dtype_of<T> != dtype::boolean;

  static void run(frame const& f) noexcept {
    T* const columns_at = span_of<C, columns>(f).first; // element k of row i: [k * strip + i]
    if constexpr (plain) {
      T* const rows_at = span_of<C, rows>(f).first;
      i64 const bytes = bytes_of_type<C, layout<C, rows>::type>(f.symbols);
      if (goes_past && bytes > beyond_cache) blocks<goes_past>(f, rows_at, columns_at, bytes);
      else blocks<false>(f, rows_at, columns_at, bytes);
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
  static constexpr bool goes_past = !to_strip && in_memory::goes_past;
  template <bool Past>
  CONSTAX_INLINE static void blocks(frame const& f, T* rows_at, T* columns_at, i64 bytes) noexcept {
    i64 i = f.first;
    for (; i + W <= f.last; i += W) block<true, Past>(rows_at + i * width, columns_at + i, W, bytes);
    if (i < f.last) block<false, Past>(rows_at + i * width, columns_at + i, f.last - i, bytes);
  }
  /// W rows, or the last `count`. Lanes behind the end belong to the strip buffer, whose length is a multiple of W.
  template <bool Full, bool Past>
  CONSTAX_INLINE static void block(T* row, T* column, i64 count, i64 bytes) noexcept {
    if constexpr (to_strip) {
      if constexpr (Full) in_memory::template fetch<0>(row, bytes);
      in_memory::template read<Full>(row, count, [&](auto k, auto const& x) { store(column + k * strip, x); });
    } else in_memory::template write<Full, Past>(row, count, bytes, [&](auto k) { return load<T, W>(column + k * strip); });
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
