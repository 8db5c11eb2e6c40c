// SPDX-License-Identifier: BSL-1.0
#pragma once
// past_cache: are a kernel's results so many that they had better go past the cache? (docs/decisions/0019)
#include <constax/eval/nodes.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class Kernel>
struct past_cache {
  using C = typename Kernel::program;
  static constexpr node const& n = Kernel::n;

  static constexpr bool is_store(u32 s) { return Kernel::step_at(s).kind == step_kind::store; }
  /// Bytes of the results of one point.
  static constexpr i64 bytes_of_point = [] {
    i64 bytes = 0;
    for (u32 s = 0; s < n.n_steps; ++s)
      if (is_store(s)) bytes += info(C::value.type(Kernel::step_at(s).at).type).bytes;
    return bytes;
  }();
  /// Is there much to write at each point, each result a column of its own, in whole registers?
  static constexpr bool possible = [] {
    if (n.nest.rank != 1 || n.region_axis >= 0 || n.exit_axis >= 0 || Kernel::has_edges || bytes_of_point < long_point) return false;
    bool columns = true;
    static_for<n.n_steps>([&](auto s) {
      if constexpr (is_store(s)) {
        constexpr u32 v = Kernel::step_at(s).at;
        using L = layout<C, v>;
        columns = columns && C::value.memories[L::memory].kind == memory_kind::output && C::value.shape_of(v).rank == 1 &&
                  C::value.type(v).type != dtype::boolean && Kernel::W * info(C::value.type(v).type).bytes % CONSTAX_VECTOR_BYTES == 0 && L::direction(0) == L::along::unit;
      }
    });
    return columns;
  }();
  /// In this call: more bytes than a cache holds, and each result begins with a line.
  CONSTAX_INLINE static bool pays(frame const& f) noexcept {
    if (bound_length<C, n.nest.dims[0]>(f.symbols) * bytes_of_point <= beyond_cache) return false;
    std::uintptr_t places = 0;
    static_for<n.n_steps>([&](auto s) {
      if constexpr (is_store(s)) {
        using L = layout<C, Kernel::step_at(s).at>;
        using T = element_of<C::value.type(Kernel::step_at(s).at).type>;
        places |= reinterpret_cast<std::uintptr_t>(static_cast<T*>(f.memory[L::memory]) + L::start(f.symbols));
      }
    });
    return places % cache_line == 0;
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
