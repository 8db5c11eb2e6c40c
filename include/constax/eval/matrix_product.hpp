// SPDX-License-Identifier: BSL-1.0
#pragma once
// matrix_product: y[r, c] = sum over k of a[r, k] * b[k, c], by strides, in THE order (primitives/order.hpp). Its blocks of 256 terms are
// the depth of the blocking of Goto & van de Geijn (Anatomy of high-performance matrix multiplication, 2008), its chains the independent
// fma's that hide latency.
//
//   task     a chunk of rows by a few panels of columns, which threads take:
//     block    256 terms: the rows' terms are copied where they do not lie side by side; of each panel, a register of columns, the terms
//              are copied, and tiles go over the copy: of six rows by two panels where there are few registers, else and of what is left
//              three rows by one
//     group    of blocks: their sums in order; groups are joined in the fixed tree as soon as there are two to join
#include <constax/eval/exits.hpp>
#include <constax/lane/guard.hpp>
#include <constax/lane/turn.hpp>
#include <constax/plan/plan.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// A few rows by one register of columns or two.
template <class T>
struct product_tile {
  static constexpr int W = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T)), C = chains_of(dtype_of<T>), rows = 3;
  static constexpr int at_once = vector_registers == 32 ? 8 : 4; // chains: with three rows they and their factors fill the registers
  static constexpr int passes = C / at_once;                     // over a block's terms
  using L = lane<T, W>;
  static L add(L const& x, L const& y) noexcept { return static_cast<L>(x + y); }

  /// A large tile, of 16 registers: sums, a register of each panel, a factor. (Of 32, chains fill the tile of three rows.)
  static constexpr int large_panels = vector_registers == 16 ? 2 : 1, large_rows = 6;
  /// From term to term of a row: large tiles read rows as they lie, too.
  using row_step = std::conditional_t<(large_panels > 1), i64, std::integral_constant<i64, 1>>;
  /// A block's terms, chains folded -> result[r][p], for a large tile: chain after chain, so that all registers hold sums of different
  /// results, and a load serves a row or a column of them. (Of three rows by one panel, four chains at once, four loads serve three fma's.)
  /// Chains come in the order in which halves are folded; a sum waits for its other half in memory.
  [[gnu::noinline]] static void large_block(T const* const* a, row_step a_step, T const* b, i64 panel, i64 terms,
                                            L (*result)[large_panels]) noexcept {
    constexpr int R = large_rows, P = large_panels, halvings = std::countr_zero(static_cast<unsigned>(C));
    T const* row[R];
    for (int r = 0; r < R; ++r) row[r] = a[r];
    L waiting[halvings][R][P];
    int level = 0;
    for (int i = 0; i < C; ++i) {
      i64 const c = chain_in_fold(i, C);
      L acc[R][P];
      static_for<R * P>([&](auto x) { acc[x / P][x % P] = broadcast<T, W>(dot_identity<T>); });
      for (i64 k = c, at = c * a_step; k < terms; k += C, at += C * a_step) {
        L y[P];
        static_for<P>([&](auto p)
                          CONSTAX_INLINED { y[p] = guard(load<T, W>(b + p * panel + k * W)); }); // else g++ loads it once for each row
        static_for<R>([&](auto r) CONSTAX_INLINED {
          L const x = broadcast<T, W>(row[r][at]);
          static_for<P>([&](auto p) CONSTAX_INLINED { acc[r][p] = dot_term<T, L>(x, y[p], acc[r][p]); });
        });
      }
      for (int joins = joins_after(i); joins > 0; --joins) {
        --level;
        static_for<R * P>([&](auto x) { acc[x / P][x % P] = add(waiting[level][x / P][x % P], acc[x / P][x % P]); });
      }
      L(*const to)[P] = i + 1 < C ? waiting[level++] : result;
      static_for<R * P>([&](auto x) { to[x / P][x % P] = acc[x / P][x % P]; });
    }
  }

  /// The same for three rows and a panel, all chains at once, or half of them. Whole: as many terms in all chains.
  template <bool Whole>
  [[gnu::noinline]] static void block(T const* const* a, row_step a_step, T const* b, i64 b_step, i64 terms, L* result) noexcept {
    T const *const a0 = a[0], *const a1 = a[1], *const a2 = a[2];
    L chain[passes][rows][at_once];
    static_for<passes>([&](auto pass) CONSTAX_INLINED {
      L acc[rows][at_once];
      for (auto& row : acc)
        for (L& x : row) x = broadcast<T, W>(dot_identity<T>);
      auto const term = [&](i64 k, auto c) CONSTAX_INLINED {
        L const y = guard(load<T, W>(b + k * b_step)); // else g++ loads it once for each row
        acc[0][c] = dot_term<T, L>(broadcast<T, W>(a0[k * a_step]), y, acc[0][c]);
        acc[1][c] = dot_term<T, L>(broadcast<T, W>(a1[k * a_step]), y, acc[1][c]);
        acc[2][c] = dot_term<T, L>(broadcast<T, W>(a2[k * a_step]), y, acc[2][c]);
      };
      i64 k = pass * at_once;
      for (; k + at_once <= terms; k += C) static_for<at_once>([&](auto c) CONSTAX_INLINED { term(k + c, c); });
      if constexpr (!Whole)
        static_for<at_once>([&](auto c) CONSTAX_INLINED {
          if (k + c < terms) term(k + c, c);
        });
      for (int r = 0; r < rows; ++r)
        for (int c = 0; c < at_once; ++c) chain[pass][r][c] = acc[r][c];
    });
    for (int half = passes / 2; half > 0; half /= 2)
      for (int pass = 0; pass < half; ++pass)
        for (int r = 0; r < rows; ++r)
          for (int c = 0; c < at_once; ++c) chain[pass][r][c] = add(chain[pass][r][c], chain[pass + half][r][c]);
    for (int r = 0; r < rows; ++r) {
      fold_chains(chain[0][r], at_once, add);
      result[r] = chain[0][r][0];
    }
  }

  /// A short sum, left to right.
  CONSTAX_INLINE static void short_sum_of(T const* const* a, row_step a_step, T const* b, i64 terms, L* result) noexcept {
    L acc[rows];
    for (L& x : acc) x = broadcast<T, W>(dot_identity<T>);
    for (i64 k = 0; k < terms; ++k) {
      L const y = guard(load<T, W>(b + k * W));
      for (int r = 0; r < rows; ++r) acc[r] = dot_term<T, L>(broadcast<T, W>(a[r][k * a_step]), y, acc[r]);
    }
    for (int r = 0; r < rows; ++r) result[r] = acc[r];
  }
};

