// SPDX-License-Identifier: BSL-1.0
#pragma once
// movement: the family of primitives that only say where elements come from: y[i] = x_k[source(i)], or padding.
//
// Most maps are affine: each axis of the result walks along one axis of the operand (or stays: a broadcast), in steps, from a start.
// Those give `affine`, and a plan reads them in place, as strided views. The others (reshape, pad, concatenate) give `source`.
#include <constax/primitives/rules.hpp>

namespace constax::inline CONSTAX_TAG {

/// result[i0, i1, ...] = operand[start + sum over d of step[d] * i_d along axis[d]]
struct affine_map {
  i64 axis[max_rank] = {-1, -1, -1, -1, -1, -1, -1, -1}; // of the operand; -1: the result repeats along this axis
  i64 step[max_rank] = {1, 1, 1, 1, 1, 1, 1, 1};
  extent start[max_rank] = {}; // per axis of the operand
};

template <class Self>
struct movement {
  static constexpr constax::kind kind = constax::kind::movement;
  static constexpr bool linear = true;
  static constexpr i64 flops = 0;
};

/// Where element `at` of P's result comes from. Parameters hold numbers only.
template <class P>
constexpr element_source source_of(params_of<P> const& p, lengths const* operands, lengths const& result, i64 const* at) {
  if constexpr (requires { P::source(p, operands, result, at); }) return P::source(p, operands, result, at);
  else {
    shape s;
    for (int i = 0; i < operands[0].rank; ++i) s.push(operands[0][i]);
    affine_map const m = P::affine(p, s);
    element_source e;
    for (int i = 0; i < s.rank; ++i) e.at[i] = m.start[i].number;
    for (int d = 0; d < result.rank; ++d)
      if (m.axis[d] >= 0) e.at[m.axis[d]] += m.step[d] * at[d];
    return e;
  }
}

} // namespace constax::inline CONSTAX_TAG
