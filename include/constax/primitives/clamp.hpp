// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/add.hpp>
#include <constax/primitives/and.hpp>
#include <constax/primitives/gt.hpp>
#include <constax/primitives/lt.hpp>
#include <constax/primitives/mul.hpp>
#include <constax/primitives/select_n.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise x[i] kept between lo[i] and hi[i]: min(max(x, lo), hi); nan stays. clamp : T[s], T[s], T[s] -> T[s]; lo and hi may be scalars.
/// The derivative is x's strictly between the bounds, and 0 on them.
struct clamp_t : elementwise<clamp_t, numeric> {
  static constexpr std::string_view name = "clamp";
  static constexpr bool exact = true;
  static constexpr i64 flops = 2;
  static constexpr auto eval(auto const& lo, auto const& x, auto const& hi) { return math::min(math::max(x, lo), hi); }
  static constexpr value jvp(range<value> xs, range<value> dxs, range<value> ys) {
    value const lo = xs[0], x = xs[1], hi = xs[2];
    aval const y = type_of(ys[0]);
    value d = x.ctx->zero(y);
    auto const add_where = [&](value const& dx, value const& which) {
      d = d + scalar_to(dx, y.shape) * select_n(which, like(x, 0.0), like(x, 1.0));
    };
    if (!dxs[1].is_zero()) add_where(dxs[1], and_(lt(lo, x), lt(x, hi)));
    if (!dxs[0].is_zero()) add_where(dxs[0], and_(lt(x, lo), lt(lo, hi)));
    if (!dxs[2].is_zero()) add_where(dxs[2], gt(x, hi));
    return d;
  }
};
inline constexpr clamp_t clamp{};

} // namespace constax::inline CONSTAX_TAG