template <class T>
struct matrix_product {
  using tile = product_tile<T>;
  using L = typename tile::L;
  static constexpr int W = tile::W;
  static constexpr int chunk = 192 / static_cast<int>(sizeof(T));                                                      // of rows
  static constexpr int panels = (sizeof(T) == 8 ? 192 : sizeof(T) == 4 ? 128 : 64) / CONSTAX_VECTOR_BYTES;              // of columns
  static constexpr i64 row_length = block_length + W; // of a copy: so that rows do not meet in the sets of a cache
  static constexpr int levels = levels_of_groups;

  i64 rows, columns, terms, result_bytes;
  T const* a;
  i64 a_row, a_step;
  T const* b;
  i64 b_step, b_column;
  T* y;
  i64 y_row, y_column;
  i64 chunks = 1; // of rows in a task, which share what is copied of b

  /// As large as the totals of a task allow, but for `team` threads at least two tasks each, where there are `matrices` of this kind.
  void divide(i64 matrices, i64 team) noexcept {
    for (chunks = levels / depth(); chunks > 1 && matrices * tasks() < 2 * team;) --chunks;
  }
  i64 row_tasks() const noexcept { return (rows + chunks * chunk - 1) / (chunks * chunk); }
  i64 tasks() const noexcept { return row_tasks() * ((columns + panels * W - 1) / (panels * W)); }
  /// Task i: those of the same columns follow each other.
  void run(i64 i) const noexcept {
    i64 const row = i % row_tasks() * chunks * chunk, column = i / row_tasks() * panels * W;
    matrix_product part = *this;
    part.a += row * a_row, part.b += column * b_column, part.y += row * y_row + column * y_column;
    part.rows = rows - row < chunks * chunk ? rows - row : chunks * chunk,
    part.columns = columns - column < panels * W ? columns - column : panels * W;
    part.sum();
  }

private:
  /// Totals that are kept at a time: levels of the tree of groups.
  int depth() const noexcept {
    int n = 1;
    for (i64 groups = terms <= short_sum ? 1 : group_count(terms, result_bytes); groups > 1; groups /= 2) ++n;
    return n;
  }

