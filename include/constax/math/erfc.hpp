// SPDX-License-Identifier: BSL-1.0
#pragma once
// erfc: e^(-x^2) u g(u - 1/4) with u = 1 / (x + 2), nearly the map of Shepherd and Laframboise, "Chebyshev approximation of (1 + 2x) exp(x^2) erfc(x)
// in 0 <= x < inf", Math. Comp. 36, 1981; 2 - erfc(-x) below 0. One formula from 0 to the underflow.
//
// x^2, u, u - 1/4 and the last two sums of g are in two parts, and e^(-x^2) is 2^n (1 + (r + p)) with a small p: only the last addition rounds at the
// size of the result, the one before it at a third of that.
// g: degree 24 (f64, relative error 2^-55.7) and 10 (f32, 2^-25.8), docs/reference/math/erfc.py.
#include "erf.hpp"
#include "exp.hpp"
#include "residual.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct erfc_constants;
template <> struct erfc_constants<double> {
  static constexpr double most = 27.5, g0 = 0x1.058671b52c776p0, g1 = 0x1.5fd386754eff9p1;
  static constexpr double g[] = {0x1.1e2deea6b1108p2, 0x1.2a88e6107d204p1, -0x1.606e4155100a2p2, -0x1.a89eaff816b5ap2, 0x1.9517bb5d1f5ap3, 0x1.b6fbf963e888fp3,
                               -0x1.5ba434807e729p5, -0x1.2053ee0a5534bp3, 0x1.2ef9b84f54b39p7, -0x1.1e773cd5645b1p7, -0x1.6bf05aca94d3dp8, 0x1.0e7ecee431daap10,
                               -0x1.3172c46974744p8, -0x1.e9a7b49e30c0bp11, 0x1.10764b2595e33p13, 0x1.16e61c74e8641p6, -0x1.4a938bb94efafp15, 0x1.587b6d439f657p16,
                               0x1.7ebc795ec076ap15, -0x1.e2ccc75791604p18, 0x1.a9db2e6f9d7fep18, 0x1.020ec157d562p20, -0x1.9d5d3d7bc2fe8p20};
};
template <> struct erfc_constants<float> {
  static constexpr float most = 10.25f, g0 = 0x1.058672p0f, g1 = 0x1.5fd388p1f;
  static constexpr float g[] = {0x1.1e2dc2p2f, 0x1.2a86cap1f, -0x1.604f6p2f, -0x1.a83b38p2f, 0x1.907b56p3f, 0x1.b1edd2p3f, -0x1.31c8dcp5f, -0x1.775f92p3f,
                               0x1.121b04p6f};
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// 1 - erf(x), to full relative accuracy for large x; 0 at inf, 2 at -inf.
template <floating_lane X> CONSTAX_INLINE constexpr X erfc(X x) noexcept {
  using T = element_t<X>;
  using C = detail::erfc_constants<T>;
  using E = detail::exp_constants<T>;
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && x != x) return x;
  }
  X const one(T(1)), two(T(2)), quarter(T(0.25)), magic(detail::round_magic<X>);
  X const abs = math::abs(x), a = select(abs > X(C::most), C::most, abs);  // nan passes
  // 1 / (a + 2) = u + u v = 1/4 + s + rest, g = gh + gl
  X const d = a + two, u = one / d, v = fma(-u, a - (d - two), detail::residual(one, u, d));
  X const s = u - quarter, rest = fma(u, v, (u - s) - quarter);
  X const q2 = detail::by_cubics(s, C::g), q = fma(s, q2, X(C::g1)), ql = fma(s, q2, X(C::g1) - q);
  X const gh = fma(s, q, X(C::g0)), gl = fma(rest, fma(s, X(2 * C::g[0]), X(C::g1)), fma(s, ql, fma(s, q, X(C::g0) - gh)));
  // e^(-a^2) = 2^n (1 + r + p)
  auto const sq = detail::two_prod(a, a);
  X const n = fma(sq.hi, X(T(-1.44269504088896340736)), magic) - magic;
  auto const r = detail::fast_two_sum(fma(n, X(-E::ln2_hi), -sq.hi), fma(n, X(-E::ln2_lo), -sq.lo));
  X const p = fma(r.hi * r.hi, detail::by_cubics(r.hi, E::p), r.lo);
  auto const h = detail::two_prod(u, gh);
  X const low = fma(u, fma(v, gh, gl), h.lo);
  X const y = detail::scale(h.hi + fma(h.hi, r.hi, fma(h.hi, p, fma(low, r.hi, low))), n);
  return select(x < X(T(0)), two - y, y);
}

}  // namespace constax::inline CONSTAX_TAG::math
