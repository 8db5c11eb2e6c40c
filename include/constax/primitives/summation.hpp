// SPDX-License-Identifier: BSL-1.0
#pragma once
// summation: THE order of summation, which every evaluator obeys. It depends on the number of terms and the size of the result alone.
//
//   up to 16 terms: left to right.  Else blocks of 256; in a block, element i goes to chain i mod C, chains are folded by halves;
//   blocks form G contiguous groups, a group's blocks are combined in order; groups by a binary tree.
//
// Cumulative operations keep to the order of their axis, whatever its length: each result is one step from the one before it. Products of
// all others are formed in the chains of the product itself.
#include <constax/base/integers.hpp>

#include <bit>

namespace constax::inline CONSTAX_TAG {

inline constexpr i64 short_sum = 16;
inline constexpr i64 block_length = 256;

constexpr i64 block_count(i64 n) { return (n + block_length - 1) / block_length; }

/// Groups, which threads take: at most 64, and few when results are large (one accumulator set per group, 8 MB in all).
constexpr i64 group_count(i64 n, i64 result_bytes) {
  i64 groups = block_count(n);
  if (groups > 64) groups = 64;
  i64 const room = (i64{8} << 20) / (result_bytes > 0 ? result_bytes : 1);
  if (groups > room) groups = room;
  return groups > 1 ? groups : 1;
}
/// First block of group g; group g ends where g+1 begins.
constexpr i64 group_begin(i64 g, i64 groups, i64 blocks) { return g * blocks / groups; }

/// The fixed tree of groups without all of them at hand: totals wait in a stack of so many levels; after group g the last two of it are
/// joined, so many times; behind the last group until one is left.
inline constexpr int levels_of_groups = 7;
constexpr int joins_after(i64 g) { return std::countr_one(static_cast<u64>(g)); }

/// Combines the values of groups in the fixed tree; the result is in acc[0].
template <class T, class Combine>
constexpr void combine_groups(T* acc, i64 groups, Combine&& combine) {
  for (i64 step = 1; step < groups; step *= 2)
    for (i64 g = 0; g + step < groups; g += 2 * step) acc[g] = combine(acc[g], acc[g + step]);
}

/// Takes what blocks give, one after the other.
template <class T, class Combine>
struct blocks_in_order {
  T const identity;
  Combine const& combine;
  i64 const blocks, groups;
  i64 taken = 0, group = -1, next = 0; // next: the block that the next group begins with
  T of[64];

