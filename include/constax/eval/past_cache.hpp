// SPDX-License-Identifier: BSL-1.0
#pragma once
// past_cache: are a kernel's results so many that they had better go past the cache? (docs/decisions/0019)
#include <constax/eval/nodes.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class Kernel>
struct past_cache {
  using C = typename Kernel::program;
  static constexpr node const& n = Kernel::n;

  /// Bytes of the results of one point.
  static constexpr i64 bytes_of_point = [] {
    i64 bytes = 0;
    for (u32 s = 0; s < n.n_steps; ++s)
      if (Kernel::step_at(s).kind == step_kind::store) bytes += info(C::value.type(Kernel::step_at(s).at).type).bytes;
    return bytes;
  }();
  /// Is there much to write at each point, each result a column of its own, in whole registers, outside of regions?
  static constexpr bool in_columns = [] {
    if (n.nest.rank != 1 || n.region_axis >= 0 || n.exit_axis >= 0 || Kernel::has_edges || bytes_of_point < long_point) return false;
    bool columns = true;
    Kernel::template each_step<step_kind::store>([&](auto s) {
      constexpr u32 v = Kernel::step_at(s).at;
      using L = layout<C, v>;
      columns = columns && C::value.memories[L::memory].kind == memory_kind::output && C::value.shape_of(v).rank == 1 &&
                C::value.type(v).type != dtype::boolean && Kernel::W * info(C::value.type(v).type).bytes % CONSTAX_VECTOR_BYTES == 0 && L::direction(0) == L::along::unit;
    });
    return columns;
  }();
  /// Or are results long rows, which it turns itself?
  static constexpr u32 in_rows = [] {
    u32 found = node::none;
    Kernel::template each_step<step_kind::store>([&](auto s) {
      if constexpr (constexpr u32 v = Kernel::step_at(s).at; Kernel::template in_rows_of_memory<v>)
        if constexpr (Kernel::template rows_of<v>::goes_past) found = v;
    });
    return found;
  }();
  static constexpr bool possible = in_columns || in_rows != node::none;
  /// In this call: more bytes than a cache holds, and each column begins with a line.
  CONSTAX_INLINE static bool pays(frame const& f) noexcept {
    if constexpr (in_rows != node::none) return bytes_of_type<C, layout<C, in_rows>::type>(f.symbols) > beyond_cache;
    if (bound_length<C, n.nest.dims[0]>(f.symbols) * bytes_of_point <= beyond_cache) return false;
    std::uintptr_t places = 0;
    Kernel::template each_step<step_kind::store>([&](auto s) {
      using L = layout<C, Kernel::step_at(s).at>;
      using T = element_of<C::value.type(Kernel::step_at(s).at).type>;
      places |= reinterpret_cast<std::uintptr_t>(static_cast<T*>(f.memory[L::memory]) + L::start(f.symbols));
    });
    return places % cache_line == 0;
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
