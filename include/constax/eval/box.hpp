// SPDX-License-Identifier: BSL-1.0
#pragma once
// box : (lengths, steps on both sides) -> a copy        what concatenate, pad and results that are views of others are made of
//
// Rows are lines along the last axis. Where what is read lies closer along another axis (a transpose), that one is made the last but one,
// and tiles are copied: a line of the cache is read once for all of them, and squares are turned in registers (lane/turn.hpp): 1024 x
// 1024 3.1 -> 0.9 ns an element (docs/decisions/0030).
#include <constax/eval/frame.hpp>
#include <constax/lane/memory.hpp>
#include <constax/lane/turn.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Counts an index up, the last axis fastest.
CONSTAX_INLINE void advance(i64* at, lengths const& n) noexcept {
  for (int d = n.rank; d-- > 0;) {
    if (++at[d] < n[d]) return;
    at[d] = 0;
  }
}

/// A box of elements, from one memory to another: where its first element is, and the steps along its axes, on both sides.
template <class T>
struct box {
  lengths length;
  T* to = nullptr;
  T const* from = nullptr;
  i64 to_stride[max_rank] = {}, from_stride[max_rank] = {};

  i64 rows() const noexcept {
    i64 n = 1;
    for (int d = 0; d + 1 < length.rank; ++d) n *= length[d];
    return length.rank && length[length.rank - 1] <= 0 ? 0 : n;
  }
  void copy(i64 first, i64 last) const noexcept {
    if (int const d = closest(); d >= 0) return with_last_but_one(d).copy_tiles(first, last);
    i64 const n = inner_length(), a = inner(to_stride), b = inner(from_stride);
    each_row(first, last, [&](T* y, T const* x, i64) {
      copy_line(y, x, n, a, b);
      return i64{1};
    });
  }

private:
  i64 inner(i64 const* stride) const noexcept { return length.rank ? stride[length.rank - 1] : 1; }
  i64 inner_length() const noexcept { return length.rank ? length[length.rank - 1] : 1; }
  static void copy_line(T* y, T const* x, i64 n, i64 a, i64 b) noexcept {
    if (a == 1 && b == 1)
      for (i64 i = 0; i < n; ++i) y[i] = x[i];
    else if (a == 1 && b == -1)
      for (i64 i = 0; i < n; ++i) y[i] = x[-i];
    else
      for (i64 i = 0; i < n; ++i) y[i * a] = x[i * b];
  }
  /// Of rows [first, last): f(to, from, rows that follow with the same step, this one among them) -> rows that it has copied.
  template <class F>
  void each_row(i64 first, i64 last, F const& f) const noexcept {
    lengths outer = length;
    outer.rank = length.rank ? length.rank - 1 : 0;
    place at(first, outer);
    for (i64 r = first; r < last;) {
      T* y = to;
      T const* x = from;
      for (int d = 0; d < outer.rank; ++d) y += at.at[d] * to_stride[d], x += at.at[d] * from_stride[d];
      i64 const left = outer.rank ? outer[outer.rank - 1] - at.at[outer.rank - 1] : 1;
      i64 const done = f(y, x, left < last - r ? left : last - r);
      r += done;
      if (outer.rank) at.at[outer.rank - 1] += done - 1;
      advance(at.at, outer);
    }
  }

  // ---- tiles ----
  static constexpr bool turns = sizeof(T) >= 4;
  static constexpr int in_register = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T)), height = 8,
                       lanes = in_register < height ? in_register : height;
  static constexpr i64 tile = 32; // elements of a row that are copied before the next rows

  /// The axis along which what is read lies closest; -1: the last one, or none.
  int closest() const noexcept {
    int best = length.rank - 1;
    for (int d = length.rank - 1; d-- > 0;)
      if (length[d] > 1 && distance(d) > 0 && distance(d) < distance(best)) best = d; // (0: repeated, row by row)
    return best == length.rank - 1 ? -1 : best;
  }
  i64 distance(int d) const noexcept { return from_stride[d] < 0 ? -from_stride[d] : from_stride[d]; }
  box with_last_but_one(int d) const noexcept {
    box b = *this;
    for (; d + 2 < b.length.rank; ++d)
      std::swap(b.length.of[d], b.length.of[d + 1]), std::swap(b.to_stride[d], b.to_stride[d + 1]),
          std::swap(b.from_stride[d], b.from_stride[d + 1]);
    return b;
  }
  void copy_tiles(i64 first, i64 last) const noexcept {
    i64 const n = inner_length(), a = inner(to_stride), b = inner(from_stride), row_a = to_stride[length.rank - 2],
              row_b = from_stride[length.rank - 2];
    each_row(first, last, [&](T* y, T const* x, i64 left) {
      i64 const rows = left < height ? left : height;
      for (i64 i = 0; i < n; i += tile) {
        i64 const some = n - i < tile ? n - i : tile;
        i64 k = 0;
        if constexpr (turns)
          if (rows == height && a == 1 && row_b == 1)
            for (; k + lanes <= some; k += lanes)
              for (i64 r = 0; r < height; r += lanes) turn_square<T, lanes>(x + r + (i + k) * b, b, y + r * row_a + i + k, row_a);
        for (i64 r = 0; r < rows; ++r) copy_line(y + r * row_a + (i + k) * a, x + r * row_b + (i + k) * b, some - k, a, b);
      }
      return rows;
    });
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
