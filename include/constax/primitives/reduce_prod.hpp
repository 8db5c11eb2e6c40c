// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/concatenate.hpp>
#include <constax/primitives/mul.hpp>
#include <constax/primitives/reduction.hpp>
#include <constax/primitives/reshape.hpp>
#include <constax/primitives/slice.hpp>
#include <constax/primitives/transpose.hpp>

namespace constax::inline CONSTAX_TAG {

/// Product over axes, in the order of reduce_sum. reduce_prod[axes] : T[s] -> T[s without axes]
/// The derivative follows a tree of pairwise products, with no division, so zeros do no harm; it needs axes of known lengths.
struct reduce_prod_t : reduction<reduce_prod_t> {
  static constexpr std::string_view name = "reduce_prod";
  template <class T>
  static constexpr T identity = T(1);
  static constexpr auto combine(auto const& x, auto const& y) { return guard(math::mul(x, y)); }
  static constexpr value jvp(value x, value dx, value, params const& p) {
    aval const a = type_of(x);
    axes order = p.axes; // the reduced axes first, as one
    shape rows{extent(1)}, rest;
    for (i64 d : p.axes) {
      extent const& e = a.shape[static_cast<int>(d)];
      if (!e.is_number()) {
        x.ctx->fail({fault_code::no_jvp, name, "a product's derivative needs an axis of known length, this one is symbolic", a});
        return x.ctx->zero(a);
      }
      rows[0] = rows[0] * e.number;
    }
    for (int d = 0; d < a.rank(); ++d)
      if (!p.axes.contains(d)) order.push(d), rows.push(a.shape[d]), rest.push(a.shape[d]);
    x = reshape(transpose(x, order), rows), dx = reshape(transpose(dx, order), rows);
    i64 n = rows[0].number;
    if (n == 0) return x.ctx->zero(aval{a.type, rest});
    while (n > 1) { // the first half times the second; an odd row waits for the next round
      i64 const half = n / 2;
      value const x0 = rows_of(x, 0, half), x1 = rows_of(x, half, 2 * half), dx0 = rows_of(dx, 0, half), dx1 = rows_of(dx, half, 2 * half);
      value y = x0 * x1, dy = dx0 * x1 + x0 * dx1;
      if (n % 2) {
        value const ys[] = {y, rows_of(x, n - 1, n)}, dys[] = {dy, rows_of(dx, n - 1, n)};
        y = concatenate({ys, 2}, 0), dy = concatenate({dys, 2}, 0);
      }
      x = y, dx = dy;
      n = half + n % 2;
    }
    return reshape(dx, rest);
  }

private:
  static constexpr value rows_of(value x, i64 first, i64 last) {
    aval const a = type_of(x);
    if (first == 0 && a.shape[0] == extent(last)) return x;
    shape start, limit;
    for (int d = 0; d < a.rank(); ++d) {
      start.push(d ? extent(0) : extent(first));
      limit.push(d ? a.shape[d] : extent(last));
    }
    return slice(x, start, limit);
  }
};

constexpr value reduce_prod(value x, axes const& over) { return over.size() ? bind<reduce_prod_t>({over}, x) : x; }

} // namespace constax::inline CONSTAX_TAG
