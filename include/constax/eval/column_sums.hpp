// SPDX-License-Identifier: BSL-1.0
#pragma once
// column_sums: exits over another axis than the lanes'. Lanes carry independent sums, each in the order of primitives/order.hpp.
#include <constax/eval/nodes.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Kernel: its steps, registers and exits, of kernel.hpp.
template <class Kernel>
struct column_sums {
  using call = typename Kernel::call;
  using preloaded_set = typename Kernel::preloaded_set;
  using accumulators = typename Kernel::accumulators;
  static constexpr int W = Kernel::W, exit_axis = Kernel::exit_axis, chains = Kernel::chains;

  template <bool Full>
  CONSTAX_INLINE static void columns(call const& c, position p, preloaded_set& pre) noexcept {
    i64 const length = c.length[exit_axis];
    accumulators total;
    Kernel::template clear<W>(total);
    if (length <= short_sum) {
      for (i64 i = 0; i < length; ++i) p.at[exit_axis] = i, Kernel::template body<Full>(c.memory, c.symbols, p, pre, total);
    } else {
      i64 const blocks = block_count(length), groups = group_count(length, Kernel::result_bytes(c));
      accumulators group[64];
      for (i64 g = 0; g < groups; ++g) {
        Kernel::template clear<W>(group[g]);
        for (i64 b = group_begin(g, groups, blocks); b < group_begin(g + 1, groups, blocks); ++b) {
          accumulators chain[chains];
          for (accumulators& a : chain) Kernel::template clear<W>(a);
          i64 const end = (b + 1) * block_length < length ? (b + 1) * block_length : length;
          for (i64 i = b * block_length; i < end; ++i) p.at[exit_axis] = i, Kernel::template body<Full>(c.memory, c.symbols, p, pre, chain[i % chains]);
          for (int half = chains / 2; half > 0; half /= 2)
            for (int q = 0; q < half; ++q) Kernel::combine(chain[q], chain[q + half]);
          Kernel::combine(group[g], chain[0]);
        }
      }
      for (i64 step = 1; step < groups; step *= 2)
        for (i64 g = 0; g + step < groups; g += 2 * step) Kernel::combine(group[g], group[g + step]);
      total = group[0];
    }
    p.at[exit_axis] = 0;
    Kernel::template store_exits<W>(c, p, total);
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
