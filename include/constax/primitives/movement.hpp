// SPDX-License-Identifier: BSL-1.0
#pragma once
// movement: the family of primitives that only say where elements come from: y[i] = x_k[source(i)], or padding.
//
// Most maps are affine: each axis of the result walks along one axis of the operand (or stays: a broadcast), in steps, from a start.
// Those give `affine`, and a plan reads them in place, as strided views. The others (reshape, pad, concatenate) give `source`, and
// `relate`, if loops over an axis shall go through them: where neither `affine` nor `relate` is given, all of the operand has to be there
// first.
#include <constax/primitives/rules.hpp>

namespace constax::inline CONSTAX_TAG {

/// result[i0, i1, ...] = operand[start + sum over d of step[d] * i_d along axis[d]]
struct affine_map {
  i64 axis[max_rank] = {-1, -1, -1, -1, -1, -1, -1, -1}; // of the operand; -1: the result repeats along this axis
  i64 step[max_rank] = {1, 1, 1, 1, 1, 1, 1, 1};
  extent start[max_rank] = {}; // per axis of the operand
  friend constexpr bool operator==(affine_map const&, affine_map const&) = default;
};

/// How a movement's result meets an operand along one axis of the result, for all lengths that symbols may stand for. Element i along it is
///   translate   element (start + step i + what other axes of the result add) / every along `axis` of the operand, wherever the operand
///               has it; i changes no other index, nor whether it comes from this operand
///   invariant   the same for all i
///   whole       any; which, is decided by lengths alone
struct relation {
  static constexpr int invariant = -1, whole = -2;
  int axis = whole;
  i64 step = 1, every = 1;
  extent start = {};
  /// Element i of the result's axis is element i along `axis`. (Of axes of one length: then other axes add nothing, for no map leaves its
  /// operand.)
  constexpr bool is_identity() const { return axis >= 0 && step == 1 && every == 1 && start == extent(0); }
};
constexpr relation relation_of(affine_map const& m, int axis) {
  if (m.axis[axis] < 0) return {relation::invariant};
  return {static_cast<int>(m.axis[axis]), m.step[axis], 1, m.start[m.axis[axis]]};
}

/// A part of a movement's result that is a strided box of an operand: element i of the box (i[d] < length[d] along each axis d of the
/// result) is at first[d] + every[d] * i[d] of the result, and comes from place from + sum(step[d] * i[d]) of the row-major operand.
/// What lies in no box of a result is the padding value, operand 1.
struct moved_box {
  u32 operand = 0;
  i64 first[max_rank] = {}, length[max_rank] = {}, every[max_rank] = {};
  i64 from = 0, step[max_rank] = {};
};
/// How far it is from one element to the next along each axis of a row-major array.
constexpr lengths strides_of(lengths const& n) {
  lengths s;
  s.rank = n.rank;
  i64 stride = 1;
  for (int d = n.rank; d-- > 0; stride *= n[d]) s.of[d] = stride;
  return s;
}
/// The whole result, with the steps of a row-major operand of its own shape.
constexpr moved_box whole_box(lengths const& result) {
  moved_box b;
  lengths const stride = strides_of(result);
  for (int d = 0; d < result.rank; ++d) b.length[d] = result[d], b.every[d] = 1, b.step[d] = stride[d];
  return b;
}
constexpr moved_box box_of(affine_map const& m, lengths const& operand, lengths const& result) {
  moved_box b = whole_box(result);
  lengths const stride = strides_of(operand);
  for (int a = 0; a < operand.rank; ++a) b.from += m.start[a].number * stride[a];
  for (int d = 0; d < result.rank; ++d) b.step[d] = m.axis[d] < 0 ? 0 : m.step[d] * stride[static_cast<int>(m.axis[d])];
  return b;
}

template <class Self>
struct movement {
  static constexpr constax::kind kind = constax::kind::movement;
  static constexpr bool linear = true;
  static constexpr i64 flops = 0;
};

namespace detail {
CONSTAX_INLINE constexpr element_source source_by(affine_map const& m, int operand_rank, lengths const& result, i64 const* at) {
  element_source e;
  for (int i = 0; i < operand_rank; ++i) e.at[i] = m.start[i].number;
  for (int d = 0; d < result.rank; ++d)
    if (m.axis[d] >= 0) e.at[m.axis[d]] += m.step[d] * at[d];
  return e;
}
CONSTAX_INLINE constexpr shape shape_of(lengths const& n) {
  shape s;
  for (int i = 0; i < n.rank; ++i) s.push(n[i]);
  return s;
}
template <class P>
concept says_source = requires(params_of<P> const& p, lengths const* operands, lengths const& result, i64 const* at) {
  P::source(p, operands, result, at);
};

template <class P>
struct sources {
  params_of<P> const& p;
  lengths const *operands, &result;
  constexpr element_source operator()(i64 const* at) const { return P::source(p, operands, result, at); }
};
template <class P>
  requires(!says_source<P>)
struct sources<P> {
  affine_map map;
  int operand_rank;
  lengths const& result;
  constexpr sources(params_of<P> const& p, lengths const* operands, lengths const& to)
      : map(P::affine(p, shape_of(operands[0]))), operand_rank(operands[0].rank), result(to) {}
  constexpr element_source operator()(i64 const* at) const { return source_by(map, operand_rank, result, at); }
};
} // namespace detail

/// Where element `at` of P's result comes from. Parameters hold numbers only.
template <class P>
constexpr element_source source_of(params_of<P> const& p, lengths const* operands, lengths const& result, i64 const* at) {
  if constexpr (detail::says_source<P>) return P::source(p, operands, result, at);
  else return detail::source_by(P::affine(p, detail::shape_of(operands[0])), operands[0].rank, result, at);
}

} // namespace constax::inline CONSTAX_TAG
