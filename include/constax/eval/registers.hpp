// SPDX-License-Identifier: BSL-1.0
#pragma once
// registers: the values of one kernel, one array of lanes per dtype. Only constants index it, so the optimiser keeps it in registers
// (one index known at run time, and its address escapes: 83 ns where 14 do).
#include <constax/eval/frame.hpp>
#include <constax/lane/lane.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class T, int W, u32 N>
struct register_array {
  lane<T, W> at[N];
};
/// None take no bytes, for sums of a kernel stand in arrays (column_sums.hpp); what is empty still asks where they are, and reads none.
template <class T, int W>
struct register_array<T, W, 0> {
  inline static lane<T, W> at[1];
};

/// Every member is written: where some zeros are implicit, g++ 12 takes {[0] = 3} and {[1] = 3} for one template argument.
struct register_counts {
  u32 of[stored_count] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
};

template <int W, register_counts N>
struct registers : register_array<float, W, N.of[0]>,
                   register_array<double, W, N.of[1]>,
                   register_array<std::int8_t, W, N.of[2]>,
                   register_array<std::int32_t, W, N.of[3]>,
                   register_array<std::int64_t, W, N.of[4]>,
                   register_array<std::uint8_t, W, N.of[5]>,
                   register_array<std::uint32_t, W, N.of[6]>,
                   register_array<std::uint64_t, W, N.of[7]>,
                   register_array<bool, W, N.of[8]>,
                   register_array<std::uint16_t, W, N.of[9]> {
  template <class T>
  CONSTAX_INLINE auto& file() noexcept {
    return register_array<T, W, N.of[static_cast<u8>(dtype_of<T>)]>::at;
  }
};

template <class C, u32 K>
constexpr register_counts counts_of(bool preloaded) {
  register_counts n;
  for (int t = 0; t < stored_count; ++t) n.of[t] = preloaded ? C::value.nodes[K].n_pre[t] : C::value.nodes[K].n_regs[t];
  return n;
}

/// The order of a reduction or contraction, unrolled over constants: step(acc, 0_c), ...
template <u32 N, int Chains, i64 Bytes, class V, class Step, class Combine>
CONSTAX_INLINE V accumulate_unrolled(V identity, Step&& step, Combine&& combine) noexcept {
  if constexpr (N <= short_sum) {
    V acc = identity;
    static_for<N>([&](auto i) { acc = step(acc, i); });
    return acc;
  } else {
    constexpr i64 blocks = block_count(N), groups = group_count(N, Bytes);
    V group[groups];
    static_for<groups>([&](auto g) {
      V sum = identity;
      constexpr u32 first = static_cast<u32>(group_begin(g, groups, blocks)), last = static_cast<u32>(group_begin(g + 1, groups, blocks));
      static_for<last - first>([&](auto b) {
        V chain[Chains];
        for (V& c : chain) c = identity;
        constexpr u32 begin = (first + b) * static_cast<u32>(block_length);
        constexpr u32 end = begin + block_length < N ? begin + static_cast<u32>(block_length) : N;
        static_for<end - begin>([&](auto i) { chain[i % Chains] = step(chain[i % Chains], std::integral_constant<u32, begin + i>{}); });
        for (int half = Chains / 2; half > 0; half /= 2)
          for (int c = 0; c < half; ++c) chain[c] = combine(chain[c], chain[c + half]);
        sum = combine(sum, chain[0]);
      });
      group[g] = sum;
    });
    combine_groups(group, groups, combine);
    return group[0];
  }
}

/// The order of a cumulative operation over constants: as scan_in_order, result(0_c) = ...
template <u32 N, bool Reverse, bool Exclusive, class V, class First, class Step, class Result>
CONSTAX_INLINE void scan_unrolled(V const& identity, First&& first, Step&& step, Result&& result) noexcept {
  V acc = identity;
  static_for<N>([&](auto k) {
    constexpr i64 last = static_cast<i64>(N) - 1, i = Reverse ? last - k : k;
    using here = std::integral_constant<i64, i>;
    V next;
    if constexpr (k == 0) next = first(here{});
    else next = step(acc, here{}, std::integral_constant<i64, Reverse ? i + 1 : i - 1>{});
    result(here{}) = Exclusive ? acc : next;
    acc = next;
  });
}
/// As others_in_order, of one block: its product is one subexpression with the product of the same terms.
template <u32 N, i64 Chains, class V, class Term, class Result, class Combine>
CONSTAX_INLINE void others_unrolled(V const& identity, Term&& x, Result&& result, Combine&& combine) noexcept {
  static_assert(N <= block_length);
  V chain[Chains];
  for (V& c : chain) c = identity;
  static_for<N>([&](auto k) {
    constexpr std::integral_constant<i64, static_cast<i64>(k)> i{};
    result(i) = chain[i % Chains], chain[i % Chains] = combine(chain[i % Chains], x(i));
  });
  combine_other_chains(chain, Chains, identity, combine);
  static_for<N>([&](auto k) {
    constexpr std::integral_constant<i64, static_cast<i64>(N) - 1 - k> i{};
    result(i) = combine(result(i), chain[i % Chains]), chain[i % Chains] = combine(x(i), chain[i % Chains]);
  });
}

} // namespace constax::inline CONSTAX_TAG::detail