  /// A task. 130 kB of stack for doubles and floats on any target: what is copied of a block's terms, and totals.
  [[gnu::noinline]] void sum() const noexcept {
    alignas(64) T a_copy[(chunk + 1) * row_length], b_copy[panels * W * block_length];
    L total[levels][panels][chunk]; // of level l, chunk c: [l * chunks + c]
    if (terms <= short_sum) {
      copy_columns(0, terms, b_copy);
      for (i64 c = 0; c * chunk < rows; ++c) {
        row_set const at = rows_at(c, 0, terms, a_copy);
        for (i64 r = 0; r < at.count; r += tile::rows)
          for (i64 p = 0; p * W < columns; ++p)
            tile::short_sum_of(at.of + r, at.step, b_copy + p * W * block_length, terms, &total[c][p][r]);
      }
      return put(total);
    }
    bool const columns_lie = rows <= tile::rows && b_column == 1 && columns % W == 0; // one tile reads them once
    i64 const blocks = block_count(terms), groups = group_count(terms, result_bytes);
    int level = 0;
    for (i64 g = 0; g < groups; ++g, ++level) {
      i64 const first = group_begin(g, groups, blocks);
      for (i64 block = first; block < group_begin(g + 1, groups, blocks); ++block) {
        i64 const k = block * block_length, count = terms - k < block_length ? terms - k : block_length;
        if (!columns_lie) copy_columns(k, count, b_copy);
        for (i64 c = 0; c * chunk < rows; ++c) {
          row_set const at = rows_at(c, k, count, a_copy);
          L(*const to)[chunk] = total[level * chunks + c];
          if (columns_lie)
            for (i64 p = 0; p * W < columns; ++p) add_panel(at, 0, b + k * b_step + p * W, b_step, count, block == first, to[p]);
          else
            for (i64 p = 0; p * W < columns; p += tile::large_panels)
              add_panels(at, (columns - p * W + W - 1) / W, b_copy + p * W * block_length, count, block == first, to + p);
        }
      }
      for (int k = joins_after(g); k > 0; --k) join(total, --level);
    }
    while (--level > 0) join(total, level - 1);
    put(total);
  }

  /// A level becomes the sum of itself and the next.
  void join(L (*total)[panels][chunk], int level) const noexcept {
    for (i64 c = 0; c * chunk < rows; ++c)
      for (i64 p = 0; p * W < columns; ++p)
        for (i64 r = 0; r < chunk && c * chunk + r < rows; ++r) {
          L& x = total[level * chunks + c][p][r];
          x = tile::add(x, total[(level + 1) * chunks + c][p][r]);
        }
  }