  constexpr blocks_in_order(i64 n, i64 result_bytes, T const& of_nothing, Combine const& with)
      : identity(of_nothing), combine(with), blocks(block_count(n)), groups(group_count(n, result_bytes)) {}
  CONSTAX_INLINE constexpr void take(T const& block) {
    if (taken++ == next) of[++group] = identity, next = group_begin(group + 1, groups, blocks);
    of[group] = combine(of[group], block);
  }
  CONSTAX_INLINE constexpr T result() {
    combine_groups(of, groups, combine);
    return of[0];
  }
};

/// What a block's chains give: folded by halves; the result is in chain[0].
template <class T, class Combine>
CONSTAX_INLINE constexpr void fold_chains(T* chain, i64 chains, Combine&& combine) {
  for (i64 half = chains / 2; half > 0; half /= 2)
    for (i64 c = 0; c < half; ++c) chain[c] = combine(chain[c], chain[c + half]);
}

/// The chain that comes i-th when the two of each fold follow each other: the bits of i in reverse. With joins_after(i) joins behind it no
/// more sums wait than there are folds.
constexpr i64 chain_in_fold(i64 i, i64 chains) {
  i64 c = 0;
  for (; chains > 1; chains /= 2, i /= 2) c = 2 * c + i % 2;
  return c;
}

/// The definition, one element at a time: step(acc, i) takes term i into a chain, combine joins chains, blocks and groups.
template <class T, class Step, class Combine>
constexpr T accumulate_in_order(i64 n, int chains, i64 result_bytes, T identity, Step&& step, Combine&& combine) {
  if (n <= short_sum) {
    T acc = identity;
    for (i64 i = 0; i < n; ++i) acc = step(acc, i);
    return acc;
  }
  blocks_in_order all(n, result_bytes, identity, combine);
  for (i64 begin = 0; begin < n; begin += block_length) {
    T chain[16] = {};
    for (int c = 0; c < chains; ++c) chain[c] = identity;
    i64 const end = begin + block_length < n ? begin + block_length : n;
    for (i64 i = begin; i < end; ++i) chain[i % chains] = step(chain[i % chains], i);
    fold_chains(chain, chains, combine);
    all.take(chain[0]);
  }
  return all.result();
}

/// A cumulative operation: first(i) is what the line begins with, step(acc, i, before) takes term i to what the terms until `before` gave,
/// and put(i, y) gets the result. Exclusive: the result that term i does not belong to yet; at the first one `identity`.
template <class T, class First, class Step, class Put>
CONSTAX_INLINE constexpr void scan_in_order(i64 n, bool reverse, bool exclusive, T const& identity, First&& first, Step&& step, Put&& put) {
  if (n <= 0) return;
  i64 const by = reverse ? -1 : 1;
  i64 i = reverse ? n - 1 : 0;
  T acc = first(i);
  put(i, exclusive ? identity : acc);
  for (i64 k = 1; k < n; ++k) {
    i += by;
    T const next = step(acc, i, i - by);
    put(i, exclusive ? acc : next);
    acc = next;
  }
}

/// All others go in stretches of four blocks, whose chains - those of the sum, so that its result comes with them - wait for nothing but
/// themselves. (1000 doubles: 630 cycles of a Zen 4 for the product and all others apart, 410 together.)
inline constexpr i64 stretch_length = 4 * block_length;
constexpr i64 stretch_end(i64 begin, i64 n) { return n - begin < stretch_length ? n : begin + stretch_length; }

/// chain[c] becomes what `rest` and the other chains, a power of two, give: chains are folded by halves, and each half gets what the other
/// has.
template <class T, class Combine>
CONSTAX_INLINE constexpr void combine_other_chains(T* chain, i64 chains, T const& rest, Combine&& combine) {
  T tree[2 * 64] = {}; // of each level, behind one another: 2h at 2C - 4h
  T* level = tree;
  for (i64 c = 0; c < chains; ++c) level[c] = chain[c];
  for (i64 half = chains / 2; half > 0; level += 2 * half, half /= 2)
    for (i64 c = 0; c < half; ++c) level[2 * half + c] = combine(level[c], level[half + c]);
  chain[0] = rest;
  for (i64 half = 1; half < chains; half *= 2) {
    level -= 2 * half;
    for (i64 c = 0; c < half; ++c) {
      T const here = chain[c];
      chain[c] = combine(here, level[half + c]), chain[half + c] = combine(here, level[c]);
    }
  }
}

/// All terms but term i, for each i: those before it in its chain, times those behind it, where the chain's end starts with all other
/// chains.
/// -> all terms, as accumulate_in_order gives them
///
/// Of a stretch the line does: multiply(begin, end)   each chain becomes its product
///                             forwards(begin, end)   the same, and each result becomes what is before its term in the chain
///                             block(b)               what the chains of its block b give
///                             spread(rest)           each chain becomes `rest` times what the others have
///                             backwards(begin, end)  each result is multiplied by its chain, and the chain by its term
/// The result at a stretch's begin is a place where keep(begin, x) leaves something for kept(begin).
template <class T, class Line, class Combine>
CONSTAX_INLINE constexpr T others_in_order(i64 n, i64 result_bytes, T const& identity, Line&& line, Combine&& combine) {
  if (n <= 0) return identity;
  blocks_in_order all(n, result_bytes, identity, combine);
  if (n <= stretch_length) {
    line.forwards(0, n);
    for (i64 b = 0; b * block_length < n; ++b) all.take(line.block(b));
    line.spread(identity), line.backwards(0, n);
    return all.result();
  }
  T before = identity, behind = identity;
  for (i64 begin = 0; begin < n; begin += stretch_length) {
    i64 const end = stretch_end(begin, n);
    line.multiply(begin, end), line.keep(begin, before);
    for (i64 b = 0; begin + b * block_length < end; ++b) {
      T const block = line.block(b);
      all.take(block), before = combine(before, block);
    }
  }
  for (i64 begin = (n - 1) / stretch_length * stretch_length; begin >= 0; begin -= stretch_length) {
    i64 const end = stretch_end(begin, n);
    T const rest = combine(line.kept(begin), behind);
    line.forwards(begin, end);
    for (i64 b = block_count(end - begin); b-- > 0;) behind = combine(line.block(b), behind);
    line.spread(rest), line.backwards(begin, end);
  }
  return all.result();
}

/// Such a line, term by term: x(i) is term i; put(i, y) gets what get(i) gives back. Up to 16 terms are one chain.
template <class T, class Term, class Get, class Put, class Combine>
struct line_of_others {
  int const chains; // of a block
  T const identity;
  Term const& x;
  Get const& get;
  Put const& put;
  Combine const& combine;
  T chain[64] = {};

  constexpr line_of_others(i64 n, int of_block, T const& of_nothing, Term const& term, Get const& result, Put const& to,
                           Combine const& with)
      : chains(n <= short_sum ? 1 : of_block), identity(of_nothing), x(term), get(result), put(to), combine(with) {}
  CONSTAX_INLINE constexpr T& chain_of(i64 i) { return chain[i % stretch_length / block_length * chains + i % chains]; }
  CONSTAX_INLINE constexpr void multiply(i64 begin, i64 end) {
    for (int c = 0; c < 4 * chains; ++c) chain[c] = identity;
    for (i64 i = begin; i < end; ++i) chain_of(i) = combine(chain_of(i), x(i));
  }
  CONSTAX_INLINE constexpr void forwards(i64 begin, i64 end) {
    for (int c = 0; c < 4 * chains; ++c) chain[c] = identity;
    for (i64 i = begin; i < end; ++i) put(i, chain_of(i)), chain_of(i) = combine(chain_of(i), x(i));
  }
  CONSTAX_INLINE constexpr T block(i64 b) const {
    T of[16] = {};
    for (int c = 0; c < chains; ++c) of[c] = chain[b * chains + c];
    fold_chains(of, chains, combine);
    return of[0];
  }
  CONSTAX_INLINE constexpr void spread(T const& rest) { combine_other_chains(chain, 4 * chains, rest, combine); }
  CONSTAX_INLINE constexpr void backwards(i64 begin, i64 end) {
    for (i64 i = end; i-- > begin;) put(i, combine(get(i), chain_of(i))), chain_of(i) = combine(x(i), chain_of(i));
  }
  CONSTAX_INLINE constexpr void keep(i64 i, T const& value) { put(i, value); }
  CONSTAX_INLINE constexpr T kept(i64 i) const { return get(i); }
};

} // namespace constax::inline CONSTAX_TAG
