// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/add.hpp>
#include <constax/primitives/and.hpp>
#include <constax/primitives/gt.hpp>
#include <constax/primitives/lt.hpp>
#include <constax/primitives/mul.hpp>
#include <constax/primitives/select_n.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise x[i] kept between lo[i] and hi[i]: min(max(x, lo), hi); nan stays. clamp : T[s], T[s], T[s] -> T[s]; lo and hi may be
/// scalars. The derivative is x's strictly between the bounds, and 0 on them.
struct clamp_t : elementwise<clamp_t, numeric> {
  static constexpr std::string_view name = "clamp";
  static constexpr std::string_view cpp = "math::min(math::max($y, $x), $z)";
  static constexpr bool exact = true;
  static constexpr i64 flops = 2;
  static constexpr auto eval(auto const& lo, auto const& x, auto const& hi) { return math::min(math::max(x, lo), hi); }
  static constexpr value jvp(auto lo, auto x, auto hi, auto dlo, auto dx, auto dhi, auto y) {
    aval const a = type_of(y);
    auto d = x.ctx->zero(a);
    auto const add_where = [&](auto const& tangent, auto const& which) {
      d = d + scalar_to(tangent, a.shape) * select_n(which, like(x, 0.0), like(x, 1.0));
    };
    if (!dx.is_zero()) add_where(dx, and_(lt(lo, x), lt(x, hi)));
    if (!dlo.is_zero()) add_where(dlo, and_(lt(x, lo), lt(lo, hi)));
    if (!dhi.is_zero()) add_where(dhi, gt(x, hi));
    return d;
  }
};
inline constexpr clamp_t clamp{};

} // namespace constax::inline CONSTAX_TAG
