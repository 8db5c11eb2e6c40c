// SPDX-License-Identifier: BSL-1.0
#pragma once
// erfc: e^(-x^2) u g(u - middle) with u = 1 / (x + 3), nearly the map of Shepherd and Laframboise, "Chebyshev approximation of (1 + 2x)
// exp(x^2) erfc(x) in 0 <= x < inf", Math. Comp. 36, 1981; 2 - erfc(-x) below 0. One formula from 0 to the underflow; g has two sets of
// coefficients, below and from 5/2 (f32: 2).
//
// x^2, u, u - middle and the last two sums of g are in two parts, and e^(-x^2) is 2^n (1 + r + p) with a small p: only the last addition
// rounds at the size of the result, the one before it at a third of that. The third sum of g, s^2 q2, is below a tenth of g: the
// polynomial's other roundings do not count. g: degree 16 (f64, relative errors 2^-59.0 and 2^-56.9) and 7 (f32, 2^-27.3 and 2^-26.5),
// docs/reference/math/erfc.py; the middles are such that g there is nearly a number of the type. Both polynomials by pairs: 8.0 cycles per
// element in f64, by cubics 8.2.
#include "erf.hpp"
#include "gaussian.hpp"
#include "residual.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct erfc_constants;
template <> struct erfc_constants<double> {
  static constexpr double cut = 2.5, near_middle = 0x1.9cp-3, far_middle = 0x1.bfp-4;
  static constexpr double near[] = {
      0x1.490191121df72p0,  0x1.c21f2d061f6d8p2,  0x1.d6159900e1056p4,   0x1.6b567e9178cdep6,  0x1.79308642a4547p7, 0x1.5c38da85e3e66p7,
      -0x1.1927b84949351p8, -0x1.df2e6ea6a0f8p9,  0x1.8a276a652a23p7,    0x1.f9e681b7aa775p11, 0x1.18653356e09bcp8, -0x1.2438d85be113p14,
      0x1.58b8402fd2e2bp9,  0x1.c3e51723e9082p16, -0x1.8c31f5240b208p17, 0x1.3b4d476487bcfp11, 0x1.bed55af16db36p17};
  static constexpr double far[] = {0x1.a806fec848dd2p-1,  0x1.b5157515821e3p1,   0x1.8b4e8a30123a9p3,   0x1.31f4df1755a21p5,
                                   0x1.838067805c68fp6,   0x1.6b3bcfa7d390fp7,   0x1.5894cdc8cbb8ap7,   -0x1.04838c1a136dep8,
                                   -0x1.3fb88d08e0a51p10, -0x1.2ce32910afd8ap10, 0x1.201e60e6d6627p12,  0x1.a833b7ccef02dp13,
                                   -0x1.52c69efe88193p13, -0x1.83fa6f0e622dfp16, -0x1.02fa83894cab5p14, 0x1.2aa99d3521e6cp19,
                                   0x1.1234e63277fc3p19};
};
template <> struct erfc_constants<float> {
  static constexpr float cut = 2, near_middle = 0x1.06p-2f, far_middle = 0x1.c8p-4f;
  static constexpr float near[] = {0x1.c6381ap0f, 0x1.6622fep3f, 0x1.7f3c9ap5f,  0x1.102f72p7f,
                                   0x1.b4e3ap7f,  0x1.b0aedp4f,  -0x1.1bf7d2p9f, -0x1.51278ap8f};
  static constexpr float far[] = {0x1.abe64ep-1f, 0x1.bc1aap1f,  0x1.937712p3f, 0x1.38d6aap5f,
                                  0x1.8b654cp6f,  0x1.706e72p7f, 0x1.6b3c6ap7f, -0x1.15a35ap9f};
};

/// e^(a^2) erfc(a) in two parts, for 0 <= a <= gaussian_most, or nan.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> erfc_factor(X a) noexcept {
  using T = element_t<X>;
  using C = erfc_constants<T>;
  X const one(T(1)), three(T(3));
  auto const near = a < X(C::cut);
  // c(First)(k) is g's coefficient First + k.
  const auto c = [&]<std::size_t First>(std::integral_constant<std::size_t, First>) {
    return [&](std::size_t k) { return select(near, X(C::near[First + k]), X(C::far[First + k])); };
  };
  const auto g = c(std::integral_constant<std::size_t, 0>{});
  // 1 / (a + 3) = u + u v = middle + s + rest, g = gh + gl
  X const d = a + three, u = one / d, v = fma(-u, a - (d - three), residual(one, u, d));
  X const middle = select(near, X(C::near_middle), X(C::far_middle)), s = u - middle, rest = fma(u, v, u - (s + middle));
  X const q2 = fma(s, by_pairs<sizeof(C::near) / sizeof(T) - 3>(s, c(std::integral_constant<std::size_t, 3>{})), g(2)),
          q = fma(s, q2, g(1)), ql = fma(s, q2, g(1) - q);
  X const gh = fma(s, q, g(0)), gl = fma(rest, fma(s, q2, q), fma(s, ql, fma(s, q, g(0) - gh)));
  auto const h = two_prod(u, gh);
  return {h.hi, fma(u, fma(v, gh, gl), h.lo)};
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// 1 - erf(x), to full relative accuracy for large x; 0 at inf, 2 at -inf.
template <floating_lane X> CONSTAX_INLINE constexpr X erfc(X x) noexcept {
  using T = element_t<X>;
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && x != x) return x;
  }
  X const a = detail::at_most(math::abs(x), detail::gaussian_most<T>);  // nan passes
  auto const h = detail::erfc_factor(a);
  auto const [n, r, p] = detail::reduce_gaussian(a);
  X const y = detail::scale(h.hi + fma(h.hi, r, fma(h.hi, p, fma(h.lo, r + p, h.lo))), n);
  return select(x < X(T(0)), X(T(2)) - y, y);
}

}  // namespace constax::inline CONSTAX_TAG::math
