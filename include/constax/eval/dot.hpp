// SPDX-License-Identifier: BSL-1.0
#pragma once
// dot: contractions too large for registers, by in-house tiles. Every element is summed in the order of primitives/order.hpp: term k in
// chain k mod 8 (f32: 16), so the chains are also the independent fma's that hide latency.
//
//   lanes along a free axis with unit stride:  C registers of chains x W columns x R rows;  lanes along the contracted axis otherwise
#include <constax/eval/blas.hpp>
#include <constax/eval/nodes.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// R rows by W columns: result[r][lane] = sum over k of a[r][k] * b[k][lane], b's lanes neighbours in memory.
template <class T, int W, int R, bool Full>
CONSTAX_INLINE void dot_columns(T const* const* a, i64 a_step, T const* b, i64 b_step, i64 terms, i64 result_bytes, i64 count, lane<T, W>* result) noexcept {
  constexpr int C = chains_of(dtype_of<T>);
  using L = lane<T, W>;
  auto const term = [&](i64 k, L* acc, int stride) __attribute__((always_inline)) {
    L y;
    if constexpr (Full) y = load<T, W>(b + k * b_step);
    else y = load_n<T, W>(b + k * b_step, count, T(0));
    for (int r = 0; r < R; ++r) acc[r * stride] = dot_term<T, L>(broadcast<T, W>(a[r][k * a_step]), y, acc[r * stride]);
  };
  L const nought = broadcast<T, W>(dot_identity<T>);
  if (terms <= short_sum) {
    L acc[R];
    for (L& x : acc) x = nought;
    for (i64 k = 0; k < terms; ++k) term(k, acc, 1);
    for (int r = 0; r < R; ++r) result[r] = acc[r];
    return;
  }
  i64 const blocks = block_count(terms), groups = group_count(terms, result_bytes);
  L group[64][R];
  for (i64 g = 0; g < groups; ++g) {
    for (int r = 0; r < R; ++r) group[g][r] = nought;
    for (i64 blk = group_begin(g, groups, blocks); blk < group_begin(g + 1, groups, blocks); ++blk) {
      L chain[R][C];
      for (auto& row : chain)
        for (L& x : row) x = nought;
      i64 k = blk * block_length;
      i64 const end = k + block_length < terms ? k + block_length : terms;
      for (; k + C <= end; k += C) static_for<C>([&](auto c) { term(k + c, &chain[0][c], C); });
      L rest[R][C];
      for (int r = 0; r < R; ++r)
        for (int c = 0; c < C; ++c) rest[r][c] = chain[r][c];
      for (int c = 0; k < end; ++k, ++c) term(k, &rest[0][c], C);
      for (int r = 0; r < R; ++r) {
        for (int half = C / 2; half > 0; half /= 2)
          for (int c = 0; c < half; ++c) rest[r][c] = static_cast<L>(rest[r][c] + rest[r][c + half]);
        group[g][r] = static_cast<L>(group[g][r] + rest[r][0]);
      }
    }
  }
  for (i64 step = 1; step < groups; step *= 2)
    for (i64 g = 0; g + step < groups; g += 2 * step)
      for (int r = 0; r < R; ++r) group[g][r] = static_cast<L>(group[g][r] + group[g + step][r]);
  for (int r = 0; r < R; ++r) result[r] = group[0][r];
}

/// One element, lanes along the terms: both operands' terms are neighbours.
template <class T>
CONSTAX_INLINE T dot_line(T const* a, T const* b, i64 terms, i64 result_bytes) noexcept {
  constexpr int C = chains_of(dtype_of<T>), native = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T)), W = native < C ? native : C, Q = C / W;
  using L = lane<T, W>;
  if (terms <= short_sum) {
    T acc = dot_identity<T>;
    for (i64 k = 0; k < terms; ++k) acc = dot_term<T, T>(a[k], b[k], acc);
    return acc;
  }
  i64 const blocks = block_count(terms), groups = group_count(terms, result_bytes);
  T group[64];
  for (i64 g = 0; g < groups; ++g) {
    T sum = dot_identity<T>;
    for (i64 blk = group_begin(g, groups, blocks); blk < group_begin(g + 1, groups, blocks); ++blk) {
      L chain[Q];
      for (L& x : chain) x = broadcast<T, W>(dot_identity<T>);
      i64 k = blk * block_length;
      i64 const end = k + block_length < terms ? k + block_length : terms;
      for (; k + C <= end; k += C)
        static_for<Q>([&](auto q) { chain[q] = dot_term<T, L>(load<T, W>(a + k + q * W), load<T, W>(b + k + q * W), chain[q]); });
      L rest[Q];
      for (int q = 0; q < Q; ++q) rest[q] = chain[q];
      for (int q = 0; k < end; ++q, k += W) { // lanes beyond the end keep their chain
        i64 const n = end - k < W ? end - k : W;
        L const next = dot_term<T, L>(load_n<T, W>(a + k, n, T(0)), load_n<T, W>(b + k, n, T(0)), rest[q]);
        rest[q] = select(first_n<W>(n), next, rest[q]);
      }
      for (int half = Q / 2; half > 0; half /= 2)
        for (int q = 0; q < half; ++q) rest[q] = static_cast<L>(rest[q] + rest[q + half]);
      sum = static_cast<T>(sum + fold(rest[0], []<class V>(V const& x, V const& y) { return static_cast<V>(x + y); }));
    }
    group[g] = sum;
  }
  combine_groups(group, groups, [](T x, T y) { return static_cast<T>(x + y); });
  return group[0];
}

