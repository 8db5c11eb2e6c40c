// SPDX-License-Identifier: BSL-1.0
#pragma once
// row_block : W rows of `Width` numbers, one behind the other in memory <-> registers, one for each column
//
// By registers that are turned in place (lane/turn.hpp): gathers and scatters cost four times as much (19 against 40 to 105 ns for a 2x15
// Jacobian).
#include <constax/eval/registers.hpp>
#include <constax/lane/stream.hpp>
#include <constax/lane/turn.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class T, int W, i64 Width>
struct row_block {
  static constexpr int half = W / 2, chunks = static_cast<int>((Width + W - 1) / W);
  /// Rows that lie at least two in a register: whole registers in the order of memory. (Rows of 2 and 3 numbers in half the time of blocks
  /// that are turned, rows of 5 in 0.95 of it.)
  static constexpr bool is_short = 2 * Width <= W;
  /// Does a whole register from element k of row i end within the W rows of a block?
  static constexpr bool stays_inside(i64 i, i64 k) { return i * Width + k + W <= W * Width; }
  /// Columns from k on that a register of a row holds.
  static constexpr i64 used(i64 k) { return Width - k < W ? Width - k : W; }

  /// W rows, or the first `count` of them. take(k, x): column k, a constant; lanes behind the last row hold anything.
  template <bool Full, class Take>
  CONSTAX_INLINE static void read(T const* row, i64 count, Take const& take) noexcept {
    if constexpr (Full && is_short) {
      lane<T, W> r[Width];
      static_for<Width>([&](auto k) { r[k] = load<T, W>(row + k * W); });
      unzip(r);
      static_for<Width>([&](auto k) { take(k, r[k]); });
    } else
      static_for<chunks>([&](auto chunk) {
        constexpr i64 k = chunk * W;
        lane<T, W> r[W];
        turn_halves(r, [&](auto i, auto h) {
          constexpr i64 at = k + h * half, left = used(k) - h * half < half ? used(k) - h * half : half; // of this half of a row
          if constexpr (left <= 0) return broadcast<T, half>(T(0));
          else if (Full || i < count) {
            // reads on into the next rows
            if constexpr (left == half || (Full && stays_inside(i, k))) return load<T, half>(row + i * Width + at);
            else return load_n<T, half>(row + i * Width + at, left, T(0));
          } else return broadcast<T, half>(T(0));
        });
        static_for<used(k)>([&](auto i) { take(std::integral_constant<i64, k + i>{}, r[i]); });
      });
  }
  /// Rows of an array that the second cache does not hold come closer (to be read or written) while those before them are computed: in
  /// strips of its own, memory would wait for arithmetic and back. (To fetch those that it holds is 6% of `ba`. A loop: g++ 12 takes a
  /// lambda that only prefetches for one that does nothing.)
  template <int ToWrite>
  CONSTAX_INLINE static void fetch(T const* row, i64 of_array) noexcept {
    constexpr i64 in_second_cache = i64{1} << 19;
    for (i64 at = 0; of_array > in_second_cache && at < W * Width * static_cast<i64>(sizeof(T)); at += 64)
      __builtin_prefetch(reinterpret_cast<char const*>(row + 4 * W * Width) + at, ToWrite, 2);
  }
  static constexpr i64 bytes = static_cast<i64>(sizeof(T)) * Width; // of a row
  /// Rows of this length go past a cache that does not hold them all.
  static constexpr bool goes_past = bytes >= long_point;
  /// To an array of so many bytes. column(k): the register of column k, a constant.
  template <bool Full, class Columns>
  CONSTAX_INLINE static void write(T* row, i64 count, i64 of_array, Columns const& column) noexcept {
    if constexpr (Full)
      if (!goes_past || of_array <= beyond_cache) fetch<1>(row, of_array); // else `row` lies in a buffer
    if constexpr (Full && is_short) {
      lane<T, W> r[Width];
      static_for<Width>([&](auto k) { r[k] = column(k); });
      zip(r);
      static_for<Width>([&](auto k) { store(row + k * W, r[k]); });
    } else
      static_for<chunks>([&](auto step) {
        constexpr i64 k = (chunks - 1 - step) * W; // the partial one first: what is written past a row's end is overwritten by its owner
        lane<T, W> r[W];
        static_for<W>([&](auto i) {
          if constexpr (i < used(k)) r[i] = column(std::integral_constant<i64, k + i>{});
          else r[i] = broadcast<T, W>(T(0));
        });
        turn(r);
        static_for<W>([&](auto i) {
          if (!Full && i >= count) return;
          if constexpr (used(k) == W || (Full && stays_inside(i, k))) store(row + i * Width + k, r[i]);
          else store_n(row + i * Width + k, r[i], used(k));
        });
      });
  }
};

/// Rows that are computed into a buffer before they go past the cache: a fraction of the first one. (Not one register of them: a load that
/// meets two stores under way waits for both, and so do all points behind it. `ba` in rows: 49 ns for 31.)
constexpr i64 rows_at_once(i64 bytes_of_row, i64 lanes) {
  i64 const blocks = bytes_of_row > 0 ? (i64{8} << 10) / (bytes_of_row * lanes) : 0;
  return (blocks < 1 ? 1 : blocks) * lanes;
}

} // namespace constax::inline CONSTAX_TAG::detail
