// SPDX-License-Identifier: BSL-1.0
#pragma once
// turn: W registers of W lanes become their columns: r[i][k] -> r[k][i], in W log2 W two-operand shuffles (Eklundh 1972: blocks of halves
// change places, then of quarters, and so on). Rows of structures pass through it between memory and lanes.
#include "pack.hpp"

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
      auto const one = [&]<int K>(std::integral_constant<int, K>) __attribute__((always_inline)) {
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
}  // namespace detail

template <class T, int W> CONSTAX_INLINE void turn(pack<T, W> (&r)[W]) noexcept { detail::turn_blocks<W / 2>(r); }

}  // namespace constax::inline CONSTAX_TAG
