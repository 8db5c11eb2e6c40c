// SPDX-License-Identifier: BSL-1.0
#pragma once
// beta_density: x^(a-1) (1-x)^(b-1) / B(a, b) = a f / (x (1-x)) with betainc's f. f32 goes through double.
#include "betainc.hpp"

namespace constax::inline CONSTAX_TAG::detail {

struct beta_density_of {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X a0, X b0, X x0) const noexcept {
    using D = double_double<X>;
    X const one(1.0), zero(0.0), inf = inf_of<X>();
    mask_of<X> const valid = (a0 >= zero) & (b0 >= zero) & (x0 >= zero) & (x0 <= one);
    mask_of<X> const ok = valid & (a0 > zero) & (b0 > zero) & (a0 < inf) & (b0 < inf) & (x0 > zero) & (x0 < one);
    X const a1 = select(ok, at_most(a0, 1e290), one), b1 = select(ok, at_most(b0, 1e290), one), x1 = select(ok, x0, X(0.5));
    mask_of<X> const both = (a1 < X(0x1p-400)) & (b1 < X(0x1p-400)), tiny_a = (a1 < X(0x1p-500)) | both, tiny_b = (b1 < X(0x1p-500)) | both,
                     tiny = x1 < X(0x1p-500);
    // A tiny parameter is a factor of the density, where the other one is far larger; of two a b / (a + b).
    X const a = select(tiny_a, X(0x1p-500), a1), b = select(tiny_b, X(0x1p-500), b1);
    auto const rest = two_sum(one, -x1), back = dd_mul(rest, a), w = dd_add(dd_mul(D{x1, zero}, b), D{-back.hi, -back.lo});
    auto const f = betainc_factor(a, b, D{x1, zero}, rest, w);
    X const up = select(tiny, X(0x1p600), one);
    auto const v = dd_div(dd_div(dd_mul(f.m, a), D{x1 * up, zero}), rest);
    X const y = scale_twice(v, f.n + select(tiny, X(600.0), zero)).hi;
    // At x = 0: b where a is 1, the factor of (1-x)^(b-1), of whatever sign; 0 for a = 0, -1, ..., where 1 / B is 0. At x = 1 the other way
    // round.
    mask_of<X> const left = x0 == zero;
    X const p = select(left, a0, b0), q = select(left, b0, a0);
    X const below = select(math::trunc(p) == p, zero, select(p > -one, -inf, nan_of<X>())),
            end = select(p <= zero, below, select(p < one, inf, select(p == one, q, zero)));
    X const special = select((left | (x0 == one)) & (p == p) & (q == q), end, select(valid, zero, nan_of<X>()));
    X const pa = select(tiny_a, a1 * X(0x1p500), one), pb = select(tiny_b, b1 * X(0x1p500), one),
            factor = pa * select(both, (pb + pb) / (pa + pb), pb);
    return select(ok, y * factor, special);
  }
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// x^(a-1) (1-x)^(b-1) / B(a, b) for a, b >= 0 and 0 <= x <= 1, nan elsewhere; its limits at the ends, where the derivatives' a and b may
/// be negative.
template <floating_lane X> CONSTAX_INLINE constexpr X beta_density(X a, std::type_identity_t<X> b, std::type_identity_t<X> x) noexcept {
  return detail::in_double(detail::beta_density_of{}, a, b, x);
}

}  // namespace constax::inline CONSTAX_TAG::math
