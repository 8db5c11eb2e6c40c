// SPDX-License-Identifier: BSL-1.0
#pragma once
// turn: W registers of W lanes become their columns: r[i][k] -> r[k][i], in W log2 W two-operand shuffles (Eklundh 1972: blocks of halves
// change places, then of quarters, and so on). Of rows in memory the first step is loads of halves, which need no unit for shuffles.
// Rows of structures pass through it between memory and lanes; short ones, which lie several in a register, by unzip and zip:  K registers,
// a0 b0 a1 b1 .. one behind the other <-> K columns, a0 a1 .. and b0 b1 ..
#include "memory.hpp"

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// Where `e` has the bit: the upper partner's block; of two registers that stand `half` apart.
template <int Half, bool Upper, class V, int... E> CONSTAX_INLINE V exchange(V a, V b, std::integer_sequence<int, E...>) noexcept {
  constexpr int w = static_cast<int>(sizeof...(E));
  if constexpr (Upper) return __builtin_shufflevector(a, b, ((E & Half) ? w + E : E + Half)...);
  else return __builtin_shufflevector(a, b, ((E & Half) ? w + E - Half : E)...);
}
template <int Half, class T, int W> CONSTAX_INLINE void turn_blocks(pack<T, W>* r) noexcept {
  if constexpr (Half > 0) {
    [&]<int... I>(std::integer_sequence<int, I...>) {
      auto const one = [&]<int K>(std::integral_constant<int, K>) CONSTAX_INLINED {
        if constexpr ((K & Half) == 0) {
          auto const a = r[K].v, b = r[K + Half].v;
          r[K].v = exchange<Half, false>(a, b, std::make_integer_sequence<int, W>{});
          r[K + Half].v = exchange<Half, true>(a, b, std::make_integer_sequence<int, W>{});
        }
      };
      (one(std::integral_constant<int, I>{}), ...);
    }(std::make_integer_sequence<int, W>{});
    turn_blocks<Half / 2>(r);
  }
}
/// Element E of columns (or of rows) is element zip_source of rows (or of columns), K registers of W counted through.
template <int K, int W, bool ToColumns> constexpr int zip_source(int e) { return ToColumns ? e % W * K + e / W : e % K * W + e / K; }
/// Register R of the result, from the registers up to J: a two-operand shuffle for each but the first.
template <int K, bool ToColumns, int R, int J, class T, int W, int... L>
CONSTAX_INLINE auto zipped(pack<T, W> const* r, std::integer_sequence<int, L...> lanes) noexcept {
  if constexpr (J == 0) return r[0].v;
  else {
    constexpr auto source = [](int lane) {
      int const from = zip_source<K, W, ToColumns>(R * W + lane);
      return from / W == J ? W + from % W : J == 1 && from < W ? from : lane; // (J == 1: the first register is not in order yet)
    };
    return __builtin_shufflevector(zipped<K, ToColumns, R, J - 1>(r, lanes), r[J].v, source(L)...);
  }
}
template <bool ToColumns, class T, int W, int K> CONSTAX_INLINE void rezip(pack<T, W> (&r)[K]) noexcept {
  [&]<int... R>(std::integer_sequence<int, R...>) {
    pack<T, W> const result[K] = {pack<T, W>(zipped<K, ToColumns, R, K - 1>(r, std::make_integer_sequence<int, W>{}))...};
    ((r[R] = result[R]), ...);
  }(std::make_integer_sequence<int, K>{});
}
/// Two halves that come from memory, one register. (g++ 12 takes `join` for a shuffle, where an insertion reads its operand from memory.)
template <class T, int W> CONSTAX_INLINE pack<T, W> loaded(lane<T, W / 2> lo, lane<T, W / 2> hi) noexcept {
  if constexpr (W == 2) return pack<T, 2>(vector<T, 2>{lo, hi});
#if CONSTAX_VECTOR_BYTES == 64
  else if constexpr (sizeof lo == 32)
    return pack<T, W>(as_vec<vector<T, W>>(_mm512_insertf64x4(_mm512_castpd256_pd512(as_vec<__m256d>(lo.v)), as_vec<__m256d>(hi.v), 1)));
#endif
  else return join(lo, hi);
}
}  // namespace detail

/// r[0], .., r[K-1] hold W rows of K numbers; after it, each a column.
template <class T, int W, int K> CONSTAX_INLINE void unzip(pack<T, W> (&r)[K]) noexcept { detail::rezip<true>(r); }
/// The way back: columns to rows.
template <class T, int W, int K> CONSTAX_INLINE void zip(pack<T, W> (&r)[K]) noexcept { detail::rezip<false>(r); }
template <class T, int W> CONSTAX_INLINE void turn(pack<T, W> (&r)[W]) noexcept { detail::turn_blocks<W / 2>(r); }

/// The columns of rows that come by halves: half(i, h) -> lane<T, W / 2> is half h of row i; i and h are constants.
template <class T, int W, class Half> CONSTAX_INLINE void turn_halves(pack<T, W> (&r)[W], Half const& half) noexcept {
  constexpr int by = W / 2;
  [&]<int... I>(std::integer_sequence<int, I...>) {
    auto const pair = [&](auto i, auto h) CONSTAX_INLINED {
      return detail::loaded<T, W>(half(i, h), half(std::integral_constant<int, i + by>{}, h));
    };
    ((r[I] = pair(std::integral_constant<int, I>{}, std::integral_constant<int, 0>{}),
      r[I + by] = pair(std::integral_constant<int, I>{}, std::integral_constant<int, 1>{})), ...);
  }(std::make_integer_sequence<int, by>{});
  detail::turn_blocks<by / 2>(r);
}
/// to[k * to_step + i] = from[i * step + k], W by W.
template <class T, int W> CONSTAX_INLINE void turn_square(T const* from, std::ptrdiff_t step, T* to, std::ptrdiff_t to_step) noexcept {
  pack<T, W> r[W];
  turn_halves(r, [&](auto i, auto h) CONSTAX_INLINED { return load<T, W / 2>(from + i * step + h * (W / 2)); });
  for (int k = 0; k < W; ++k) store(to + k * to_step, r[k]);
}

}  // namespace constax::inline CONSTAX_TAG
