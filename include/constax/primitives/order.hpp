// SPDX-License-Identifier: BSL-1.0
#pragma once
// order: THE order of summation, which every evaluator obeys. It depends on the number of terms and the size of the result alone.
//
//   up to 16 terms: left to right.  Else blocks of 256; in a block, element i goes to chain i mod C, chains are folded by halves;
//   blocks form G contiguous groups, a group's blocks are combined in order; groups by a binary tree.
//
// Cumulative operations keep to the order of their axis, whatever its length: each result is one step from the one before it. Products of
// all others are formed in chains, without blocks.
#include <constax/aval/aval.hpp>

namespace constax::inline CONSTAX_TAG {

inline constexpr i64 short_sum = 16;
inline constexpr i64 block_length = 256;

/// Chains a block is summed in: one 512-bit register of the dtype.
constexpr int chains_of(dtype t) { return t == dtype::f32 ? 16 : 8; }

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

/// Combines the values of groups in the fixed tree; the result is in acc[0].
template <class T, class Combine>
constexpr void combine_groups(T* acc, i64 groups, Combine&& combine) {
  for (i64 step = 1; step < groups; step *= 2)
    for (i64 g = 0; g + step < groups; g += 2 * step) acc[g] = combine(acc[g], acc[g + step]);
}

/// The definition, one element at a time: step(acc, i) takes term i into a chain, combine joins chains, blocks and groups.
template <class T, class Step, class Combine>
constexpr T accumulate_in_order(i64 n, int chains, i64 result_bytes, T identity, Step&& step, Combine&& combine) {
  if (n <= short_sum) {
    T acc = identity;
    for (i64 i = 0; i < n; ++i) acc = step(acc, i);
    return acc;
  }
  i64 const blocks = block_count(n), groups = group_count(n, result_bytes);
  T group[64] = {};
  for (i64 g = 0; g < groups; ++g) {
    T sum = identity;
    for (i64 b = group_begin(g, groups, blocks); b < group_begin(g + 1, groups, blocks); ++b) {
      T chain[16] = {};
      for (int c = 0; c < chains; ++c) chain[c] = identity;
      i64 const end = (b + 1) * block_length < n ? (b + 1) * block_length : n;
      for (i64 i = b * block_length; i < end; ++i) chain[i % chains] = step(chain[i % chains], i);
      for (int half = chains / 2; half > 0; half /= 2)
        for (int c = 0; c < half; ++c) chain[c] = combine(chain[c], chain[c + half]);
      sum = combine(sum, chain[0]);
    }
    group[g] = sum;
  }
  combine_groups(group, groups, combine);
  return group[0];
}

/// A cumulative operation: first(i) is what the line begins with, step(acc, i, before) takes term i to what the terms until `before` gave, and
/// put(i, y) gets the result. Exclusive: the result that term i does not belong to yet; at the first one `identity`.
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

/// Chains in which all others are combined: long lines have four registers of them, for each waits for its last product (1000 doubles: 0.33 us with
/// one register, 0.26 us with four, the product itself included).
inline constexpr i64 most_chains_of_others = 64;
constexpr i64 chains_of_others(i64 n, dtype t) { return n <= short_sum ? 1 : n < 128 ? chains_of(t) : 4 * chains_of(t); }

/// chain[c] becomes what the other chains, a power of two, give together: chains are folded by halves, and each half gets what the other has.
template <class T, class Combine>
CONSTAX_INLINE constexpr void combine_other_chains(T* chain, i64 chains, T const& identity, Combine&& combine) {
  T tree[2 * most_chains_of_others] = {}; // of each level, behind one another: 2h at 2C - 4h
  T* level = tree;
  for (i64 c = 0; c < chains; ++c) level[c] = chain[c];
  for (i64 half = chains / 2; half > 0; level += 2 * half, half /= 2)
    for (i64 c = 0; c < half; ++c) level[2 * half + c] = combine(level[c], level[half + c]);
  chain[0] = identity;
  for (i64 half = 1; half < chains; half *= 2) {
    level -= 2 * half;
    for (i64 c = 0; c < half; ++c) {
      T const rest = chain[c];
      chain[c] = combine(rest, level[half + c]), chain[half + c] = combine(rest, level[c]);
    }
  }
}

/// All terms but term i, for each i: those behind it in its chain, times those of the other chains, times those before it.
/// x(i) is term i; put(i, y) gets what get(i) gives back.
template <class T, class Term, class Get, class Put, class Combine>
CONSTAX_INLINE constexpr void others_in_order(i64 n, i64 chains, T const& identity, Term&& x, Get&& get, Put&& put, Combine&& combine) {
  T chain[most_chains_of_others] = {};
  for (i64 c = 0; c < chains; ++c) chain[c] = identity;
  for (i64 i = n; i-- > 0;) put(i, chain[i % chains]), chain[i % chains] = combine(chain[i % chains], x(i));
  combine_other_chains(chain, chains, identity, combine);
  for (i64 i = 0; i < n; ++i) put(i, combine(get(i), chain[i % chains])), chain[i % chains] = combine(chain[i % chains], x(i));
}

} // namespace constax::inline CONSTAX_TAG
