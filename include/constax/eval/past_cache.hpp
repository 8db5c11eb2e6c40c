// SPDX-License-Identifier: BSL-1.0
#pragma once
// past_cache: a kernel's results that are too many for the caches go past them, in whole lines (docs/decisions/0019)
//
//   columns  as registers come, where each is a line     y0[n], y1[n], ...   an instance of the kernel of their own
//   rows     some at a time, through a buffer            y[n, 30]
#include <constax/eval/nodes.hpp>
#include <constax/eval/row_block.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class Kernel>
struct columns_past_cache {
  using C = typename Kernel::program;
  static constexpr node const& n = Kernel::n;

  /// Bytes of the results of one point.
  static constexpr i64 bytes_of_point = [] {
    i64 bytes = 0;
    for (u32 s = 0; s < n.n_steps; ++s)
      if (Kernel::step_at(s).kind == step_kind::store) bytes += info(C::value.type(Kernel::step_at(s).at).type).bytes;
    return bytes;
  }();
  /// Is there much to write at each point, each result a column of its own, in whole lines, outside of regions? (Halves of lines would
  /// leave the buffers that combine them before their other halves come, for there are more columns than buffers: `ba` with AVX2, 100,000
  /// observations, 98 ns for 42.)
  static constexpr bool possible = [] {
    if (n.nest.rank != 1 || n.region_axis >= 0 || n.exit_axis >= 0 || Kernel::has_edges || bytes_of_point < long_point) return false;
    bool columns = true;
    Kernel::template each_step<step_kind::store>([&](auto s) {
      constexpr u32 v = Kernel::step_at(s).at;
      using L = layout<C, v>;
      columns = columns && C::value.memories[L::memory].kind == memory_kind::output && C::value.shape_of(v).rank == 1 &&
                C::value.type(v).type != dtype::boolean &&
                Kernel::W * info(C::value.type(v).type).bytes % static_cast<int>(cache_line) == 0 && L::direction(0) == L::along::unit;
    });
    return columns;
  }();
  /// In this call: more bytes than a cache holds, and each column begins with a line.
  CONSTAX_INLINE static bool pays(frame const& f) noexcept {
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

template <class Kernel>
struct rows_past_cache {
  using C = typename Kernel::program;

  /// Bytes of a row of V, a result in long rows that the kernel turns itself; of others 0.
  template <u32 V>
  static constexpr i64 bytes_of_row = [] {
    if constexpr (Kernel::template in_rows_of_memory<V>)
      if constexpr (Kernel::template rows_of<V>::goes_past) return Kernel::template rows_of<V>::bytes;
    return i64{0};
  }();
  static constexpr i64 bytes_of_rows = [] {
    i64 bytes = 0;
    Kernel::template each_step<step_kind::store>([&](auto s) { bytes += bytes_of_row<Kernel::step_at(s).at>; });
    return bytes;
  }();
  static constexpr bool possible = bytes_of_rows > 0;
  static constexpr i64 at_once = rows_at_once(bytes_of_rows, Kernel::W);

  /// Calls f(v, at): v such a result, a constant, `at` the first byte of its rows in the buffer.
  template <class F>
  CONSTAX_INLINE static void each_result(F const& f) noexcept {
    i64 at = 0;
    Kernel::template each_step<step_kind::store>([&](auto s) {
      constexpr u32 v = Kernel::step_at(s).at;
      if constexpr (bytes_of_row<v> > 0) f(std::integral_constant<u32, v>{}, at), at += at_once * bytes_of_row<v>;
    });
  }
  /// In this call: more bytes than a cache holds?
  CONSTAX_INLINE static bool pays(i64 const* symbols) noexcept {
    i64 bytes = 0;
    each_result([&](auto v, i64) { bytes += bytes_of_type<C, layout<C, v>::type>(symbols); });
    return bytes > beyond_cache;
  }
  /// c's rows from c.begin to c.end, by compute(c): where they go past the cache, the buffer lies for it where those rows of the result
  /// would. (One call of it, for it is a whole kernel.)
  template <class Call, class Compute>
  CONSTAX_INLINE static void run(Call& c, Compute const& compute) noexcept {
    alignas(cache_line) std::byte buffer[static_cast<std::size_t>(at_once * bytes_of_rows)];
    bool const past = pays(c.symbols);
    i64 const end = c.end[0], step = past ? at_once : end;
    void* result[C::value.n_memories ? C::value.n_memories : 1];
    each_result([&](auto v, i64) { result[layout<C, v>::memory] = c.memory[layout<C, v>::memory]; });
    for (i64 i = c.begin[0]; i < end; i += step) {
      i64 const rows = end - i < step ? end - i : step;
      c.begin[0] = i, c.end[0] = i + rows;
      if (past)
        each_result([&](auto v, i64 at) {
          c.memory[layout<C, v>::memory] =
              reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(buffer + at) - static_cast<std::uintptr_t>(i * bytes_of_row<v>));
        });
      compute(c);
      if (past)
        each_result([&](auto v, i64 at) {
          stream(static_cast<std::byte*>(result[layout<C, v>::memory]) + i * bytes_of_row<v>, buffer + at,
                 static_cast<std::size_t>(rows * bytes_of_row<v>));
        });
    }
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