  struct row_set {
    i64 count;
    typename tile::row_step step;
    T const* of[chunk]; // a last tile that is not whole takes the last row again
  };
  /// A block's terms of a chunk's rows and of the panels of a large tile, if so many are left, go to the totals of their group, which begin
  /// with them.
  CONSTAX_INLINE static void add_panels(row_set const& at, i64 left, T const* columns, i64 n, bool begins, L (*total)[chunk]) noexcept {
    constexpr int panels_of_tile = tile::large_panels, rows_of_tile = tile::large_rows;
    i64 r = 0;
    if constexpr (panels_of_tile > 1)
      for (; left >= panels_of_tile && r + rows_of_tile <= at.count; r += rows_of_tile) {
        L sum[rows_of_tile][panels_of_tile];
        tile::large_block(at.of + r, at.step, columns, W * block_length, n, sum);
        for (int p = 0; p < panels_of_tile; ++p)
          for (int i = 0; i < rows_of_tile; ++i) add_to(total[p][r + i], sum[i][p], begins);
      }
    for (int p = 0; p < panels_of_tile && p < left; ++p) add_panel(at, r, columns + p * W * block_length, W, n, begins, total[p]);
  }
  /// The same of one panel, from row r on.
  CONSTAX_INLINE static void add_panel(row_set const& at, i64 r, T const* columns, i64 step, i64 n, bool begins, L* total) noexcept {
    for (; r < at.count; r += tile::rows) {
      L sum[tile::rows];
      if (n % tile::C == 0) tile::template block<true>(at.of + r, at.step, columns, step, n, sum);
      else tile::template block<false>(at.of + r, at.step, columns, step, n, sum);
      for (int i = 0; i < tile::rows; ++i) add_to(total[r + i], sum[i], begins);
    }
  }
  CONSTAX_INLINE static void add_to(L& total, L const& x, bool begins) noexcept {
    total = tile::add(begins ? static_cast<L>(broadcast<T, W>(dot_identity<T>)) : total, x);
  }
  /// Where the terms from k on of chunk c are: where they lie, if side by side, or copied.
  CONSTAX_INLINE row_set rows_at(i64 c, i64 k, i64 n, T* to) const noexcept {
    row_set at;
    at.count = rows - c * chunk < chunk ? rows - c * chunk : chunk;
    T const* const from = a + c * chunk * a_row + k * a_step;
    if constexpr (tile::large_panels > 1) copy_rows(at, from, n, to);
    else turn_rows(at, from, n, to);
    return at;
  }
  /// For large tiles, as they lie. They come back to a line for each chain: rows a multiple of 1 kB apart would meet in the sets of a
  /// cache, and are copied; the lines of a copy that a chain takes lie in all sets.
  CONSTAX_INLINE void copy_rows(row_set& at, T const* from, i64 n, T* to) const noexcept {
    bool const meet = a_row * static_cast<i64>(sizeof(T)) % 1024 == 0 && at.count > tile::rows;
    at.step = a_step == 1 ? 1 : chunk + 1;
    if (a_step != 1) {
      for (i64 i = 0; i < n; ++i)
        if (a_row == 1) copy(from + i * a_step, at.count, to + i * at.step);
        else
          for (i64 r = 0; r < at.count; ++r) to[i * at.step + r] = from[i * a_step + r * a_row];
      set_rows(at, to, 1);
    } else if (meet) {
      for (i64 r = 0; r < at.count; ++r) copy(from + r * a_row, n, to + r * row_length);
      set_rows(at, to, row_length);
    } else set_rows(at, from, a_row);
  }
  /// For three rows at a time, which would take three numbers of a line as rows lie: their terms side by side.
  CONSTAX_INLINE void turn_rows(row_set& at, T const* from, i64 n, T* to) const noexcept {
    if (a_step == 1) return set_rows(at, from, a_row);
    i64 const turned_rows = a_row == 1 ? at.count / W * W : 0, turned_terms = turned_rows ? n / W * W : 0;
    for (i64 i = 0; i < turned_terms; i += W)
      for (i64 r = 0; r < turned_rows; r += W) turn_square<T, W>(from + i * a_step + r, a_step, to + r * row_length + i, row_length);
    for (i64 i = 0; i < n; ++i)
      for (i64 r = i < turned_terms ? turned_rows : 0; r < at.count; ++r) to[r * row_length + i] = from[i * a_step + r * a_row];
    set_rows(at, to, row_length);
  }
  CONSTAX_INLINE static void set_rows(row_set& at, T const* first, i64 apart) noexcept {
    for (i64 r = 0; r < chunk; ++r) at.of[r] = first + (r < at.count ? r : at.count - 1) * apart;
  }
  CONSTAX_INLINE static void copy(T const* from, i64 n, T* to) noexcept {
    __builtin_memcpy(to, from, static_cast<std::size_t>(n) * sizeof(T));
  }
  /// Terms from k on of all columns: those of a panel together, the panels' lines of memory read together.
  void copy_columns(i64 k, i64 n, T* to) const noexcept {
    if (b_column == 1 && columns == panels * W)
      for (i64 i = 0; i < n; ++i)
        for (int p = 0; p < panels; ++p) store(to + p * W * block_length + i * W, load<T, W>(b + (k + i) * b_step + p * W));
    else
      for (i64 p = 0; p * W < columns; ++p) copy_panel(p, k, n, to + p * W * block_length);
  }
  /// to[term * W + column] of one panel; columns beyond the last are zero.
  void copy_panel(i64 p, i64 k, i64 n, T* to) const noexcept {
    T const* const from = b + k * b_step + p * W * b_column;
    i64 const width = columns - p * W < W ? columns - p * W : W;
    i64 i = 0;
    if (b_column == 1)
      for (; i < n; ++i) store(to + i * W, load_n<T, W>(from + i * b_step, width, T(0)));
    else if (b_step == 1 && width == W) // a column's terms lie side by side
      for (; i + W <= n; i += W) turn_square<T, W>(from + i, b_column, to + i * W, W);
    for (; i < n; ++i)
      for (i64 c = 0; c < W; ++c) to[i * W + c] = c < width ? from[i * b_step + c * b_column] : T(0);
  }
  void put(L const (*total)[panels][chunk]) const noexcept {
    for (i64 r = 0; r < rows; ++r)
      for (i64 c = 0; c < columns; c += W) {
        i64 const count = columns - c < W ? columns - c : W;
        T* const to = y + r * y_row + c * y_column;
        L const& x = total[r / chunk][c / W][r % chunk];
        if (y_column == 1 && count == W) store(to, x);
        else if (y_column == 1) store_n(to, x, count);
        else store_strided(to, y_column, x, count);
      }
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
