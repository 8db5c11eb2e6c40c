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
  extent start[max_rank]; // per axis of the operand
};

/// An element of a result: of operand k at `at`; k = -1: none (the padding value).
struct element_source {
  int operand = 0;
  i64 at[max_rank] = {};
};

/// Lengths of one operand or result in one call.
struct lengths {
  i64 of[max_rank] = {};
  int rank = 0;
  constexpr lengths() = default;
  constexpr lengths(shape const& s, bindings const& b) : rank(s.rank) {
    for (int i = 0; i < rank; ++i) of[i] = b(s[i]);
  }
  constexpr i64 operator[](int i) const { return of[i]; }
  constexpr i64 size() const {
    i64 n = 1;
    for (int i = 0; i < rank; ++i) n *= of[i];
    return n;
  }
};

template <class Self>
struct movement {
  static constexpr constax::kind kind = constax::kind::movement;
  static constexpr bool linear = true;
  static constexpr i64 flops = 0;
};

namespace detail {
/// Replaces the symbols in a primitive's parameters by the numbers of one call.
template <class Params>
constexpr Params bind_params(Params p, bindings const& b) {
  if constexpr (!__is_same(Params, no_params))
    for_each_member(p, [&]<class M>(M& m) {
      if constexpr (__is_same(M, extent)) m = extent(b(m));
      if constexpr (__is_same(M, shape))
        for (int i = 0; i < m.rank; ++i) m[i] = extent(b(m[i]));
    });
  return p;
}
} // namespace detail

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