template <class C, u32 E, int Axis>
struct dot_node {
  using X = contraction_at<C, E>;
  using T = element_of<C::value.type(X::e.out).type>;
  using lhs_span = span_of<C, X::a.var()>;
  using rhs_span = span_of<C, X::b.var()>;
  using out_span = span_of<C, X::e.out>;

  /// The last free axis of an operand, or -1.
  static constexpr int last_free(int side) {
    int const batch = X::axes.lhs_batch.size();
    for (int d = (side ? X::rhs : X::lhs).rank; d-- > 0;)
      if (X::to.of[side][d] >= batch) return d;
    return -1;
  }
  static constexpr int free_lhs = last_free(0), free_rhs = last_free(1);
  static constexpr bool one_axis = X::axes.lhs_contracting.size() == 1;

  /// Is axis d of an operand contiguous, or (open) perhaps so in this call?
  static constexpr bool unit(int side, int d) {
    return side ? layout<C, X::b.var()>::direction(d) == layout<C, X::b.var()>::along::unit
                : layout<C, X::a.var()>::direction(d) == layout<C, X::a.var()>::along::unit;
  }
  static constexpr bool open(int side, int d) {
    return side ? layout<C, X::b.var()>::direction(d) == layout<C, X::b.var()>::along::open
                : layout<C, X::a.var()>::direction(d) == layout<C, X::a.var()>::along::open;
  }

  static void run(frame const& f) noexcept {
    lhs_span const a(f);
    rhs_span const b(f);
    out_span const y(f);
    i64 terms = 1;
    lengths term_lengths;
    for (i64 d : X::axes.lhs_contracting) terms *= a.length[static_cast<int>(d)], term_lengths.of[term_lengths.rank++] = a.length[static_cast<int>(d)];
    i64 const bytes = y.length.size() * static_cast<i64>(sizeof(T)), work = 2 * terms * y.length.size();
    if constexpr (CONSTAX_HAS_BLAS && Axis < 0 && std::is_floating_point_v<T> && one_axis && X::lhs.rank == 2 && X::rhs.rank == 2 && X::out.rank == 2) {
      constexpr int ka = static_cast<int>(X::axes.lhs_contracting[0]), kb = static_cast<int>(X::axes.rhs_contracting[0]);
      if (work >= blas_threshold && blas_multiply<T>(y.length[0], y.length[1], terms, a.first, a.stride[1 - ka], a.stride[ka], b.first, b.stride[kb],
                                                     b.stride[1 - kb], y.first, y.stride[0], y.stride[1]))
        return;
    }

    strip_of<Axis> const all(y.length, f);
    constexpr int r = free_rhs >= 0 ? free_rhs : 0, l = free_lhs >= 0 ? free_lhs : 0;
    constexpr bool by_rhs = one_axis && free_rhs >= 0, by_lhs = one_axis && free_lhs >= 0;
    if constexpr (by_rhs && unit(1, r)) columns<1>(b, a, y, all, terms, bytes, work);
    else if constexpr (by_lhs && unit(0, l)) columns<0>(a, b, y, all, terms, bytes, work);
    else {
      if constexpr (by_rhs && open(1, r))
        if (b.stride[r] == 1) return columns<1>(b, a, y, all, terms, bytes, work);
      if constexpr (by_lhs && open(0, l))
        if (a.stride[l] == 1) return columns<0>(a, b, y, all, terms, bytes, work);
      elements(a, b, y, all, terms, term_lengths, bytes, work);
    }
  }

