// SPDX-License-Identifier: BSL-1.0
#pragma once
// fold: reductions in the order of primitives/summation.hpp, for terms that come by strips (a line of them) or by rows (columns of
// results).
#include <constax/eval/omp.hpp>
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
  // Of a long line others may take groups: from one on, and what the groups before `end` gave is joined.
  void (*begin_at)(void* state, i64 terms, i64 result_bytes, i64 group) = nullptr;
  void (*join)(void* state, void const* other, i64 group, i64 end) = nullptr;
  // y[o, c] = combine over k of x[o, k, c].
  void (*columns)(void const* x, void* y, i64 outer, i64 terms, i64 inner) = nullptr;
};

/// acc[i] = step(acc[i], i, load) for i < count, on lanes; load(p) is as many elements at p.
template <class T, class Step> CONSTAX_INLINE void add_row(T* acc, i64 count, Step const& step) {
  constexpr int W = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T));
  i64 i = 0;
  for (; i + W <= count; i += W)
    store(acc + i, static_cast<lane<T, W>>(step(load<T, W>(acc + i), i, [](T const* p) CONSTAX_INLINED { return load<T, W>(p); })));
  for (; i < count; ++i) acc[i] = static_cast<T>(step(acc[i], i, [](T const* p) { return *p; }));
}
/// result[c] = the fold of `terms` terms, for c < inner, a tile of columns at a time. term(acc, k, c, count) takes term k of the
/// columns from c on.
template <class T, class Join, class Term>
void fold_columns(i64 terms, i64 inner, i64 result_bytes, T identity, T* result, Join const& join, Term const& term) {
  constexpr i64 tile = 256, chains = chains_of(dtype_of<T>);
  i64 const blocks = block_count(terms), groups = group_count(terms, result_bytes);
  share(inner, tile, terms * inner, [&](i64 begin, i64 end) { // columns, by threads
    std::vector<std::array<T, tile>> memory(terms <= short_sum ? 0 : static_cast<std::size_t>(chains + groups));
    auto* const chain = memory.data();
    auto* const group = chain + (terms <= short_sum ? 0 : chains);
    for (i64 c = begin; c < end; c += tile) {
      i64 const count = end - c < tile ? end - c : tile;
      auto const join_rows = [&](T* acc, T const* x) {
        add_row(acc, count, [&](auto const& a, i64 i, auto load_at) { return join(a, load_at(x + i)); });
      };
      if (terms <= short_sum) {
        std::fill_n(result + c, count, identity);
        for (i64 k = 0; k < terms; ++k) term(result + c, k, c, count);
        continue;
      }
      i64 g = -1, next = 0;
      for (i64 b = 0; b < blocks; ++b) {
        for (i64 k = 0; k < chains; ++k) chain[k].fill(identity);
        i64 const last = (b + 1) * block_length < terms ? (b + 1) * block_length : terms;
        for (i64 k = b * block_length; k < last; ++k) term(chain[k % chains].data(), k, c, count);
        for (i64 half = chains / 2; half > 0; half /= 2)
          for (i64 k = 0; k < half; ++k) join_rows(chain[k].data(), chain[k + half].data());
        if (b == next) group[++g].fill(identity), next = group_begin(g + 1, groups, blocks);
        join_rows(group[g].data(), chain[0].data());
      }
      for (i64 step = 1; step < groups; step *= 2)
        for (i64 k = 0; k + step < groups; k += 2 * step) join_rows(group[k].data(), group[k + step].data());
      std::copy_n(group[0].data(), count, result + c);
    }
  });
}

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
        if constexpr (requires { requires P::any_order; }) i += take_any_order(acc, x + i, n - i);
        for (; i + chains <= n; i += chains) acc = static_cast<chain_lanes>(P::combine(acc, load<T, chains>(x + i)));
        store(chain, acc);
        for (; i < n; ++i) step(x[i], in_block + i);
        x += n, count -= n, at += n;
        if (at % block_length == 0 || at == terms) end_block();
      }
    }
    /// Elements in four lanes at a time, where one waits long for the one before it: how many.
    static i64 take_any_order(chain_lanes& acc, T const* x, i64 n) {
      if (n < 4 * chains) return 0;
      chain_lanes other[3];
      for (int k = 0; k < 3; ++k) other[k] = load<T, chains>(x + (k + 1) * chains);
      acc = static_cast<chain_lanes>(P::combine(acc, load<T, chains>(x)));
      i64 i = 4 * chains;
      for (; i + 4 * chains <= n; i += 4 * chains) {
        acc = static_cast<chain_lanes>(P::combine(acc, load<T, chains>(x + i)));
        for (int k = 0; k < 3; ++k) other[k] = static_cast<chain_lanes>(P::combine(other[k], load<T, chains>(x + i + (k + 1) * chains)));
      }
      for (int k = 0; k < 3; ++k) acc = static_cast<chain_lanes>(P::combine(acc, other[k]));
      return i;
    }
    void step(T x, i64 i) {
      T& c = chain[i % chains];
      c = combine(c, x);
    }
    void start_at(i64 group) {
      all.taken = all.next = group_begin(group, all.groups, all.blocks), all.group = group - 1;
      at = all.taken * block_length;
    }
    T result() { return terms <= short_sum ? short_sum_ : all.result(); }
  };

  static void begin(void* state, i64 terms, i64 result_bytes) { new (state) line(terms, result_bytes); }
  static void take(void* state, void const* x, i64 count) { static_cast<line*>(state)->take(static_cast<T const*>(x), count); }
  static void end(void* state, void* y) { *static_cast<T*>(y) = static_cast<line*>(state)->result(); }

  static void begin_at(void* state, i64 terms, i64 result_bytes, i64 group) {
    begin(state, terms, result_bytes);
    static_cast<line*>(state)->start_at(group);
  }
  static void join(void* state, void const* other, i64 group, i64 end) {
    line* const to = static_cast<line*>(state);
    line const* const from = static_cast<line const*>(other);
    for (i64 g = group; g < end; ++g) to->all.of[g] = from->all.of[g];
  }

  static void columns(void const* from, void* to, i64 outer, i64 terms, i64 inner) {
    T const* const x = static_cast<T const*>(from);
    T* const y = static_cast<T*>(to);
    i64 const result_bytes = outer * inner * static_cast<i64>(sizeof(T));
    auto const join = [](auto const& a, auto const& b) CONSTAX_INLINED { return P::combine(a, b); };
    auto const one = [&](i64 o) {
      fold_columns<T>(terms, inner, result_bytes, identity, y + o * inner, join, [&](T* acc, i64 k, i64 c, i64 count) {
        add_row(acc, count,
                [&]<class L>(L const& a, i64 i, auto load_at) { return join(a, load_at(x + (o * terms + k) * inner + c + i)); });
      });
    };
    if (outer == 1) return one(0);
    share(outer, 1, outer * terms * inner, [&](i64 first, i64 last) {
      for (i64 o = first; o < last; ++o) one(o);
    });
  }

  static constexpr fold_functions functions{sizeof(line), begin, take, end, begin_at, join, columns};
};

/// P of elements of dtype t; null where it takes none.
template <class P> fold_functions const* find_fold(dtype t) {
  return detail::visit_accepted<typename P::accepted, fold_functions const*>(
      t, []<class T>(T) -> fold_functions const* { return &folds<P, T>::functions; });
}

} // namespace constax::inline CONSTAX_TAG::vm
