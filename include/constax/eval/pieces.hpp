// SPDX-License-Identifier: BSL-1.0
#pragma once
// pieces: a kernel reads a concatenation where its operands lie in memory.
//
//   concatenate x[1:] x[:1]      at most places all lanes lie in one piece, and are one load; where they do not, lane by lane
//
// So stencils with ends that meet, or with values set apart at the ends, need no copy (docs/decisions/0049).
#include <constax/eval/access.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class C, u32 E> struct joined_pieces {
  static constexpr code_eqn e = C::value.eqns[E];
  static constexpr u32 loops = C::value.made[e.out];
  static constexpr int axis = joined_axis(*C::primitives[e.prim], C::value.params(e), loops), of_nest = nest_axis(loops, axis);
  using T = element_of<C::value.type(e.out).type>;

  template <u32 K> static constexpr u32 piece = C::value.atoms[e.in + K].var();

  /// Register U at a place that counts from the beginning of piece K, and does not lie before it.
  template <int W, bool Full, u32 U, int Lane, u32 K = 0>
  CONSTAX_INLINE static lane<T, W> load(void* const* memory, position p, i64 const* symbols) noexcept {
    if constexpr (K + 1 < e.n_in) {
      i64 const length = bound_length<C, C::value.shape_of(piece<K>).dims[axis]>(symbols);
      if (p.at[of_nest] >= length) {
        p.at[of_nest] -= length;
        return load<W, Full, U, Lane, K + 1>(memory, p, symbols);
      }
      if constexpr (W > 1 && of_nest == Lane)
        if (p.at[of_nest] + (Full ? W : p.count) > length) return load_by_lane<W, Full, U, Lane, K>(memory, p, symbols);
    }
    return load_register<C, W, Full, piece<K>, loops, U, Lane>(memory, p, symbols);
  }
  /// The same where the lanes lie in several pieces.
  template <int W, bool Full, u32 U, int Lane, u32 K>
  CONSTAX_INLINE static lane<T, W> load_by_lane(void* const* memory, position const& p, i64 const* symbols) noexcept {
    return lanes_of<T, W>([&](int w) CONSTAX_INLINED -> T {
      if (!Full && w >= p.count) return T(1); // 1: no function divides by it or overflows
      position at = p;
      at.at[of_nest] += w;
      return load<1, true, U, Lane, K>(memory, at, symbols);
    });
  }
};

template <class C, int W, bool Full, u32 E, int Lane, class R, std::size_t... U>
CONSTAX_INLINE void join_elements(R& regs, void* const* memory, position const& p, i64 const* symbols, std::index_sequence<U...>) noexcept {
  using X = joined_pieces<C, E>;
  ((regs.template file<typename X::T>()[C::value.regs[X::e.out] + U] = X::template load<W, Full, U, Lane>(memory, p, symbols)), ...);
}

} // namespace constax::inline CONSTAX_TAG::detail