  /// Element by element, lanes along the terms where those are contiguous.
  static void elements(lhs_span const& a, rhs_span const& b, out_span const& y, strip_of<Axis> const& all, i64 terms, lengths const& term_lengths, i64 bytes, i64 work) noexcept {
    constexpr bool along_terms = one_axis && unit(0, X::axes.lhs_contracting.size() ? static_cast<int>(X::axes.lhs_contracting[0]) : 0) &&
                                 unit(1, X::axes.rhs_contracting.size() ? static_cast<int>(X::axes.rhs_contracting[0]) : 0);
    all.share(all.length.size(), 1, work, [&](i64 first, i64 last) {
      place here(first, all.length);
      for (i64 i = first; i < last; ++i, advance(here.at, all.length)) {
        place const at = all.global(here);
        T const* const p = start(a, 0, at.at);
        T const* const q = start(b, 1, at.at);
        if constexpr (along_terms) y.at(at.at) = dot_line<T>(p, q, terms, bytes);
        else
          y.at(at.at) = accumulate_in_order(terms, chains_of(dtype_of<T>), bytes, dot_identity<T>,
                                            [&](T acc, i64 k) {
                                              place const t(k, term_lengths);
                                              i64 oa = 0, ob = 0;
                                              for (int d = 0; d < term_lengths.rank; ++d)
                                                oa += t.at[d] * a.stride[X::axes.lhs_contracting[d]], ob += t.at[d] * b.stride[X::axes.rhs_contracting[d]];
                                              return dot_term<T, T>(p[oa], q[ob], acc);
                                            },
                                            [](T x, T z) { return static_cast<T>(x + z); });
      }
    });
  }

  /// The operand's element for a place of the result, at term 0.
  template <class S>
  static T const* start(S const& s, int side, i64 const* at) noexcept {
    i64 offset = 0;
    for (int d = 0; d < S::rank; ++d)
      if (X::to.of[side][d] >= 0) offset += at[X::to.of[side][d]] * s.stride[d];
    return s.first + offset;
  }

  /// Lanes along the last free axis of operand `Side` (`vectors`); rows along the last free axis of the other.
  template <int Side, class V, class S>
  static void columns(V const& vectors, S const& scalars, out_span const& y, strip_of<Axis> const& all, i64 terms, i64 bytes, i64 work) noexcept {
    constexpr int other = 1 - Side, lane_d = Side ? free_rhs : free_lhs, row_d = Side ? free_lhs : free_rhs;
    constexpr int lane_out = X::to.of[Side][lane_d], row_out = row_d >= 0 ? X::to.of[other][row_d >= 0 ? row_d : 0] : -1;
    constexpr int native = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T)), W = native;
    constexpr int R = CONSTAX_VECTOR_BYTES == 64 && sizeof(T) == 8 ? 2 : 1; // chains x rows fill the registers
    i64 const a_step = scalars.stride[(Side ? X::axes.lhs_contracting : X::axes.rhs_contracting)[0]];
    i64 const b_step = vectors.stride[(Side ? X::axes.rhs_contracting : X::axes.lhs_contracting)[0]];
    // Outer places: the result's axes but the lanes' one; rows are taken R at a time.
    lengths outer = all.length;
    i64 const width = outer[lane_out];
    outer.of[lane_out] = 1;
    i64 const rows = row_out >= 0 ? outer[row_out] : 1;
    if constexpr (row_out >= 0) outer.of[row_out] = (rows + R - 1) / R;
    all.share(outer.size(), 1, work, [&](i64 first, i64 last) {
      for (i64 o = first; o < last; ++o) {
        place at(o, outer);
        i64 const row = row_out >= 0 ? at.at[row_out >= 0 ? row_out : 0] * R : 0;
        if constexpr (row_out >= 0) at.at[row_out] = row;
        T const* a[R];
        for (int r = 0; r < R; ++r) {
          place here = at;
          if constexpr (row_out >= 0) here.at[row_out] = row + r < rows ? row + r : rows - 1;
          a[r] = start(scalars, other, all.global(here).at);
        }
        T const* const b = start(vectors, Side, all.global(at).at);
        lane<T, W> result[R];
        for (i64 c = 0; c < width; c += W) {
          i64 const count = width - c < W ? width - c : W;
          if (count == W) dot_columns<T, W, R, true>(a, a_step, b + c, b_step, terms, bytes, W, result);
          else dot_columns<T, W, R, false>(a, a_step, b + c, b_step, terms, bytes, count, result);
          for (int r = 0; r < R && (row_out < 0 ? r == 0 : row + r < rows); ++r) {
            place to = at;
            to.at[lane_out] = c;
            if constexpr (row_out >= 0) to.at[row_out] = row + r;
            T* const p = &y.at(all.global(to).at);
            if (y.stride[lane_out] == 1) store_n(p, result[r], count);
            else store_strided(p, y.stride[lane_out], result[r], count);
          }
        }
      }
    });
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
