// SPDX-License-Identifier: BSL-1.0
#pragma once
// product: y[b, i, j] = sum over k of x[b, i, k] * z[b, k, j], in the order of primitives/summation.hpp. What lies otherwise is copied
// to lie so.
#include <constax/eval/omp.hpp>
#include <constax/eval/vm/fold.hpp>
#include <constax/math/math.hpp>
#include <constax/primitives/evaluate.hpp>

#include <algorithm>
#include <vector>

namespace constax::inline CONSTAX_TAG::vm {

struct product_size {
  i64 batch = 1, m = 1, terms = 1, n = 1;
};
// z: [batch, terms, n], or [batch, n, terms] where `turned`.
struct product_functions {
  void (*run)(void const* x, void const* z, void* y, product_size const& s, bool turned) = nullptr;
  /// y[c] = sum over k of x[k, c] * z[k, c].
  void (*columns)(void const* x, void const* z, void* y, i64 terms, i64 inner) = nullptr;
};

template <class T> struct products {
  static constexpr int chains = chains_of(dtype_of<T>), W = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T));
  static constexpr T nought = std::is_floating_point_v<T> ? static_cast<T>(-0.0) : T(0);
  template <class L> CONSTAX_INLINE static L multiply_add(L const& x, L const& y, L const& acc) {
    if constexpr (std::is_arithmetic_v<L>) return detail::multiply_add<T>(x, y, acc);
    else if constexpr (std::is_floating_point_v<T>) return fma(x, y, acc);
    else return math::add(acc, math::mul(x, y));
  }
  struct joining {
    constexpr T operator()(T p, T q) const { return detail::multiply_add<T>(p, T(1), q); }
    lane<T, W> operator()(lane<T, W> const& p, lane<T, W> const& q) const requires(W > 1) {
      return multiply_add<lane<T, W>>(p, broadcast<T, W>(T(1)), q);
    }
  };
  static constexpr joining join{};

  /// The sum of at most a block of terms.
  CONSTAX_INLINE static T one_block(T const* x, T const* z, i64 terms) {
    using L = lane<T, chains>;
    L acc = broadcast<T, chains>(nought);
    i64 k = 0;
    for (; k + chains <= terms; k += chains) acc = multiply_add<L>(load<T, chains>(x + k), load<T, chains>(z + k), acc);
    T chain[chains];
    store(chain, acc);
    for (int c = 0; k < terms; ++k, ++c) chain[c] = detail::multiply_add<T>(x[k], z[k], chain[c]);
    fold_chains(chain, i64{chains}, join);
    return chain[0];
  }
  /// Two vectors. (Rows of a matrix are often one block: to set up what joins blocks took three quarters of the time of 20 terms.)
  static T dot(T const* x, T const* z, i64 terms, i64 result_bytes) {
    if (terms <= short_sum) {
      T acc = nought;
      for (i64 k = 0; k < terms; ++k) acc = detail::multiply_add<T>(x[k], z[k], acc);
      return acc;
    }
    if (terms <= block_length) return one_block(x, z, terms);
    blocks_in_order<T, joining> all(terms, result_bytes, nought, join);
    for (i64 begin = 0; begin < terms; begin += block_length)
      all.take(one_block(x + begin, z + begin, begin + block_length < terms ? block_length : terms - begin));
    return all.result();
  }

  /// M rows of x times N * W columns of z. A chain at a time: its sums stay in registers, M * N of them.
  template <int M, int N> struct tile {
    using L = lane<T, W>;
    struct sums {
      L of[M][N];
    };
    T const *x, *z;
    i64 x_row, z_row, terms;

    CONSTAX_INLINE sums none() const {
      sums s;
      for (auto& row : s.of)
        for (L& l : row) l = broadcast<T, W>(nought);
      return s;
    }
    CONSTAX_INLINE void add_terms(sums& s, i64 begin, i64 end, i64 by) const {
      for (i64 k = begin; k < end; k += by) {
        L column[N];
        for (int c = 0; c < N; ++c) column[c] = load<T, W>(z + k * z_row + c * W);
        for (int r = 0; r < M; ++r) {
          L const row = broadcast<T, W>(x[r * x_row + k]);
          for (int c = 0; c < N; ++c) s.of[r][c] = multiply_add<L>(row, column[c], s.of[r][c]);
        }
      }
    }
    static void join_sums(sums& a, sums const& b) {
      for (int r = 0; r < M; ++r)
        for (int c = 0; c < N; ++c) a.of[r][c] = join(a.of[r][c], b.of[r][c]);
    }
    void run(T* y, i64 y_row, i64 result_bytes) const {
      auto const put = [&](sums const& s) {
        for (int r = 0; r < M; ++r)
          for (int c = 0; c < N; ++c) store(y + r * y_row + c * W, s.of[r][c]);
      };
      if (terms <= short_sum) {
        sums s = none();
        add_terms(s, 0, terms, 1);
        return put(s);
      }
      i64 const blocks = block_count(terms), groups = group_count(terms, result_bytes);
      sums chain[chains], group[levels_of_groups];
      int waiting = 0; // groups whose sums are not joined yet
      for (i64 g = 0; g < groups; ++g) {
        sums of = none();
        for (i64 b = group_begin(g, groups, blocks); b < group_begin(g + 1, groups, blocks); ++b) {
          i64 const end = (b + 1) * block_length < terms ? (b + 1) * block_length : terms;
          for (int c = 0; c < chains; ++c) {
            sums s = none();
            add_terms(s, b * block_length + c, end, chains);
            chain[c] = s;
          }
          for (int half = chains / 2; half > 0; half /= 2)
            for (int c = 0; c < half; ++c) join_sums(chain[c], chain[c + half]);
          join_sums(of, chain[0]);
        }
        group[waiting++] = of;
        for (int n = g + 1 < groups ? joins_after(g) : waiting - 1; n > 0; --n, --waiting)
          join_sums(group[waiting - 2], group[waiting - 1]);
      }
      put(group[0]);
    }
  };
  /// Rows in fours, then one by one. The last columns come with some of those before them, whose sums are the same again; fewer than W
  /// columns lie in memory of their own, with zeros behind them.
  template <int N> static void rows(T const* x, T const* z, T* y, product_size const& s, i64 z_row, i64 y_row, i64 result_bytes) {
    i64 i = 0;
    for (; i + 4 <= s.m; i += 4) tile<4, N>{x + i * s.terms, z, s.terms, z_row, s.terms}.run(y + i * y_row, y_row, result_bytes);
    for (; i < s.m; ++i) tile<1, N>{x + i * s.terms, z, s.terms, z_row, s.terms}.run(y + i * y_row, y_row, result_bytes);
  }
  static void columns(T const* x, T const* z, T* y, product_size const& s, i64 result_bytes) {
    i64 j = 0;
    for (; j + 2 * W <= s.n; j += 2 * W) rows<2>(x, z + j, y + j, s, s.n, s.n, result_bytes);
    for (; j + W <= s.n; j += W) rows<1>(x, z + j, y + j, s, s.n, s.n, result_bytes);
    i64 const rest = s.n - j;
    if (rest > 0 && s.n >= W) rows<1>(x, z + s.n - W, y + s.n - W, s, s.n, s.n, result_bytes);
    else if (rest > 0) {
      std::vector<T> last(static_cast<std::size_t>(s.terms * W)), results(static_cast<std::size_t>(s.m * W));
      for (i64 k = 0; k < s.terms; ++k) std::copy_n(z + k * s.n + j, rest, last.data() + k * W);
      rows<1>(x, last.data(), results.data(), s, W, W, result_bytes);
      for (i64 i = 0; i < s.m; ++i) std::copy_n(results.data() + i * W, rest, y + i * s.n + j);
    }
  }

  static void run(void const* from_x, void const* from_z, void* to, product_size const& s, bool turned) {
    T const* const x = static_cast<T const*>(from_x);
    T const* const z = static_cast<T const*>(from_z);
    T* const y = static_cast<T*>(to);
    i64 const result_bytes = s.batch * s.m * s.n * static_cast<i64>(sizeof(T));
    i64 const work = 2 * s.batch * s.m * s.terms * s.n;
    // Threads share products, or the rows of one.
    auto const rows_of = [&](i64 b, i64 first, i64 end) {
      product_size const part{1, end - first, s.terms, s.n};
      T const* const xb = x + (b * s.m + first) * s.terms;
      T const* const zb = z + b * s.terms * s.n;
      T* const yb = y + (b * s.m + first) * s.n;
      if (turned)
        for (i64 i = 0; i < part.m; ++i)
          for (i64 j = 0; j < s.n; ++j) yb[i * s.n + j] = dot(xb + i * s.terms, zb + j * s.terms, s.terms, result_bytes);
      else columns(xb, zb, yb, part, result_bytes);
    };
    if (s.batch == 1) share(s.m, 4, work, [&](i64 first, i64 end) { rows_of(0, first, end); });
    else
      share(s.batch, 1, work, [&](i64 first, i64 end) {
        for (i64 b = first; b < end; ++b) rows_of(b, 0, s.m);
      });
  }
  static void of_columns(void const* from_x, void const* from_z, void* to, i64 terms, i64 inner) {
    T const* const x = static_cast<T const*>(from_x);
    T const* const z = static_cast<T const*>(from_z);
    auto const join_lanes = []<class L>(L const& p, L const& q) CONSTAX_INLINED { return join(p, q); };
    fold_columns<T>(
        terms, inner, inner * static_cast<i64>(sizeof(T)), nought, static_cast<T*>(to), join_lanes, [&](T* acc, i64 k, i64 c, i64 count) {
          T const* const xk = x + k * inner + c;
          T const* const zk = z + k * inner + c;
          add_row(acc, count,
                  [&]<class L>(L const& a, i64 i, auto load_at) { return multiply_add<L>(load_at(xk + i), load_at(zk + i), a); });
        });
  }
  static constexpr product_functions functions{run, of_columns};
};

inline product_functions const* find_product(dtype t) {
  return detail::visit_dtype(t, []<class T>(T) -> product_functions const* {
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, u16>) return nullptr;
    else return &products<T>::functions;
  });
}
/// Fewer columns than a register has lanes: the terms of a result then go side by side.
inline bool turns(dtype t, i64 n) { return n * info(t).bytes < CONSTAX_VECTOR_BYTES; }

} // namespace constax::inline CONSTAX_TAG::vm
