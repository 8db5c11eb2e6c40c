// SPDX-License-Identifier: BSL-1.0
#pragma once
// fold : exact primitives on literals alone        mul 2.0 3.0   ->   6.0
//
// Only where every evaluator would give the same bits, and constant evaluation none but a number: operands are zeros or of moderate size,
// so that + - * neither overflow nor underflow, and what comes out is no NaN. All else stays an equation.
#include <constax/transform/simplify/rewriter.hpp>

namespace constax::inline CONSTAX_TAG::detail {

constexpr bool moderate(literal const& l) {
  dtype_info const& t = info(l.type);
  if (t.half()) return false; // once they are floats
  if (t.floating) {
    i64 const exponent = static_cast<i64>(l.bits >> 52 & 2047) - 1023;
    i64 const limit = t.bytes == 4 ? 60 : 500;
    return l.bits << 1 == 0 || (exponent >= -limit && exponent <= limit);
  }
  i64 const limit = i64{1} << (t.bytes * 4 - 1); // products fit
  return t.integer ? l.integer() > -limit && l.integer() < limit : true;
}

constexpr bool fold(rewriter& r, rewriter::draft& d) {
  if (!d.prim->fold || r.type(d).rank() != 0 || d.n_in > 3) return false;
  literal xs[3]{};
  for (u32 i = 0; i < d.n_in; ++i) {
    xs[i] = *r.literal_at(r.x(d, i));
    if (!moderate(xs[i])) return false;
  }
  literal const y = d.prim->fold({xs, d.n_in}, r.to.ints.slice(d.param, d.n_param));
  if (y.type != r.type(d).type || y.number() != y.number()) return false;
  return r.becomes(d, r.constant(y));
}

} // namespace constax::inline CONSTAX_TAG::detail
