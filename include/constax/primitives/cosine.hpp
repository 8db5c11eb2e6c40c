// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/div.hpp>
#include <constax/primitives/eq.hpp>
#include <constax/primitives/select_n.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `x[i] / r[i]` with `r = hypot(x, y)`, which is given: the cosine of the point's angle; 1/2 at the origin. cosine : T[s],
/// T[s], T[s] -> T[s], T floating. The derivative of hypot in x. Its own is in x and y alone, r's is in it: `(sine dx - cosine dy) sine /
/// r` has no difference of nearly equal terms.
struct cosine_t : elementwise<cosine_t> {
  static constexpr std::string_view name = "cosine";
  static constexpr bool slow = true;
  static constexpr auto eval(auto const& x, auto const& y, auto const& r) { return math::cosine(x, y, r); }
  static constexpr value jvp(auto x, auto y, auto r, auto dx, auto dy, auto, auto z) {
    auto const sine = bind<cosine_t>({}, y, x, r), slope = select_n(eq(r, 0.0), sine / r, like(r, 0.0));
    auto d = dx.ctx->zero(type_of(z));
    if (!dx.is_zero()) d = d + dx * (sine * slope);
    if (!dy.is_zero()) d = d - dy * (z * slope);
    return d;
  }
};

} // namespace constax::inline CONSTAX_TAG
