// SPDX-License-Identifier: BSL-1.0
#pragma once
// fold: reductions in the order of primitives/summation.hpp, for terms that come by strips (a line of them) or by rows (columns of results).
#include <constax/lane/lane.hpp>
#include <constax/primitives/evaluate.hpp>

#include <algorithm>
#include <array>
#include <new>
#include <vector>

namespace constax::inline CONSTAX_TAG::vm {

/// A reduction of elements of one dtype.
struct fold_functions {
  i64 state_bytes = 0;
  // A line of `terms` elements; the result has result_bytes in all. Strips of them are taken in order, then `end` puts the result to y.
  void (*begin)(void* state, i64 terms, i64 result_bytes) = nullptr;
  void (*take)(void* state, void const* x, i64 count) = nullptr;
  void (*end)(void* state, void* y) = nullptr;
  // y[o, c] = combine over k of x[o, k, c].
  void (*columns)(void const* x, void* y, i64 outer, i64 terms, i64 inner) = nullptr;
};

template <class P, class T> struct folds {
  static constexpr int chains = chains_of(dtype_of<T>);
  using chain_lanes = lane<T, chains>;
  static constexpr T identity = static_cast<T>(P::template identity<T>);
  struct combining {
    constexpr T operator()(T a, T b) const { return static_cast<T>(P::combine(a, b)); }
  };
  static constexpr combining combine{};

  struct line {
    i64 terms, at = 0;
    T short_sum_ = identity;
    alignas(64) T chain[chains];
    blocks_in_order<T, combining> all;
    line(i64 n, i64 result_bytes) : terms(n), all(n, result_bytes, identity, combine) { clear(); }
    void clear() {
      for (T& c : chain) c = identity;
    }
    void end_block() {
      fold_chains(chain, i64{chains}, combine);
      all.take(chain[0]);
      clear();
    }
    void take(T const* x, i64 count) {
      if (terms <= short_sum) {
        for (i64 i = 0; i < count; ++i) short_sum_ = combine(short_sum_, x[i]);
        at += count;
        return;
      }
      while (count > 0) {
        i64 const in_block = at % block_length;
        i64 n = block_length - in_block < count ? block_length - in_block : count;
        i64 i = 0;
        for (; i < n && (in_block + i) % chains != 0; ++i) step(x[i], in_block + i);
        chain_lanes acc = load<T, chains>(chain);
        for (; i + chains <= n; i += chains) acc = static_cast<chain_lanes>(P::combine(acc, load<T, chains>(x + i)));
        store(chain, acc);
        for (; i < n; ++i) step(x[i], in_block + i);
        x += n, count -= n, at += n;
        if (at % block_length == 0 || at == terms) end_block();
      }
    }
    void step(T x, i64 i) {
      T& c = chain[i % chains];
      c = combine(c, x);
    }
    T result() { return terms <= short_sum ? short_sum_ : all.result(); }
  };

  static void begin(void* state, i64 terms, i64 result_bytes) { new (state) line(terms, result_bytes); }
  static void take(void* state, void const* x, i64 count) { static_cast<line*>(state)->take(static_cast<T const*>(x), count); }
  static void end(void* state, void* y) { *static_cast<T*>(y) = static_cast<line*>(state)->result(); }

  // ---- columns: a tile of them at a time --------------------------------------------------------------------------------------------
  static constexpr i64 tile = 256;
  static void combine_rows(T* acc, T const* x, i64 count) {
    constexpr int W = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T));
    i64 i = 0;
    for (; i + W <= count; i += W) store(acc + i, static_cast<lane<T, W>>(P::combine(load<T, W>(acc + i), load<T, W>(x + i))));
    for (; i < count; ++i) acc[i] = combine(acc[i], x[i]);
  }
  static void columns(void const* from, void* to, i64 outer, i64 terms, i64 inner) {
    T const* const x = static_cast<T const*>(from);
    T* const y = static_cast<T*>(to);
    i64 const result_bytes = outer * inner * static_cast<i64>(sizeof(T));
    i64 const n_blocks = block_count(terms), groups = group_count(terms, result_bytes);
    std::vector<std::array<T, tile>> memory(terms <= short_sum ? 1 : static_cast<std::size_t>(chains + groups));
    auto* const chain = memory.data();
    auto* const group = chain + chains;
    for (i64 o = 0; o < outer; ++o)
      for (i64 c = 0; c < inner; c += tile) {
        i64 const count = inner - c < tile ? inner - c : tile;
        T const* const first = x + o * terms * inner + c;
        T* const result = y + o * inner + c;
        if (terms <= short_sum) {
          for (i64 i = 0; i < count; ++i) result[i] = identity;
          for (i64 k = 0; k < terms; ++k) combine_rows(result, first + k * inner, count);
          continue;
        }
        i64 g = -1, next = 0;
        for (i64 b = 0; b < n_blocks; ++b) {
          for (i64 k = 0; k < chains; ++k) chain[k].fill(identity);
          i64 const end = (b + 1) * block_length < terms ? (b + 1) * block_length : terms;
          for (i64 k = b * block_length; k < end; ++k) combine_rows(chain[k % chains].data(), first + k * inner, count);
          for (i64 half = chains / 2; half > 0; half /= 2)
            for (i64 k = 0; k < half; ++k) combine_rows(chain[k].data(), chain[k + half].data(), count);
          if (b == next) group[++g].fill(identity), next = group_begin(g + 1, groups, n_blocks);
          combine_rows(group[g].data(), chain[0].data(), count);
        }
        for (i64 step = 1; step < groups; step *= 2)
          for (i64 k = 0; k + step < groups; k += 2 * step) combine_rows(group[k].data(), group[k + step].data(), count);
        std::copy_n(group[0].data(), count, result);
      }
  }

  static constexpr fold_functions functions{sizeof(line), begin, take, end, columns};
};

/// P of elements of dtype t; null where it takes none.
template <class P> fold_functions const* find_fold(dtype t) {
  return detail::visit_accepted<typename P::accepted, fold_functions const*>(
      t, []<class T>(T) -> fold_functions const* { return &folds<P, T>::functions; });
}

} // namespace constax::inline CONSTAX_TAG::vm
